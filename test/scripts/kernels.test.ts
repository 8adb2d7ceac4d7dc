import { expect, test } from 'vitest';
import { moduleOf } from '../../scripts/encoder/assembler.ts';
import { kernels } from '../../scripts/encoder/kernels.ts';
import { kernelModule } from '../../src/search/encoder/module.ts';

test('the encoder’s committed module matches its source', () => {
  expect(kernelModule).toBe(Buffer.from(moduleOf(kernels)).toString('base64'));
});
