import { expect, onTestFinished, test } from 'vitest';
import { HookAnswering } from '../../bin/hook/answering.ts';
import { askServers } from '../../bin/hook/ask-servers.ts';
import type { Encoder } from '../../src/ai/encoder/encoder.ts';
import { plainReading } from '../../src/ai/encoder/encoder.ts';
import { EncoderEmbedder } from '../../src/ai/encoder/encoder-embedder.ts';
import { type EncoderManifest, thisPlatform } from '../../src/ai/encoder/manifest.ts';
import { localOwner } from '../../src/domain/principal.ts';
import { EmbeddingWorker } from '../../src/service/background/embedding-worker.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import { onMachine, openSession } from '../support/harness.ts';

const manifest: EncoderManifest = {
  format: 1,
  name: 'tiny',
  sha256: 'a'.repeat(64),
  dimensions: 3,
  maxTokens: 16,
  ...plainReading,
  languages: 'english',
  runtime: '1.30.0',
  platform: thisPlatform(),
  bytes: 1,
};

/** A server with an encoder for which meat and vegetarians are the same; `late`: it never answers a query. */
async function serving(late: boolean) {
  const asked: string[] = [];
  const encoder: Encoder = {
    async encode(text, isQuery, signal) {
      if (isQuery) asked.push(text);
      if (isQuery && late)
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      return /meat|vegetarian/.test(text) ? Float32Array.of(1, 0, 0) : Float32Array.of(0, 1, 0.2);
    },
    close: async () => undefined,
  };
  const session = await openSession({ character: 'Ada', onFile: true });
  const { services } = session;
  services.embeddings = new Embeddings(new EncoderEmbedder(manifest, encoder), services.log);
  for (const content of ['Grandma eats no meat', 'The printer is on the second floor', 'Bruno is a beagle'])
    await session.call('add_memory_direct', { content, category: 'facts' });
  const worker = new EmbeddingWorker(services, services.embeddings, { pollMs: 5 });
  worker.start();
  onTestFinished(() => worker.stop());
  const waiting = async () => (await session.call<{ ai: { embedding: { pending: number } } }>('get_tier')).ai.embedding;
  await expect.poll(waiting).toMatchObject({ pending: 0 });
  const answering = new HookAnswering(session.path, onMachine(session.store), services, undefined, late ? 20 : 60_000);
  answering.start();
  onTestFinished(() => answering.stop());
  const ask = (id: string, given: { prompt: string } | { names: { files: string[]; commands: string[] } }) => {
    const run = { host: 'codex', session: id, event: 'UserPromptSubmit', tier: 'BUSINESS' } as const;
    return askServers(
      session.path,
      { ...run, owner: { character: 'Ada' }, ...given },
      { answer: 60_000, lock: 60_000 },
    );
  };
  const leftOut = async () =>
    (await onMachine(session.store).hooks.receipts(localOwner('BUSINESS'), 10)).map((receipt) => receipt.leftOut);
  return { ask, asked, leftOut };
}

const prompt = 'Who in the family is vegetarian?';

test('the server’s encoder finds a paraphrase for a prompt; a tool does not use it', async () => {
  const { ask, asked } = await serving(false);
  expect(await ask('one', { prompt })).toMatchObject({ context: expect.stringContaining('Grandma eats no meat') });
  await ask('two', { names: { files: ['src/printer.ts'], commands: [] } });
  expect(asked).toStrictEqual([prompt]);
});

test('a late encoder is not awaited, and the receipt says so', async () => {
  const { ask, asked, leftOut } = await serving(true);
  expect(await ask('one', { prompt })).toStrictEqual({ context: null });
  expect(await ask('two', { prompt: 'On which floor is the printer?' })).toMatchObject({
    context: expect.stringContaining('second floor'),
  });
  expect(asked).toHaveLength(2);
  expect(await leftOut()).toStrictEqual([
    expect.objectContaining({ encoder: 1 }),
    expect.objectContaining({ encoder: 1 }),
  ]);
});
