import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Encoding } from '../../bin/encoding.ts';
import { OwnEncoder, ownModel } from '../../src/ai/encoder/own-encoder.ts';
import { usualGeneration } from '../../src/ai/openai-embedder.ts';
import { openSession, temporaryFolder } from '../support/harness.ts';

test.each([
  ['with the encoder of the package', ownModel.name],
  ['with no encoder', undefined],
])('%s, tenants’ own vectors are of the default model', async (_, model) => {
  const { services } = await openSession();
  const encoding = await Encoding.open(services, {
    folder: model && join(temporaryFolder(), 'none'),
    start: () => new OwnEncoder(),
    provided: undefined,
    watched: (embedder) => embedder,
    embeds: false,
    hasTenants: true,
  });
  onTestFinished(() => encoding.stop());
  expect(encoding.embedder?.model).toBe(model);
  expect(encoding.storeModel).toBe(usualGeneration);
});
