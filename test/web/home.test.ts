import { describe, expect, test } from 'vitest';
import { newIn, rowsOf, titleOf, withMoves } from '../../web/parts/home/batches.ts';
import { areAtOnce, levelBounds, levelOf, runsOf, saidOnce } from '../../web/parts/home/digest.ts';
import { happenedOf, readHappened } from '../../web/parts/home/happened.ts';
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

test('a statement that was learnt twice is one row, and what stands beside it in a row is kept', () => {
  const row = (id: string, content: string, count = 1) => ({ id, content, count });
  const rows = [row('a', 'Tea at five.'), row('b', 'Tea at five.'), row('c', 'Tea at five.', 3), row('d', 'Bees.')];
  expect(saidOnce(rows, (one) => one).map(({ id }) => id)).toStrictEqual(['a', 'c', 'd']);
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
    batch('undo', 40, { undoes: 'import', changedSince: true, memories: 1 }),
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
  // The service looks at the first memory alone: of several, others may have changed too.
  const whole = [batch('several', 9, { changedSince: true }), batch('one', 8, { changedSince: true, memories: 1 })];
  expect(shown(whole as unknown as typeof given)).toStrictEqual([
    ['several', 'several', false, false],
    ['one', 'one', false, true],
  ]);
  const newSince = (batches: typeof given, second: number) =>
    newIn(batches, batch('since', second).createdAt).map(({ batchId }) => batchId);
  expect(newSince(given, 20)).toStrictEqual(['later', 'import']);
  expect(newSince(given, 25)).toStrictEqual(['later']);
  const undone = newIn(given.slice(1), batch('since', 20).createdAt).filter(({ isUndone }) => isUndone);
  expect(undone.map(({ batchId }) => batchId)).toStrictEqual(['import']);
});

test('a session learnt from is one row a day, and its undone turns are another', () => {
  const turn = (batchId: string, second: number, more: object = {}) => ({
    ...{ batchId, characterId: 'c', by: { kind: 'model', name: 'auto-capture', client: 'claude-code' } },
    ...{ memories: 2, added: 2, changeType: 'CREATED', content: batchId, memoryId: 'm', learntIn: 's' },
    createdAt: new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString(),
    changedSince: false,
    ...more,
  });
  const other = { learntIn: 't' };
  const undo = { undoes: 'a', learntIn: undefined };
  const given = [turn('u', 60, undo), turn('d', 50), turn('o', 40, other), turn('b', 30), turn('a', 20)];
  const rows = rowsOf(given as unknown as Parameters<typeof rowsOf>[0], []);
  expect(rows.map((row) => 'batchId' in row && [row.batchId, row.further.map((one) => one.lastId)])).toStrictEqual([
    ['d', ['b']],
    ['o', []],
    ['a', []],
  ]);
  expect(rows[0]).toMatchObject({ memories: 4, added: 4 });
});

test('three single changes of one act are one row, and two of it, or three acts, are a row each', () => {
  const singles = [50, 49, 49].map((second, i) => change(`n${i}`, second));
  const edits = [20, 20].map((second, i) => change(`e${i}`, second, { changeType: 'UPDATED' }));
  const acts = [16, 13, 10].map((second, i) => change(`a${i}`, second, { by: { kind: 'user', name: 'dashboard' } }));
  const rows = rowsOf([], [], [...singles, ...edits, ...acts]);
  expect(rows.map((row) => 'changes' in row && row.changes.map(({ id }) => id).join(' '))).toStrictEqual([
    'n0 n1 n2',
    ...['e0', 'e1', 'a0', 'a1', 'a2'],
  ]);
});

test('decisions of one person within a minute are one row, also between other acts and over characters', () => {
  const by = { kind: 'user', name: 'local' } as const;
  const act = (id: string, second: number, changeType: Change['changeType'], more: object = {}) =>
    change(id, second, { changeType, memoryId: id, by, ...more });
  const rejected = [50, 40, 30].map((second, i) => act(`r${second}`, second, 'REJECTED', { characterId: `c${i}` }));
  const deleted = [45, 35, 25].map((second) => act(`d${second}`, second, 'DELETED'));
  const hooks = [44, 34, 24].map((second) => change(`h${second}`, second, { memoryId: `h${second}` }));
  const rows = rowsOf([], [], [...rejected, ...deleted, ...hooks]);
  const ids = rows.map((row) => ('changes' in row ? row.changes.map(({ id }) => id).join(' ') : ''));
  expect(ids.toSorted()).toStrictEqual(['d25', 'd35', 'd45', 'h24', 'h34', 'h44', 'r50 r40 r30']);
});

