import { expect, test } from 'vitest';
import type { CapturedClause } from '../../../src/domain/captured-clause.ts';
import type { Captured, HookSession, NewReceipt, Recalled } from '../../../src/domain/stores/hooks.ts';
import type { NewRecall } from '../../../src/domain/stores/recalls.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { tiers } from '../../../src/domain/tier.ts';
import { reconcile } from '../../../src/files/reconcile.ts';
import {
  addition,
  at,
  id,
  newCharacter,
  newMemory,
  newPiece,
  newSnapshot,
  ours,
  rejection,
  theirs,
  withAda,
} from '../../support/builders.ts';
import { captureTurn } from '../../support/captured-turn.ts';
import { contract } from '../../support/engines.ts';

const session: HookSession = { host: 'codex', session: 's1' };
const receipt: NewReceipt = { event: 'Stop', characterId: id(1), given: 0, tokens: 0, captured: 0, leftOut: {} };
const recall = (memoryIds: string[], restarts = false, asked = memoryIds.join()): Recalled => ({
  asked,
  restarts,
  memoryIds,
  receipt: { ...receipt, given: memoryIds.length },
});
const given = (...memoryIds: string[]) => memoryIds.map((memoryId) => ({ characterId: id(1), memoryId }));
const cursor = (position: number, path = '/t') => ({ path, position, head: 'h' });
const turn = (n: number) => ({ key: `k${n}`, role: 'user' as const, memory: newMemory(n, `turn ${n}`) });
const captured = (from: Captured['from'], position: number, ...numbers: number[]): Captured => ({
  from,
  to: cursor(position),
  turns: numbers.map(turn),
  receipt,
});
const queued = async (store: Store) => {
  const jobs = await store.captures.claim(tiers, 9_000, { holder: 'worker', until: 9_000 }, 10, 'turns');
  return jobs.map(({ memory, speaker }) => [speaker, memory.content]);
};

