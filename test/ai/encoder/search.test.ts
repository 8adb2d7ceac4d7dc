import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Encoder } from '../../../src/ai/encoder/encoder.ts';
import { EncoderEmbedder } from '../../../src/ai/encoder/encoder-embedder.ts';
import { EncoderProcess } from '../../../src/ai/encoder/encoder-process.ts';
import { readManifest } from '../../../src/ai/encoder/manifest.ts';
import { EmbeddingWorker } from '../../../src/service/background/embedding-worker.ts';
import { Embeddings } from '../../../src/service/retrieval/embeddings.ts';
import type { Found, TierAnswer } from '../../support/answers.ts';
import { tinyEncoder } from '../../support/encoder/tiny-encoder.ts';
import { openSession, type SessionOptions } from '../../support/harness.ts';

const file = join(import.meta.dirname, '../../../.cache/encoder.cjs');

interface EncodingOptions extends SessionOptions {
  folder?: string;
  /** Replaces the process with the folder's model. */
  encoder?: Encoder;
  timeoutMs?: number;
}

/** A session whose memories an encoder reads; `work` starts its background. */
async function openEncoding({ folder = tinyEncoder(), encoder, timeoutMs = 60_000, ...options }: EncodingOptions = {}) {
  const session = await openSession({ character: 'Ada', ...options });
  const manifest = readManifest(folder)!;
  const used = encoder ?? new EncoderProcess({ folder, reading: manifest, file, env: {} });
  onTestFinished(() => used.close());
  const { services, call } = session;
  const embeddings = new Embeddings(new EncoderEmbedder(manifest, used), services.log, { timeoutMs });
  services.embeddings = embeddings;
  const embedding = async () => (await call<TierAnswer>('get_tier')).ai.embedding;
  return {
    ...session,
    work() {
      const worker = new EmbeddingWorker(services, embeddings, { pollMs: 20 });
      worker.start();
      onTestFinished(() => worker.stop());
      return worker;
    },
    embedding,
    done: () => expect.poll(async () => (await embedding()).pending).toBe(0),
    store: (content: string) =>
      call('add_memory_direct', { content, category: 'facts', sessionId: content.slice(0, 200) }),
    search: (query: string) => call<Found>('search_memories', { query }),
  };
}

/** An encoder that answers when the test says so, and counts its requests. */
function heldEncoder() {
  const asked: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const encoder: Encoder = {
    async encode(text, _isQuery, signal) {
      asked.push(text);
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
      await Promise.race([released, aborted]);
      return Float32Array.of(1, 0, 0);
    },
    close: async () => undefined,
  };
  return { encoder, asked, release: () => release() };
}

test('a paraphrase finds a memory after background embedding', async () => {
  const session = await openEncoding();
  await session.store('Bruno zorbels at noon');
  await session.store('The printer is on the second floor');
  expect((await session.search('Does anybody glimber?')).total).toBe(0);
  expect(await session.embedding()).toStrictEqual({ model: 'tiny', pending: 2 });
  session.work();
  await session.done();
  const { memories } = await session.search('Does anybody glimber?');
  expect(memories).toMatchObject([{ content: 'Bruno zorbels at noon', match: { similarity: expect.any(Number) } }]);
  const { usage } = await session.call<TierAnswer>('get_tier');
  expect(usage).toMatchObject({ aiCalls: 0, aiInputTokens: 0 });
});

test('a search that times out on the encoder uses words alone and says so; the next one uses it again', async () => {
  const { encoder, asked, release } = heldEncoder();
  const session = await openEncoding({ encoder, timeoutMs: 1 });
  await session.store('Bruno is a beagle');
  const { body, texts } = await session.answer('search_memories', { query: 'beagle' });
  expect(body).toMatchObject({ total: 1, next: expect.stringContaining('by words alone') });
  expect(texts.join()).toContain('by words alone');
  release();
  expect(await session.search('beagle')).not.toHaveProperty('next');
  expect(asked).toStrictEqual(['beagle', 'beagle']);
});

test('a repeated query is not encoded again', async () => {
  const { encoder, asked, release } = heldEncoder();
  release();
  const session = await openEncoding({ encoder });
  await session.search('beagle');
  await session.search('beagle');
  expect(asked).toStrictEqual(['beagle']);
});

test('a monolingual model encodes only its own language; a multilingual one encodes all', async () => {
  for (const [languages, expected] of [
    ['english', []],
    ['many', ['狗在哪里', 'где живёт собака', 'puppy 是什么']],
  ] as const) {
    const { encoder, asked, release } = heldEncoder();
    release();
    const session = await openEncoding({ encoder, folder: tinyEncoder({ languages }) });
    await session.search('狗在哪里');
    await session.search('где живёт собака');
    await session.search('puppy 是什么');
    expect(asked).toStrictEqual(expected);
  }
});

test('a new model embeds memories again, and vectors of two models are never compared', async () => {
  const first = await openEncoding();
  await first.store('Bruno zorbels at noon');
  const worker = first.work();
  await first.done();
  await worker.stop();
  const other = await openEncoding({ path: first.path, folder: tinyEncoder({ sha256: 'a'.repeat(64) }) });
  expect((await other.embedding()).pending).toBe(1);
  expect((await other.search('Does anybody glimber?')).total).toBe(0);
  other.work();
  await other.done();
  expect((await other.search('Does anybody glimber?')).total).toBe(1);
});

test('an encoder that fails to load is reported once, and search works without it', async () => {
  const folder = tinyEncoder();
  writeFileSync(join(folder, 'model.onnx'), 'no model');
  const session = await openEncoding({ folder });
  await session.store('Bruno is a beagle');
  expect((await session.search('beagle')).total).toBe(1);
  expect(await session.embedding()).toMatchObject({ model: 'internal', reason: expect.stringContaining('protobuf') });
  expect(session.logged.filter(({ level }) => level === 'warn')).toHaveLength(1);
});

test('a FREE tenant does not use the encoder', async () => {
  const session = await openEncoding({ tier: 'FREE' });
  expect(await session.embedding()).toMatchObject({ model: 'internal', reason: 'the FREE tier uses no AI' });
});
