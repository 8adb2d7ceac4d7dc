import { expect, test } from 'vitest';
import { type Body, openSession } from '../support/harness.ts';

const characterId = 'Ada';

async function opened() {
  const session = await openSession({ toolsets: ['memories', 'characters', 'review'] });
  await session.call('create_character', { name: 'Ada' });
  const add = async (memories: object[], more = {}) =>
    (await session.call('add_memories', { characterId, memories, ...more })) as Body & { results: Body[] };
  const contents = async () => {
    const { memories } = await session.call('list_memories', { characterId, limit: 100 });
    return (memories as Body[]).map(({ content }) => content).sort();
  };
  return { session, add, contents };
}

const one = (content: string, more = {}) => ({ content, category: 'facts', ...more });

test('each memory gets its own result, in order, and an invalid one does not block the others', async () => {
  const { session, add, contents } = await opened();
  const { added, results } = await add([
    one('Ada lives in Porto', { importance: 'HIGH', occurredAt: '2024-05-01T00:00:00Z' }),
    one('Ada lives in  Porto'),
    one(' '),
    one('x'.repeat(10_001)),
    one('Ada drinks tea', { category: 'nope' }),
    one('The wifi password is Xk9#mQ2$vL7p'),
    one('Ada grows figs'),
  ]);
  expect(added).toBe(2);
  expect(results.map(({ operation, error }) => (error as Body | undefined)?.type ?? operation)).toStrictEqual([
    'ADD',
    'NONE',
    'InvalidContent',
    'InvalidContent',
    'CategoryNotConfigured',
    'InvalidContent',
    'ADD',
  ]);
  expect(results[1]!.id).toBe(results[0]!.id);
  expect(await contents()).toStrictEqual(['Ada grows figs', 'Ada lives in Porto']);
  expect(await session.call('get_memory', { characterId, memoryId: results[0]!.id })).toMatchObject({
    importance: 'HIGH',
    occurredAt: '2024-05-01T00:00:00.000Z',
    source: { kind: 'direct' },
  });
});

test('500 at once are stored; 501 are refused', async () => {
  const { session, add } = await opened();
  const many = (count: number) => Array.from({ length: count }, (_, i) => one(`Fact number ${i}`));
  expect((await add(many(500))).added).toBe(500);
  expect((await add(many(500))).added).toBe(0);
  expect(await session.fault('add_memories', { characterId, memories: many(501) })).toMatchObject({
    type: 'ValidationError',
  });
});

test('a secret is stored when the caller insists', async () => {
  const { add, contents } = await opened();
  expect((await add([one('The wifi password is Xk9#mQ2$vL7p')], { allowSecret: true })).added).toBe(1);
  expect(await contents()).toHaveLength(1);
});

test('contents that are too long in total are refused before any is stored, naming the bound', async () => {
  const { session, contents } = await opened();
  const memories = Array.from({ length: 101 }, (_, i) => one(`${i} ${'ä'.repeat(9_900)}`));
  const fault = await session.fault('add_memories', { characterId, memories: [...memories, one('x'.repeat(3_000))] });
  expect(fault).toMatchObject({
    type: 'ValidationError',
    message:
      'memories must have contents, tags and metadata of at most 1000000 characters in all, not 1003194; send them in several calls.',
  });
  expect(await contents()).toStrictEqual([]);
});
