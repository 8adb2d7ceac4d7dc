import { expect, onTestFinished, test, vi } from 'vitest';
import { createAi } from '../../src/ai/providers.ts';
import { Database } from '../../src/base/sqlite.ts';
import { EmbeddingWorker } from '../../src/service/background/embedding-worker.ts';
import { Embeddings } from '../../src/service/retrieval/embeddings.ts';
import { partsOf } from '../../src/storage/sqlite/embeddings/codec.ts';
import { type AiSessionOptions, openAiSession, testKey } from '../support/ai.ts';
import type { Found, TierAnswer } from '../support/answers.ts';
import type { LogLine } from '../support/harness.ts';
import { hanging } from '../support/provider.ts';

/** A session with embeddings; `work` starts its background, which polls fast. */
async function openEmbedding({ timeoutMs = 60_000, ...options }: AiSessionOptions & { timeoutMs?: number } = {}) {
  const session = await openAiSession('openai', options);
  const logged: LogLine[] = [];
  const { embedder, services, call } = session;
  if (embedder)
    services.embeddings = new Embeddings(
      embedder,
      (level, message, fields) => logged.push({ level, message, fields }),
      { timeoutMs },
    );
  const work = () => {
    if (!services.embeddings) throw new Error('no embedder');
    const worker = new EmbeddingWorker(services, services.embeddings, { pollMs: 20 });
    worker.start();
    onTestFinished(() => worker.stop());
    return worker;
  };
  const embedding = async () => (await call<TierAnswer>('get_tier')).ai.embedding;
  const pending = async () => (await embedding()).pending;
  return {
    ...session,
    warnings: logged,
    work,
    embedding,
    pending,
    done: () => expect.poll(pending).toBe(0),
    /** Waits until the background has polled again. */
    async round() {
      const looks = vi.spyOn(services.store.embeddings, 'waitingTenants');
      await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(2);
    },
    search: (query: string) => call<Found>('search_memories', { query }),
    texts: () => session.provider.embeddings.flatMap(({ body }) => body.input as string[]),
  };
}

/** How many memories were found with the help of vectors. */
async function byMeaning(session: { search(query: string): Promise<Found> }, query: string): Promise<number> {
  const { memories } = await session.search(query);
  return memories.filter(({ match }) => match.similarity !== undefined).length;
}

/** The lengths of the vectors in a store. */
function lengthsIn(path: string): number[] {
  const db = new Database(path, { readonly: true });
  const vectors = db.prepare('SELECT vector FROM embeddings').pluck().all() as Buffer[];
  db.close();
  return vectors.map((vector) => partsOf(vector).length).toSorted();
}

test('a background worker embeds memories in batches, each memory once', async () => {
  const session = await openEmbedding();
  for (let i = 0; i < 120; i++) await session.store(`Fact number ${i}`);
  expect(await session.pending()).toBe(120);
  expect(session.provider.embeddings).toHaveLength(0);
  session.work();
  await session.done();
  expect(session.texts()).toHaveLength(120);
  expect(new Set(session.texts()).size).toBe(120);
  expect(session.provider.embeddings.map(({ body }) => (body.input as string[]).length)).toStrictEqual([100, 20]);
  const { ai, usage } = await session.call<TierAnswer>('get_tier');
  expect(ai.embedding).toStrictEqual({ model: 'text-embedding-3-small', pending: 0 });
  expect(usage.aiInputTokens).toBe(360);
});

test('a search matches by embedding what shares no term, and reports the similarity', async () => {
  const session = await openEmbedding();
  // To the stand-in, "the" and "of" have a direction; to the internal model they are no terms at all.
  const near = await session.store('the of the on');
  await session.store('Completely different matter');
  session.work();
  await session.done();
  const { memories, total } = await session.search('the of in the');
  expect(total).toBe(1);
  expect(memories).toMatchObject([{ id: near.id, match: { similarity: expect.any(Number) } }]);
  expect(memories[0]?.match.similarity).toBeGreaterThan(0.3);
  expect(memories[0]?.match.similarity).toBeLessThanOrEqual(1);
});

