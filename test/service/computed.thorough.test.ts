import { expect, test } from 'vitest';
import { type Extractor, noUsage } from '../../src/domain/ai.ts';
import type { Toolset } from '../../src/gate/operation.ts';
import { computations } from '../../src/service/computations.ts';
import type { Services, Threads } from '../../src/service/context.ts';
import { openWithAda } from '../support/harness.ts';

const toolsets: Toolset[] = ['characters', 'memories', 'files', 'review'];

/** A character, and threads whose work runs here, with only the message to a thread. */
async function openWithThreads(services: Partial<Services> = {}) {
  const used: string[] = [];
  const threads: Threads = {
    compute: async (name, { principal, sessionId }, given) => {
      used.push(name);
      const context = { ...session.services, threads: undefined, principal, sessionId };
      return structuredClone(
        await computations.find((one) => one.name === name)!.run(context, ...structuredClone(given)),
      );
    },
  };
  const session = await openWithAda({ toolsets, services: { ...services, threads } });
  return { session, used };
}

const conversation = `User: I live in Lisbon with my sister Maria.
Assistant: How nice!
User: We moved here in 2021. I work as a plumber and my favourite food is grilled sardines.`;

const contents = ({ memories }: { memories?: unknown }) =>
  (memories as { content: string }[]).map((one) => one.content);

test('a text is read in a thread without a provider, with the same result', async () => {
  const { session, used } = await openWithThreads();
  const plain = await openWithAda();
  const stored = { characterId: 'Ada', content: 'I live in Porto.' };
  const given = { characterId: 'Ada', content: `${conversation} I no longer live in Porto.` };
  for (const one of [stored, given]) {
    const [inThread, here] = [await session.call('add_memory', one), await plain.call('add_memory', one)];
    expect(contents(inThread)).toStrictEqual(contents(here));
    expect(inThread).toMatchObject({ extraction: 'rules' });
  }
  expect(used).toStrictEqual(['askRules', 'askRules']);
});

test('a document is imported in a thread in steps, with the same result', async () => {
  const { session, used } = await openWithThreads();
  const plain = await openWithAda();
  const lines = Array.from({ length: 50 }, (_, i) => `- Shelf ${i} holds the books of author ${i}.`);
  const document = { characterId: 'Ada', fileName: 'shelves.md', fileContent: lines.join('\n') };
  const counts = async ({ call }: Pick<typeof plain, 'call'>) => {
    const { totalParsed, memoriesAdded, fillerFiltered } = await call('import_document', document);
    return { totalParsed, memoriesAdded, fillerFiltered };
  };
  const here = await counts(plain);
  expect(here).toStrictEqual({ totalParsed: 50, memoriesAdded: 50, fillerFiltered: 0 });
  expect(await counts(session)).toStrictEqual(here);
  expect(used).toStrictEqual(['computePieces', 'computePieces', 'computePieces']);
  const listed = async ({ call }: Pick<typeof plain, 'call'>) =>
    contents(await call('list_memories', { characterId: 'Ada', limit: 100 }));
  expect(await listed(session)).toStrictEqual(await listed(plain));
});

test('a step of an import is short where its pieces are long, so that a search does not wait', async () => {
  const { session, used } = await openWithThreads({});
  const texts = Array.from({ length: 8 }, (_, i) => `Shelf ${i}: ${`book${i} `.repeat(1_300)}`);
  const document = { characterId: 'Ada', fileName: 'shelves.json', fileContent: JSON.stringify(texts) };
  expect(await session.call('import_document', document)).toMatchObject({ totalParsed: 8 });
  expect(used).toStrictEqual(['computePieces', 'computePieces', 'computePieces', 'computePieces']);
});

test('the main thread calls the provider, and a thread searches for similar memories', async () => {
  const asked: number[] = [];
  const extractor: Extractor = {
    kind: 'ai',
    deadlineMs: 10_000,
    extract: async ({ similar }) => {
      asked.push(similar.length);
      return { answer: { operations: [{ operation: 'NONE' }] }, usage: noUsage };
    },
  };
  const { session, used } = await openWithThreads({ extractor });
  await session.call('add_memory_direct', { characterId: 'Ada', content: 'Ada plays the harp.', category: 'facts' });
  await session.call('add_memory', { characterId: 'Ada', content: 'Ada plays the harp on Mondays.' });
  expect(used).toStrictEqual(['findFor']);
  expect(asked).toStrictEqual([1]);
});

test('stale memories are searched in a thread', async () => {
  const { session, used } = await openWithThreads();
  const content = 'The deadline is 3 February 2026.';
  await session.call('add_memory_direct', { characterId: 'Ada', content, category: 'facts' });
  session.clock.now = Date.parse('2026-03-01T00:00:00Z');
  const { stale } = await session.call('get_memory_health');
  expect(stale).toMatchObject({ count: 1, more: false, first: [{ text: content, day: '2026-02-03' }] });
  expect(used).toContain('findStale');
});