contract('hooks', (open) => {
  test('a session counts the memories it was given and those stored from it', async () => {
    const { store } = await open();
    await withAda(store);
    expect(await store.hooks.counts(ours, session, id(1))).toStrictEqual({ given: 0, kept: 0 });
    await store.hooks.recalled(ours, session, recall(['a', 'b']), 1_000);
    const kept = [1, 2, 3].map((n) => ({
      kind: 'add' as const,
      memory: { ...newMemory(n, `kept ${n}`), sessionId: n === 3 ? 's2' : 's1' },
    }));
    await store.memories.write(ours, id(1), kept, { changedBy: 'test', now: 2_000 });
    expect(await store.hooks.counts(ours, session, id(1))).toStrictEqual({ given: 2, kept: 2, keptAt: 2_000 });
    expect(await rejection(store.hooks.counts(theirs, session, id(1)))).toBe('CharacterNotFound');
  });

  test('a copy of a turn in another session is recognized by any of its marks', async () => {
    const { store } = await open();
    await withAda(store);
    const first = captured(undefined, 10, 1);
    const marked = (...said: string[]) => ({ ...first, turns: first.turns.map((turn) => ({ ...turn, said })) });
    const other = { ...session, session: 's2' };
    expect(await store.hooks.captured(ours, session, marked('id', 'time'), 1_000)).toBe(1);
    const asked = [
      { key: 'k1', said: ['time'] },
      { key: 'k2', said: ['other', 'id'] },
      { key: 'k3', said: ['other'] },
    ];
    expect(await store.hooks.notCaptured(ours, other, id(1), asked)).toStrictEqual(new Set(['k3']));
    expect(await store.hooks.captured(ours, other, marked('later', 'time'), 1_001)).toBe(0);
    expect(await queued(store)).toStrictEqual([['user', 'turn 1']]);
    const third = { ...session, session: 's3' };
    expect(await store.hooks.captured(ours, third, marked('later'), 1_002)).toBe(0);
    expect(await store.hooks.captured(ours, third, { ...marked('new'), from: first.to }, 1_003)).toBe(0);
  });

  test('turns that were extracted before are not queued, and count as captured', async () => {
    const { store } = await open();
    await withAda(store);
    expect(await store.hooks.notCaptured(ours, session, id(1), [{ key: 'k1' }, { key: 'k2' }])).toStrictEqual(
      new Set(['k1', 'k2']),
    );
    const done = { ...captured(undefined, 10, 1), isExtracted: true } as const;
    expect(await store.hooks.captured(ours, session, done, 1_000)).toBe(1);
    expect(await queued(store)).toStrictEqual([]);
    expect(await store.hooks.notCaptured(ours, session, id(1), [{ key: 'k1' }, { key: 'k2' }])).toStrictEqual(
      new Set(['k2']),
    );
    const other = { ...session, session: 's2' };
    expect(await store.hooks.notCaptured(ours, other, id(1), [{ key: 'k1' }])).toStrictEqual(new Set(['k1']));
    expect(await rejection(store.hooks.notCaptured(theirs, session, id(1), [{ key: 'k1' }]))).toBe('CharacterNotFound');
    expect(await store.hooks.captured(ours, session, captured(cursor(10), 20, 1, 2), 1_001)).toBe(1);
    expect(await queued(store)).toStrictEqual([['user', 'turn 2']]);
  });

  const clause = (text: string, more: Partial<CapturedClause> = {}): CapturedClause => {
    return { text, outcome: 'kept', reason: 'said as a rule', kind: 'rule', ...more };
  };

  test('receipts of turns list each clause’s outcome, by session or for all', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(11, 'one'), addition(12, 'two', { isProposed: true })], at());
    await captureTurn(store, ours, id(1), [clause('one', { memoryId: id(11) })], { session: 's1' });
    const two = [clause('two', { outcome: 'proposed', memoryId: id(12) }), clause('three', { outcome: 'left out' })];
    await captureTurn(store, ours, id(1), two, { session: 's2' });
    const all = await store.hooks.turns(ours, { limit: 10 });
    expect(all.map(({ session, host }) => [session, host])).toStrictEqual([
      ['s2', 'codex'],
      ['s1', 'codex'],
    ]);
    expect(all[0]!.clauses.map(({ text, state }) => [text, state])).toStrictEqual([
      ['two', 'PROPOSED'],
      ['three', undefined],
    ]);
    expect(await store.hooks.turns(ours, { session: 's1', limit: 10 })).toStrictEqual([all[1]]);
    expect(await store.hooks.turn(ours, all[1]!.id)).toStrictEqual(all[1]);
    expect(await store.hooks.turn(ours, 'none')).toBeUndefined();
    expect(await store.hooks.turns(theirs, { limit: 10 })).toStrictEqual([]);
  });

  test('receipts of a character include turns of others’ sessions that stored something in it', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 600);
    await captureTurn(store, ours, id(1), [clause('one'), clause('two', { characterId: id(2) })], { session: 's1' });
    await captureTurn(store, ours, id(1), [clause('three')], { session: 's2' });
    const sessionsOf = async (characterId: string) =>
      (await store.hooks.turns(ours, { characterId, limit: 10 })).map(({ session }) => session);
    expect(await sessionsOf(id(1))).toStrictEqual(['s2', 's1']);
    expect(await sessionsOf(id(2))).toStrictEqual(['s1']);
  });

  test('verdicts on stored and proposed statements are counted until reset', async () => {
    const { store } = await open();
    await withAda(store);
    const proposed = addition(12, 'two', { isProposed: true });
    await store.memories.write(ours, id(1), [addition(11, 'one'), proposed, addition(13, 'three')], at());
    const turn = [
      clause('one', { memoryId: id(11) }),
      clause('two', { outcome: 'proposed', memoryId: id(12) }),
      clause('three', { outcome: 'left out' }),
      clause('four', { outcome: 'known', memoryId: id(11) }),
    ];
    await captureTurn(store, ours, id(1), turn);
    const kept = { kind: 'rule', outcome: 'kept', isRejected: false };
    expect(await store.hooks.verdicts(ours, id(1))).toStrictEqual([kept]);
    const turnId = (await store.hooks.turns(ours, { limit: 1 }))[0]!.id;
    await store.hooks.clauseKept(ours, id(1), turnId, 2, id(13));
    await store.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(12) }], at());
    await store.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(11) }], at());
    expect(await store.hooks.verdicts(ours, id(1))).toStrictEqual([
      kept,
      { kind: 'rule', outcome: 'proposed', isRejected: true },
      { kind: 'rule', outcome: 'kept', isRejected: true },
    ]);
    await store.hooks.forgetVerdicts(ours, id(1), 'rule', 9_500);
    expect(await store.hooks.verdicts(ours, id(1))).toStrictEqual([]);
    expect(await rejection(store.hooks.verdicts(theirs, id(1)))).toBe('CharacterNotFound');
  });

  test('a session keeps the list of given memories until its start clears it', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    expect(await store.hooks.find(ours, session, id(1))).toStrictEqual({ own: [], given: [] });
    await store.hooks.recalled(ours, session, recall(['a', 'b']), 1_000);
    await store.hooks.recalled(ours, session, recall(['b', 'c']), 1_001);
    const other = await reopen();
    expect(await other.hooks.find(ours, session, id(1))).toStrictEqual({
      own: [],
      given: given('a', 'b', 'c'),
      cursor: undefined,
      asked: { key: 'b,c', at: 1_001 },
    });
    expect(await store.hooks.find(ours, { ...session, session: 's2' }, id(1))).toStrictEqual({ own: [], given: [] });
    expect(await store.hooks.find(theirs, session, undefined)).toStrictEqual({ own: [], given: [] });
    await store.hooks.recalled(ours, session, recall(['d'], true), 1_002);
    expect(await store.hooks.find(ours, session, id(1))).toMatchObject({ given: given('d') });
    await store.hooks.forget(ours, session, id(1), 1_003);
    expect(await store.hooks.find(ours, session, id(1))).toMatchObject({ given: [] });
  });

  test('characters in one session have separate cursors, and know each other’s recalls', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 1_000);
    expect(await store.hooks.recalled(ours, session, recall(['a']), 1_000)).toBe(true);
    expect(await store.hooks.captured(ours, session, captured(undefined, 10, 1), 1_000)).toBe(1);
    const ofBo = { ...captured(undefined, 10, 1), receipt: { ...receipt, characterId: id(2) } };
    expect(await store.hooks.find(ours, session, id(2))).toStrictEqual({ own: [], given: given('a') });
    expect(await store.hooks.find(ours, session, undefined)).toStrictEqual({ own: [], given: given('a') });
    expect(await store.hooks.captured(ours, session, ofBo, 1_000)).toBe(1);
    await store.hooks.forget(ours, session, id(2), 1_003);
    expect(await store.hooks.find(ours, session, id(2))).toStrictEqual({
      own: [],
      given: given('a'),
      cursor: cursor(10),
      asked: undefined,
    });
    expect(await rejection(store.hooks.find(theirs, session, id(1)))).toBe('CharacterNotFound');
  });

  test('a repeated question is answered once in ten seconds, unless the session was compacted', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 1_000);
    const asked = (at: number, key = 'q', characterId = id(1)) => {
      const one = recall([], false, key);
      return store.hooks.recalled(ours, session, { ...one, receipt: { ...receipt, characterId } }, at);
    };
    expect(await Promise.all([asked(1_000), asked(1_000)])).toStrictEqual([true, false]);
    expect(await asked(10_999)).toBe(false);
    expect(await asked(1_001, 'q', id(2))).toBe(true);
    expect(await asked(11_000)).toBe(true);
    expect(await asked(11_001, 'other')).toBe(true);
    expect(await asked(11_002)).toBe(true);
    await store.hooks.forget(ours, session, id(1), 1_003);
    expect(await asked(11_003)).toBe(true);
    expect(await store.hooks.receipts(ours, 10)).toHaveLength(6);
  });

  test('a turn is queued once, and the cursor only moves from the position that was read', async () => {
    const { store } = await open();
    await withAda(store);
    expect(await store.hooks.captured(ours, session, captured(undefined, 10, 1, 2), 1_000)).toBe(2);
    expect(await store.hooks.captured(ours, session, captured(undefined, 20, 3), 1_000)).toBeUndefined();
    expect(await store.hooks.captured(ours, session, captured(cursor(10), 20, 2, 3), 1_001)).toBe(1);
    expect(await store.hooks.find(ours, session, id(1))).toStrictEqual({
      own: [],
      given: [],
      cursor: cursor(20),
      asked: undefined,
    });
    expect(await queued(store)).toStrictEqual([
      ['user', 'turn 1'],
      ['user', 'turn 2'],
      ['user', 'turn 3'],
    ]);
    const [latest] = await store.hooks.receipts(ours, 1);
    expect(latest).toStrictEqual({
      ...receipt,
      host: 'codex',
      at: '1970-01-01T00:00:01.001Z',
      captured: 1,
      leftOut: { repeated: 1 },
    });
    expect(await store.hooks.receipts(ours, 10)).toHaveLength(2);
    expect(await store.hooks.receipts(theirs, 10)).toStrictEqual([]);
    expect(await rejection(store.hooks.captured(theirs, session, captured(undefined, 1, 4), 1_000))).toBe(
      'CharacterNotFound',
    );
  });

  test('extracted statements of a turn become memories of the character', async () => {
    const { store } = await open();
    await withAda(store);
    await store.hooks.captured(ours, session, captured(undefined, 10, 1), 1_000);
    const [job] = await store.captures.claim(tiers, 1_000, { holder: 'worker', until: 1_100 }, 10);
    expect(job).toStrictEqual({
      jobId: expect.any(String),
      tenantId: ours.tenantId,
      tier: 'BUSINESS',
      characterId: id(1),
      speaker: 'user',
      memory: JSON.parse(JSON.stringify(turn(1).memory)),
      attempts: 0,
    });
    const changes = [{ kind: 'add' as const, memory: newMemory(50, 'what it says') }];
    expect(await store.captures.finish('worker', job?.jobId ?? '', changes, at(1_001))).toBe(1);
    expect(await store.memories.get(ours, id(1), id(50))).toMatchObject({ content: 'what it says' });
    expect(await queued(store)).toStrictEqual([]);
  });

  test('a session’s list of given memories is deleted after 90 days, its cursor after two years', async () => {
    const { store } = await open();
    await withAda(store);
    await store.hooks.captured(ours, session, captured(undefined, 10, 1), 1_000);
    const later = 1_000 + 90 * 24 * 3_600_000;
    await store.hooks.recalled(ours, { ...session, session: 's2' }, recall([], true), later);
    expect((await store.hooks.find(ours, session, id(1))).cursor).toStrictEqual(cursor(10));
    expect(await store.hooks.notCaptured(ours, session, id(1), [{ key: 'k1' }])).toStrictEqual(new Set());
    await store.hooks.recalled(ours, { ...session, session: 's3' }, recall([], true), later + 1);
    expect((await store.hooks.find(ours, session, id(1))).cursor).toStrictEqual(cursor(10));
    expect(await store.hooks.notCaptured(ours, session, id(1), [{ key: 'k1' }])).toStrictEqual(new Set(['k1']));
    const muchLater = 1_001 + 730 * 24 * 3_600_000;
    await store.hooks.recalled(ours, { ...session, session: 's4' }, recall([], true), muchLater);
    expect(await store.hooks.find(ours, session, id(1))).toStrictEqual({ own: [], given: [] });
  });

  test('waiting and failed turns are counted, without the pieces of files', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 1_000);
    const ofBo = { ...captured(undefined, 10, 3), receipt: { ...receipt, characterId: id(2) } };
    await store.hooks.captured(ours, session, captured(undefined, 10, 1, 2), 5);
    await store.hooks.captured(ours, session, ofBo, 5);
    const pieces = newSnapshot(30, [newPiece(31, 'a line')], { capture: true });
    await store.files.push(ours, id(1), pieces, reconcile, at(5));
    const waiting = async (filter: object, scope = ours) =>
      (await store.changes.statistics(scope, { from: 0, to: 86_400_000, ...filter })).waitingTurns;
    expect(await waiting({})).toStrictEqual({ turns: 3, failed: 0 });
    expect(await waiting({ characterId: id(2) })).toStrictEqual({ turns: 1, failed: 0 });
    expect(await waiting({}, theirs)).toStrictEqual({ turns: 0, failed: 0 });
    const jobs = await store.captures.claim(['BUSINESS'], 5, { holder: 'w', until: 9 }, 9, 'turns');
    const [first, second] = jobs.map(({ jobId }) => jobId) as [string, string];
    await store.captures.fail('w', first, 'no answer', 20, 6);
    await store.captures.finish('w', second, [], at(6));
    const [one, other] = [await waiting({ characterId: id(1) }), await waiting({ characterId: id(2) })];
    expect(one.turns + other.turns).toBe(2);
    expect(await waiting({})).toStrictEqual({ turns: 2, failed: 1, error: 'no answer' });
  });

  test('a recall is logged once, together with its receipt, and old ones are removed', async () => {
    const { store } = await open();
    await withAda(store);
    const day = 86_400_000;
    const logged = (query: string, time: number): NewRecall => ({
      ...{ characterId: id(1), at: time, by: 'codex', via: 'system', kind: 'hook', query },
      results: [{ memoryId: id(11), relevance: 0.5 }],
    });
    await store.recalls.add(ours.tenantId, [logged('old', 1_000), logged('young', day)]);
    const told = { ...recall([], true), log: { recall: logged('hooked', 3 * day), keptSince: day } };
    expect(await store.hooks.recalled(ours, session, told, 3 * day)).toBe(true);
    expect(await store.hooks.recalled(ours, session, told, 3 * day + 1)).toBe(false);
    const recalls = await store.recalls.list(ours, { limit: 10 });
    expect(recalls.map(({ query }) => query)).toStrictEqual(['hooked', 'young']);
  });
});
