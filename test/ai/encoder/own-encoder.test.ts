import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EncoderEmbedder } from '../../../src/ai/encoder/encoder-embedder.ts';
import { OwnEncoder, ownModel } from '../../../src/ai/encoder/own-encoder.ts';
import { type Embedder, noUsage } from '../../../src/domain/ai.ts';
import { EmbeddingWorker } from '../../../src/service/background/embedding-worker.ts';
import { Embeddings } from '../../../src/service/retrieval/embeddings.ts';
import type { Found, TierAnswer } from '../../support/answers.ts';
import { openSession, type SessionOptions } from '../../support/harness.ts';

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, part, i) => sum + part * b[i]!, 0);
const own = () => new EncoderEmbedder(ownModel, new OwnEncoder());

/** A session whose memories an embedder reads, as the encoder of the package does unless another one is given. */
async function openWith(embedder: Embedder, options: SessionOptions = {}) {
  const session = await openSession({ character: 'Ada', ...options });
  const embeddings = new Embeddings(embedder, session.services.log, { timeoutMs: 60_000 });
  session.services.embeddings = embeddings;
  return {
    ...session,
    add: (content: string) => session.call('add_memory_direct', { content, category: 'facts' }),
    work() {
      const worker = new EmbeddingWorker(session.services, embeddings, { pollMs: 5 });
      worker.start();
      onTestFinished(() => worker.stop());
      return worker;
    },
    pending: async () => (await session.call<TierAnswer>('get_tier')).ai.embedding.pending,
    search: (query: string) => session.call<Found>('search_memories', { query }),
  };
}

test('the model’s digest is the hash of its file', () => {
  const file = readFileSync('src/search/encoder/encoder.bin');
  expect(createHash('sha256').update(file).digest('hex')).toBe(ownModel.sha256);
});

test('a question finds a memory in another language with the bundled model', async () => {
  const session = await openWith(own());
  for (const content of [
    'Der Zahnarzttermin ist am Dienstag um halb neun',
    'Папа звонит каждое воскресенье',
    '我们的猫睡在暖气片上',
    'The printer is on the second floor',
    'Nous avons mangé des moules à Bruges',
  ])
    await session.add(content);
  session.work();
  await expect.poll(session.pending).toBe(0);
  expect((await session.search('Where does our cat sleep?')).memories[0]!.content).toBe('我们的猫睡在暖气片上');
  expect((await session.search('¿Cuándo tengo cita con el dentista?')).memories[0]!.content).toContain('Zahnarzt');
});

test('a long text is encoded to its end, a long question at both ends', async () => {
  const encoder = new OwnEncoder();
  const filler = 'The meeting about the budget went on for hours and nobody took notes. '.repeat(30);
  const said = 'Grandma is allergic to peanuts.';
  const asked = await encoder.encode('Who is allergic to nuts?', true);
  const [long, without] = await Promise.all([`${filler}${said}`, filler].map((text) => encoder.encode(text, false)));
  expect(cosine(asked, long!)).toBeGreaterThan(cosine(asked, without!));
  const question = await encoder.encode(`${filler}${said}`, true);
  expect(cosine(asked, question)).toBeGreaterThan(cosine(asked, without!));
  expect(cosine(question, question)).toBeCloseTo(1);
});

test('encoding a batch yields between texts and stops when aborted', async () => {
  const embedder = own();
  const abort = new AbortController();
  let turns = 0;
  const counting = () => {
    turns++;
    if (turns === 3) abort.abort();
    if (!abort.signal.aborted) setImmediate(counting);
  };
  setImmediate(counting);
  const texts = Array.from({ length: 50 }, (_, i) => `Fact ${i} about the garden`);
  const { vectors } = await embedder.embed(texts, abort.signal);
  expect(vectors.length).toBeGreaterThan(0);
  expect(vectors.length).toBeLessThan(texts.length);
});

test('the newest memories are embedded first', async () => {
  const embedded: string[] = [];
  const embedder: Embedder = {
    ...own(),
    estimate: () => noUsage,
    async embed([text = '']) {
      embedded.push(text);
      return { vectors: [Float32Array.of(1, 0)], usage: noUsage };
    },
  };
  const session = await openWith({ ...embedder, generation: { name: 'test', dimensions: 2 } });
  for (const content of ['First', 'Second', 'Third']) await session.add(content);
  session.work();
  await expect.poll(() => embedded[0]).toBe('Third');
});

test('a provider’s vectors stay while it is in use, and are replaced days after', async () => {
  let time = Date.UTC(2026, 0, 1);
  const vector = Float32Array.of(1, 0, 0);
  const provider: Embedder = {
    model: 'provider',
    generation: { name: 'provider', dimensions: 3 },
    estimate: () => noUsage,
    embed: async (texts) => ({ vectors: texts.map(() => vector), usage: noUsage }),
  };
  const first = await openWith(provider);
  first.services.now = () => time;
  await first.add('Bruno is a beagle');
  const working = first.work();
  const model = () => first.store.embeddings.currentModel();
  await expect.poll(model).toMatchObject({ name: 'provider' });
  await working.stop();
  const second = await openWith(own(), { path: first.path });
  second.services.now = () => time;
  const lease = vi.spyOn(second.store.embeddings, 'lease');
  const looks = () => lease.mock.calls.length;
  const yielding = second.work();
  await expect.poll(looks).toBeGreaterThan(0);
  expect(await model()).toMatchObject({ name: 'provider' });
  expect((await second.search('beagle')).total).toBe(1);
  await yielding.stop();
  time += 8 * 24 * 60 * 60_000;
  second.work();
  await expect.poll(async () => (await model())?.name).not.toBe('provider');
  await expect.poll(second.pending).toBe(0);
  expect(await model()).toMatchObject({ dimensions: ownModel.dimensions });
});