test('a decision that its author takes back at once is one row, and an edit another', () => {
  const [changeType, memoryId] = ['DELETED', 'm'] as const;
  const taken = [
    change('asked', 50, { memoryId, revision: 4, changeType: 'PROPOSED' }),
    change('rejected', 40, { memoryId, revision: 3, changeType }),
    change('kept', 30, { memoryId, revision: 2, changeType: 'RESTORED' }),
    change('edited', 20, { memoryId, revision: 1, changeType: 'UPDATED' }),
    change('other', 10, { changeType }),
  ];
  const rows = rowsOf([], [], taken).flatMap((row) => ('changes' in row ? row.changes : []));
  expect(rows.map(({ id, isUndone, last }) => [id, isUndone, last.id])).toStrictEqual([
    ['kept', true, 'asked'],
    ['edited', false, 'edited'],
    ['other', false, 'other'],
  ]);
  expect(rows[0]?.changeType).toBe('RESTORED');
});

test('a decision that its author made again is one row, which holds', () => {
  const by = { by: { kind: 'user', name: 'dashboard' } } as const;
  const decided = (changeType: Change['changeType'], ...more: Change['changeType'][]) =>
    [changeType, ...more].map((type, i) =>
      change(`${i}`, i, { ...by, memoryId: 'm', revision: i + 2, changeType: type }),
    );
  const shown = (changes: readonly Change[]) =>
    rowsOf([], [], changes).map(
      (row) => 'changes' in row && row.changes.map(({ changeType, isUndone, last }) => [changeType, isUndone, last.id]),
    );
  expect(shown(decided('REJECTED', 'PROPOSED', 'REJECTED'))).toStrictEqual([[['REJECTED', false, '2']]]);
  expect(shown(decided('CREATED', 'DELETED', 'PROPOSED'))).toStrictEqual([[['CREATED', true, '2']]]);
  expect(shown(decided('CREATED', 'DELETED', 'PROPOSED', 'CREATED'))).toStrictEqual([[['CREATED', false, '3']]]);
  expect(shown(decided('REJECTED', 'PROPOSED', 'CREATED'))).toHaveLength(2);
});

test('a memory that has moved is in the list once, and once among the changes of its batch', () => {
  const of = { memoryId: 'm' };
  const own = change('own', 10, { ...of, characterId: 'a' });
  const learnt = { ...own, batchId: 'learnt', memories: 1, learntIn: 's' };
  const copy = change('copy', 10, { ...of, characterId: 'b' });
  expect(rowsOf([learnt], [], [copy])).toHaveLength(1);
  expect(rowsOf([], [], [copy, own])).toHaveLength(1);
  const left = change('left', 20, { ...of, characterId: 'a', changeType: 'DELETED' });
  const came = change('came', 20, { ...of, characterId: 'b', changeType: 'RESTORED' });
  const other = change('other', 20, { changeType: 'UPDATED' });
  expect(withMoves([left, came, other]).map(({ id, done }) => [id, done])).toStrictEqual([
    ['came', 'moved'],
    ['other', 'changed'],
  ]);
});

test('a list shows no row that is older than what was read of another list', async () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();
  const batch = (batchId: string, second: number) => ({
    batchId,
    memories: 1,
    createdAt: at(second),
    changedSince: false,
  });
  const pages = {
    listBatches: [[batch('b', 40), batch('c', 30)], [batch('d', 10)]],
    listChanges: [[change('x', 50)], []],
  };
  const asked: string[] = [];
  const client = {
    call: async (name: keyof typeof pages, { cursor = '0' }: { cursor?: string }) => {
      asked.push(`${name} ${cursor}`);
      const rows = pages[name][Number(cursor)] ?? [];
      const nextCursor = pages[name].length > Number(cursor) + 1 ? String(Number(cursor) + 1) : undefined;
      return { batches: rows, changes: rows, nextCursor };
    },
  } as unknown as Parameters<typeof readHappened>[0];
  const { signal } = new AbortController();
  const first = await readHappened(client, {}, undefined, signal);
  const keys = (page: typeof first) =>
    happenedOf(page, []).map((row) => ('batchId' in row ? row.batchId : 'changes' in row && row.changes[0].id));
  expect(keys(first)).toStrictEqual(['x']);
  const second = await readHappened(client, {}, first.nextCursor, signal);
  expect(asked).toStrictEqual(['listBatches 0', 'listChanges 0', 'listChanges 1']);
  expect(keys({ ...second, rows: [...first.rows, ...second.rows] })).toStrictEqual(['x', 'b', 'c']);
});