test('a memory is found before it is embedded', async () => {
  const session = await openEmbedding();
  await session.store('Bruno is a beagle');
  expect((await session.search('beagle')).memories).toMatchObject([{ match: { lexical: expect.any(Number) } }]);
});

test('an update embeds the text again; a deleted memory is not found, a restored one is', async () => {
  const session = await openEmbedding();
  const one = await session.store('the of the on');
  session.work();
  await session.done();
  await session.call('update_memory', { memoryId: one.id, content: 'and but or' });
  await session.done();
  expect(session.texts().filter((text) => text === 'and but or')).toHaveLength(1);
  expect((await session.search('the of on')).total).toBe(0);
  expect((await session.search('but and or')).total).toBe(1);
  await session.call('delete_memory', { memoryId: one.id });
  expect((await session.search('but and or')).total).toBe(0);
  await session.call('restore_memory', { memoryId: one.id });
  await session.done();
  expect((await session.search('but and or')).total).toBe(1);
});

test('an update that keeps the text makes no embedding request', async () => {
  const session = await openEmbedding();
  const one = await session.store('Bruno is a beagle');
  session.work();
  await session.done();
  await session.call('update_memory', { memoryId: one.id, category: 'goals', salience: 0.9 });
  expect(await session.pending()).toBe(0);
});

test('a search does not match another character’s embeddings', async () => {
  const session = await openEmbedding();
  await session.call('create_character', { name: 'Bob' });
  await session.call('add_memory_direct', { characterId: 'Bob', content: 'the of the on', category: 'facts' });
  await session.store('something else');
  session.work();
  await session.done();
  expect((await session.search('the of on')).total).toBe(0);
});

test('one process at a time embeds a shared store, and another takes over when it stops', async () => {
  const first = await openEmbedding();
  const second = await openEmbedding({ path: first.path, provider: first.provider });
  const kept = [first, second].map(({ services }) => vi.spyOn(services.store.embeddings, 'save'));
  const done = () => kept.map(({ mock }) => mock.calls.length > 0);
  for (let i = 0; i < 300; i++) await first.store(`Fact number ${i}`);
  const workers = [first.work(), second.work()];
  await first.done();
  expect(first.texts()).toHaveLength(300);
  expect(new Set(first.texts()).size).toBe(300);
  expect(done().filter(Boolean)).toHaveLength(1);
  await workers[done().indexOf(true)]?.stop();
  await first.store('After the change of guard');
  await first.done();
  expect(first.texts()).toContain('After the change of guard');
  expect(done()).toStrictEqual([true, true]);
});

test('an endpoint without embeddings falls back to the internal model and logs it once', async () => {
  const session = await openEmbedding();
  session.provider.embedding = { status: 404 };
  await session.store('Bruno is a beagle');
  session.work();
  await expect.poll(session.embedding).toStrictEqual({
    model: 'internal',
    pending: 0,
    reason: expect.stringContaining('404'),
  });
  expect((await session.search('beagle')).total).toBe(1);
  expect(session.provider.embeddings).toHaveLength(1);
  expect(session.warnings.filter(({ level }) => level === 'warn')).toHaveLength(1);
});

test.each([0, 5_000])('vectors of %i dimensions are rejected, with the reason in get_tier', async (dimensions) => {
  const session = await openEmbedding();
  session.provider.embedding = { json: new Array(dimensions).fill(1) };
  await session.store('Bruno is a beagle');
  session.work();
  await expect.poll(session.embedding).toMatchObject({
    model: 'internal',
    reason: expect.stringContaining(`${dimensions} dimensions`),
  });
  expect((await session.search('beagle')).total).toBe(1);
  expect(lengthsIn(session.path)).toStrictEqual([]);
});

test.each([1, 768, 4_096])('an endpoint may return vectors of %i dimensions', async (dimensions) => {
  const session = await openEmbedding();
  session.provider.embedding = { dimensions };
  await session.store('the of the on');
  session.work();
  await session.done();
  expect(await session.embedding()).toEqual({ model: 'text-embedding-3-small', pending: 0 });
  expect(lengthsIn(session.path)).toStrictEqual([dimensions]);
  expect((await session.search('the of in the')).memories).toMatchObject([
    { match: { similarity: expect.any(Number) } },
  ]);
});

