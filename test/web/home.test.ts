import { describe, expect, test } from 'vitest';
import { newIn, rowsOf, titleOf } from '../../web/parts/home/batches.ts';
import { areAtOnce, levelBounds, levelOf, runsOf } from '../../web/parts/home/digest.ts';
import { momentsOf } from '../../web/parts/home/seen.ts';
import type { Change } from '../../web/parts/memory/change.ts';

describe('the colour strength of a day', () => {
  test('the strength is the day’s rank, so that one import does not fade the others', () => {
    const bounds = levelBounds([1, 2, 3, 4, 5, 6, 7, 5_000]);
    expect([0, 1, 2, 3, 4, 5, 6, 7, 5_000].map((count) => levelOf(count, bounds))).toStrictEqual([
      0, 1, 1, 2, 2, 3, 3, 4, 4,
    ]);
  });

  test('the strength is defined for few days, and for none', () => {
    expect(levelOf(3, levelBounds([3]))).toBe(4);
    expect(levelOf(0, levelBounds([]))).toBe(0);
    expect([1, 9].map((count) => levelOf(count, levelBounds([1, 9])))).toStrictEqual([2, 4]);
  });
});

const change = (id: string, second: number, more: Partial<Change> = {}): Change => ({
  id,
  characterId: 'c',
  memoryId: id,
  revision: 1,
  changeType: 'CREATED',
  by: { kind: 'model', name: 'local' },
  createdAt: new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString(),
  content: id,
  category: 'facts',
  importance: 'NORMAL',
  seen: false,
  changedSince: false,
  ...more,
});

test('changes at once are one run, and another author, kind or time begins the next', () => {
  const other = { by: { kind: 'file', name: 'notes.md' } } as const;
  const changes = [change('a', 50), change('b', 49), change('c', 48, other), change('d', 47), change('e', 10)];
  expect(runsOf(changes, areAtOnce).map((run) => run.map(({ id }) => id))).toStrictEqual([
    ['a', 'b'],
    ['c'],
    ['d'],
    ['e'],
  ]);
});

test('recalls of the project and of the user’s own memory at one time are one moment', () => {
  const recall = (id: string, at: string, query: string, tokens: number) => ({
    id,
    at,
    query,
    tokens,
    client: 'codex',
    results: [{ memoryId: `m${id}` }],
  });
  const [project, own] = [recall('1', 'T1', 'Who?', 30), recall('2', 'T1', 'Who?', 12)];
  const given = [recall('3', 'T2', '', 9), project, own, project] as unknown as Parameters<typeof momentsOf>[0];
  expect(momentsOf(given).map(({ query, tokens, recalls }) => [query, tokens, recalls.length])).toStrictEqual([
    ['', 9, 1],
    ['Who?', 42, 2],
  ]);
});

test('an undo is a state of what it undoes, and is itself what is undone next', () => {
  const batch = (batchId: string, second: number, more: object = {}) => ({
    ...{ batchId, characterId: 'c', by: { kind: 'user', name: 'local' }, memories: 2, changeType: 'CREATED' },
    ...{ createdAt: new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString(), content: 'a', memoryId: 'm' },
    changedSince: false,
    ...more,
  });
  const given = [
    batch('again', 50, { undoes: 'undo' }),
    batch('undo', 40, { undoes: 'import', changedSince: true }),
    batch('later', 30),
    batch('import', 20, { changedSince: true, documents: ['a.md'] }),
    batch('import', 20, { characterId: 'd', changedSince: true, documents: ['a.md', 'b.md'] }),
  ] as unknown as Parameters<typeof rowsOf>[0];
  const shown = (batches: typeof given) =>
    rowsOf(batches, []).map((row) => 'batchId' in row && [row.batchId, row.lastId, row.isUndone, row.changedSince]);
  expect(shown(given)).toStrictEqual([
    ['later', 'later', false, false],
    ['import', 'again', false, false],
  ]);
  expect(shown(given.slice(1)).at(-1)).toStrictEqual(['import', 'undo', true, true]);
  expect(rowsOf(given, []).at(-1)).toMatchObject({ memories: 4, characters: 2, documents: ['a.md', 'b.md'] });
  expect(titleOf(rowsOf(given, []).at(-1) as Parameters<typeof titleOf>[0])).toBe('2 files: a.md, b.md');
  const newSince = (batches: typeof given, second: number) =>
    newIn(batches, batch('since', second).createdAt).map(({ batchId }) => batchId);
  expect(newSince(given, 20)).toStrictEqual(['later', 'import']);
  expect(newSince(given, 25)).toStrictEqual(['later']);
  expect(newSince(given.slice(1), 20)).toStrictEqual(['later']);
});
