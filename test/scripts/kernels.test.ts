import { expect, test } from 'vitest';
import { moduleOf } from '../../scripts/encoder/assembler.ts';
import { kernels, rowKernels } from '../../scripts/encoder/kernels.ts';
import { kernelModule } from '../../src/search/encoder/module.ts';
import { rowModule } from '../../src/search/vectors/module.ts';

test.each([
  ['encoder', kernels, kernelModule],
  ['comparison of vectors', rowKernels, rowModule],
])('the committed module of the %s matches its source', (_, functions, module) => {
  expect(module).toBe(Buffer.from(moduleOf(functions)).toString('base64'));
});