test('a new vector length after a restart embeds all memories again, without mixing lengths', async () => {
  const before = await openEmbedding();
  before.provider.embedding = { dimensions: 768 };
  for (const text of ['the of the on', 'and but or']) await before.store(text);
  const worker = before.work();
  await before.done();
  await worker.stop();
  expect((await before.search('the of in the')).total).toBe(1);
  await before.close();

  const { path, provider } = before;
  provider.embedding = { dimensions: 1_024 };
  const session = await openEmbedding({ path, provider });
  expect(await session.pending()).toBe(0);
  expect(await byMeaning(session, 'the of in the')).toBe(0);
  expect(await session.pending()).toBe(2);
  expect(lengthsIn(path)).toStrictEqual([768, 768]);
  session.work();
  await session.done();
  expect(lengthsIn(path)).toStrictEqual([1_024, 1_024]);
  expect((await session.search('the of in the')).total).toBe(1);
});

test('vectors that change their length within a process are rejected', async () => {
  const session = await openEmbedding();
  session.provider.embedding = { dimensions: 768 };
  await session.store('Bruno is a beagle');
  session.work();
  await session.done();
  session.provider.embedding = { dimensions: 1_024 };
  expect((await session.search('beagle')).total).toBe(1);
  expect((await session.embedding()).reason).toContain('1024 dimensions after ones of 768');
  expect(lengthsIn(session.path)).toStrictEqual([768]);
});

/** A session whose memories are embedded, closed; another one has another endpoint, with vectors of the same length. */
async function embeddedElsewhere() {
  const session = await openEmbedding();
  for (const text of ['the of the on', 'and but or']) await session.store(text);
  const worker = session.work();
  await session.done();
  await worker.stop();
  await session.close();
  return session.path;
}

test('a new address embeds all memories again once, without comparing old vectors', async () => {
  const session = await openEmbedding({ path: await embeddedElsewhere() });
  expect(await session.pending()).toBe(2);
  expect(await byMeaning(session, 'the of in the')).toBe(0);
  session.work();
  await session.done();
  expect((await session.search('the of in the')).total).toBe(1);
  expect(session.texts().filter((text) => text !== 'the of in the')).toStrictEqual(['and but or', 'the of the on']);
});

test.each([404, 400])('an address that answers %i deletes no existing embedding', async (status) => {
  const path = await embeddedElsewhere();
  const session = await openEmbedding({ path });
  session.provider.embedding = { status };
  session.work();
  await expect.poll(() => session.provider.embeddings.length).toBeGreaterThan(0);
  if (status === 400) await session.round();
  else await expect.poll(session.embedding).toMatchObject({ model: 'internal' });
  expect(lengthsIn(path)).toStrictEqual([1_536, 1_536]);
});

test('two processes with different addresses: the one started last embeds, the other stops', async () => {
  const first = await openEmbedding();
  await first.store('Bruno is a beagle');
  first.work();
  await first.done();
  const second = await openEmbedding({ path: first.path });
  // The lease of embedding ends ten seconds after the last batch.
  second.clock.now += 11_000;
  second.work();
  await second.done();
  await expect.poll(first.embedding).toMatchObject({ model: 'internal', reason: expect.stringContaining('another') });
  await second.store('Rex is a cat');
  await second.done();
  expect(first.texts()).toStrictEqual(['Bruno is a beagle']);
  expect(second.texts()).toStrictEqual(['Bruno is a beagle', 'Rex is a cat']);
  expect((await first.search('beagle')).total).toBe(1);
});

test('the store holds no secret part of the endpoint’s address', () => {
  const generationAt = (baseUrl?: string) =>
    createAi({ apiKey: testKey, provider: 'openai', baseUrl }).embedder?.generation.name;
  const plain = generationAt('http://host.example:8080/v1');
  expect(plain).toBe('text-embedding-3-small at http://host.example:8080/v1');
  expect(generationAt('http://ann:hunter2@host.example:8080/v1/?key=hunter2#hunter2')).toBe(plain);
  expect([generationAt(), generationAt('https://api.openai.com/v1/')]).toStrictEqual([
    'text-embedding-3-small',
    'text-embedding-3-small',
  ]);
});