test('a change that only took back the one before is a state of that one', () => {
  const you = { by: { kind: 'user', name: 'dashboard' }, memoryId: 'm' } as const;
  const edit = { changeType: 'UPDATED', content: 'Oslo', previousContent: 'Rome' } as const;
  const rows = (...changes: Change[]) =>
    rowsOf([], [], changes).map(
      (row) => 'changes' in row && row.changes.map(({ id, isUndone, last }) => [id, isUndone, last.id]),
    );
  const deleted = change('a', 1, { ...you, changeType: 'DELETED', revision: 2, changedSince: true });
  const restored = change('b', 2, { ...you, changeType: 'RESTORED', revision: 3, changedSince: true });
  const again = change('c', 3, { ...you, changeType: 'DELETED', revision: 4 });
  expect(rows(restored, deleted)).toStrictEqual([[['a', true, 'b']]]);
  expect(rows(again, restored, deleted)).toStrictEqual([[['a', false, 'c']]]);
  const one = change('d', 1, { ...you, ...edit, revision: 2 });
  const back = change('e', 2, { ...you, changeType: 'UPDATED', content: 'Rome', previousContent: 'Oslo', revision: 3 });
  expect(rows(back, one)).toStrictEqual([[['d', true, 'e']]]);
  const further = { ...back, content: 'Bonn' };
  expect(rows(further, one)).toStrictEqual([[['e', false, 'e']], [['d', false, 'd']]]);
  expect(rows({ ...restored, by: { kind: 'model', name: 'm' } }, deleted)).toHaveLength(2);
});

test('a row whose memory was changed since names the newest change of it, which is undone first', () => {
  const of = { memoryId: 'm', changedSince: true };
  const learnt = { ...change('learnt', 10, of), batchId: 'learnt', memories: 1, added: 1, learntIn: 's' };
  const moved = { ...change('moved', 20, { ...of, changeType: 'DELETED' }), batchId: 'moved', memories: 1, moved: 'd' };
  const deleted = change('deleted', 30, { ...of, revision: 3, changeType: 'DELETED', changedSince: false });
  const shown = (...changes: Change[]) =>
    rowsOf([moved, learnt], [], changes)
      .map((row) => ('changes' in row ? row.changes[0] : row))
      .map((row) => ('undoFirst' in row ? row.undoFirst : undefined));
  expect(shown(deleted)).toStrictEqual([undefined, 'deleted', 'deleted']);
  expect(shown()).toStrictEqual([undefined, '1 memory moved']);
});

test('an answer that also moves what stays is titled by it, whichever character is listed first', () => {
  const { revision: _, ...own } = change('b', 10);
  const of = { ...own, batchId: 'changed-b', memories: 1 };
  const left = { ...of, memoryId: 'newer', content: 'Lisbon', moved: 'd', characterId: 'c' };
  const ended = { ...of, memoryId: 'older', content: 'Leeds', replacedBy: 'Lisbon', characterId: 'd', memories: 2 };
  for (const batches of [
    [left, ended],
    [ended, left],
  ]) {
    const row = rowsOf(batches, [])[0] as Parameters<typeof titleOf>[0];
    expect([titleOf(row), row.content, row.memories]).toStrictEqual(['Lisbon', 'Leeds', 2]);
  }
});

test('an undo of late that has reached fewer memories than there are may be under way', () => {
  const batch = (batchId: string, memories: number, createdAt: string, undoes?: string) =>
    ({ batchId, memories, createdAt, undoes, characterId: 'c', changeType: 'DELETED' }) as never;
  const reached = (createdAt: string, memories: number) =>
    rowsOf([batch('u~b', memories, createdAt, 'b'), batch('b', 9, '2026-01-01T00:00:00.000Z')], []).map((row) =>
      'batchId' in row ? row.reached : row,
    );
  const now = new Date().toISOString();
  expect([reached(now, 4), reached(now, 9), reached('2026-01-02T00:00:00.000Z', 4)]).toStrictEqual([
    [4],
    [undefined],
    [undefined],
  ]);
});