test('a failing endpoint is retried later, with the reason in get_tier, and no memory is lost', async () => {
  const session = await openEmbedding();
  await session.store('Bruno is a beagle');
  session.provider.embedding = { status: 401 };
  session.work();
  await expect
    .poll(session.embedding)
    .toMatchObject({ pending: 1, reason: expect.stringContaining('SERVICE_AI_API_KEY') });
  session.provider.embedding = {};
  await session.done();
  expect(await session.embedding()).toStrictEqual({ model: 'text-embedding-3-small', pending: 0 });
});

test('a text that the endpoint rejects does not block the others', async () => {
  const session = await openEmbedding();
  await session.store('Poison');
  await session.store('Bruno is a beagle');
  session.provider.embeddingOf = (texts) => (texts.includes('Poison') ? { status: 400 } : {});
  session.work();
  await session.done();
  expect(session.texts().filter((text) => text === 'Bruno is a beagle')).toHaveLength(2);
});

test('a query that is not embedded in time is searched by words', async () => {
  // Long enough for the request to arrive, on however busy a machine.
  const session = await openEmbedding({ timeoutMs: 1_000 });
  await session.store('Bruno is a beagle');
  session.provider.embedding = hanging;
  expect((await session.search('beagle')).total).toBe(1);
  // The next ones do not even send a request.
  expect((await session.search('beagle')).total).toBe(1);
  expect(session.provider.embeddings).toHaveLength(1);
});

test('embedding pauses at the daily token limit until the next day', async () => {
  const session = await openEmbedding({ dailyTokens: 6 });
  await session.store('Bruno is a beagle');
  session.work();
  await session.done();
  await session.store('Rex is a cat');
  await session.round();
  expect(await session.pending()).toBe(1);
  expect((await session.search('Rex is a cat')).total).toBe(1);
  expect(session.provider.embeddings).toHaveLength(1);
  session.clock.now += 24 * 60 * 60 * 1000;
  await session.done();
});

test('a batch above the daily token limit is embedded in part and blocks no other tenant', async () => {
  const session = await openEmbedding({ dailyTokens: 20 });
  for (const name of ['Bruno', 'Rex', 'Bella', 'Max', 'Luna', 'Otto']) await session.store(`${name} is a beagle`);
  session.work();
  await expect.poll(session.pending).toBeLessThan(6);
  await session.round();
  expect(await session.pending()).toBeGreaterThan(0);
  const { usage } = await session.call<TierAnswer>('get_tier');
  expect(usage.aiInputTokens).toBeLessThanOrEqual(20);
  expect(usage.aiInputTokens).toBeGreaterThan(8);
  session.clock.now += 24 * 60 * 60 * 1000;
  await expect.poll(session.pending).toBeLessThan(3);
});

test('a FREE tenant embeds nothing and calls no provider', async () => {
  const paid = await openEmbedding();
  await paid.store('Bruno is a beagle');
  await paid.close();
  const session = await openEmbedding({ tier: 'FREE', path: paid.path });
  session.work();
  expect((await session.search('beagle')).total).toBe(1);
  await session.round();
  expect(session.provider.received).toHaveLength(0);
  expect((await session.call<TierAnswer>('get_tier')).ai.embedding).toMatchObject({ model: 'internal', pending: 0 });
});

test('no part of a match is above 1, even for the exact text of a memory', async () => {
  const session = await openEmbedding();
  const texts = Array.from({ length: 12 }, (_, i) => `Note ${i} on the harbour, the roof and${' tea'.repeat(i)}`);
  for (const text of texts) await session.store(text);
  session.work();
  await session.done();
  for (const text of texts) {
    const { memories } = await session.search(text);
    expect(memories[0]?.content).toBe(text);
    expect(memories[0]?.match.similarity).toBeGreaterThan(0.99);
    for (const { match } of memories) for (const part of Object.values(match)) expect(part).toBeLessThanOrEqual(1);
  }
});
