import { describe, expect, test } from 'vitest';
import type { Revision } from '../../src/domain/memory.ts';
import type { Stored } from '../support/answers.ts';
import { openWithAda, type Session } from '../support/harness.ts';

const characterId = 'Ada';

interface Change {
  id: string;
  memoryId: string;
  revision: number;
  content: string;
  previousContent?: string;
  by: { kind: string; name: string };
  seen: boolean;
}
interface Changes {
  changes: Change[];
  nextCursor?: string;
}

const store = (session: Session, content: string) =>
  session.call<Stored>('add_memory_direct', { characterId, content, category: 'general' });

/** With the tools for review. */
const openAll = () => openWithAda({ toolsets: ['memories', 'categories', 'characters', 'review'] });

describe('list_changes', () => {
  test('list_changes is paged, newest first', async () => {
    const session = await openAll();
    const { id: memoryId } = await store(session, 'Likes tea.');
    await store(session, 'Plays chess.');
    session.clock.now += 1_000;
    await session.call('update_memory', { characterId, memoryId, content: 'Likes green tea.' });
    const first = await session.call<Changes>('list_changes', { limit: 2 });
    expect(first.changes.map(({ content }) => content)).toStrictEqual(['Likes green tea.', 'Plays chess.']);
    expect(first.changes[0]).toMatchObject({
      memoryId,
      revision: 2,
      previousContent: 'Likes tea.',
      by: { kind: 'model', name: 'local' },
      seen: false,
    });
    const second = await session.call<Changes>('list_changes', { limit: 2, cursor: first.nextCursor });
    expect(second.changes.map(({ content }) => content)).toStrictEqual(['Likes tea.']);
    expect(second).not.toHaveProperty('nextCursor');
    expect(await session.call('list_changes', { by: 'user' })).toStrictEqual({ changes: [] });
  });

  test('list_changes names the program of a change, and counts those to review behind many additions', async () => {
    const session = await openAll();
    const { id: memoryId, characterId: ada } = await store(session, 'Likes tea.');
    await session.call('create_character', { name: 'Bo' });
    expect(await session.call('count_reviews', {})).toStrictEqual({ edits: 0, proposals: 0, characters: [] });
    await session.call('update_memory', { characterId, memoryId, content: 'Likes green tea.' });
    session.clock.now += 1_000;
    for (let n = 0; n < 120; n++) await store(session, `Note ${n}`);
    const gone = await session.call<Stored>('add_memory_direct', {
      characterId: 'Bo',
      content: 'x',
      category: 'general',
    });
    await session.call('delete_memory', { characterId: 'Bo', memoryId: gone.id });
    const characters = [
      { characterId: ada, edits: 1, proposals: 0 },
      { characterId: gone.characterId, edits: 1, proposals: 0 },
    ];
    const counts = await session.call<{ characters: { characterId: string }[] }>('count_reviews', {});
    expect(counts).toMatchObject({ edits: 2, proposals: 0 });
    expect(counts.characters.toSorted((a) => (a.characterId === ada ? -1 : 1))).toStrictEqual(characters);
    const { changes } = await session.call<Changes>('list_changes', { toReview: true, characterId, limit: 5 });
    expect(changes).toMatchObject([{ memoryId, revision: 2, by: { kind: 'model', name: 'local', client: 'test' } }]);
    await session.call('review_change', { changeId: changes[0]?.id, verdict: 'kept' });
    expect(await session.call('count_reviews', {})).toMatchObject({ edits: 1, characters: [{ edits: 1 }] });
    expect(await session.call('list_changes', { client: 'other' })).toStrictEqual({ changes: [] });
    const { revisions } = await session.call<{ revisions: object[] }>('get_memory_history', { characterId, memoryId });
    expect(revisions).toMatchObject([{ client: 'test' }, { client: 'test' }]);
    expect(await session.call('get_statistics', {})).toMatchObject({ byClient: [{ client: 'test', stored: 122 }] });
  });

  test('list_changes refuses an invalid cursor and an unknown character', async () => {
    const session = await openAll();
    expect(await session.fault('list_changes', { cursor: 'x' })).toMatchObject({ type: 'InvalidInput' });
    expect(await session.fault('list_changes', { characterId: 'Bo' })).toMatchObject({ type: 'CharacterNotFound' });
  });

  test('a reviewed change is marked until that is taken back, and an unknown one is NotFound', async () => {
    const session = await openAll();
    await store(session, 'Likes tea.');
    const { changes } = await session.call<Changes>('list_changes', {});
    const changeId = changes[0]?.id;
    expect(await session.call('review_change', { changeId, verdict: 'kept' })).toStrictEqual({
      id: changeId,
      verdict: 'kept',
    });
    const isSeen = async () => (await session.call<Changes>('list_changes', {})).changes[0]?.seen;
    expect(await isSeen()).toBe(true);
    await session.call('review_change', { changeId, verdict: 'open' });
    expect(await isSeen()).toBe(false);
    for (const wrong of ['x', `${changeId}9`, String(changeId).replace(/^./, 'z'), 'a.b.c.d'])
      expect(await session.fault('review_change', { changeId: wrong, verdict: 'kept' })).toMatchObject({
        type: 'NotFound',
      });
  });
});

describe('revert_memory', () => {
  test('revert_memory restores an old revision, also of a deleted memory with a deleted category', async () => {
    const session = await openAll();
    await session.call('add_category', { characterId, name: 'drinks', description: 'x' });
    const { id: memoryId } = await session.call<Stored>('add_memory_direct', {
      characterId,
      content: 'Likes tea.',
      category: 'drinks',
      importance: 'HIGH',
    });
    const changed = { characterId, memoryId, content: 'Likes coffee.', importance: 'LOW', category: 'general' };
    await session.call('update_memory', changed);
    const back = { characterId, memoryId, revision: 1 };
    const reverted = { content: 'Likes tea.', importance: 'HIGH', category: 'drinks', revision: 3 };
    expect(await session.call('revert_memory', back)).toMatchObject(reverted);
    await session.call('delete_category', { characterId, name: 'drinks', reassignTo: 'general' });
    await session.call('delete_memory', { characterId, memoryId });
    const restored = await session.call<Stored>('revert_memory', { ...back, revision: 2 });
    expect(restored).toMatchObject({ content: 'Likes coffee.', state: 'ACTIVE', category: 'general' });
    expect(await session.call('revert_memory', back)).toMatchObject({ content: 'Likes tea.', category: 'general' });
  });

  test('revert_memory refuses an unknown revision, and a text that another memory has', async () => {
    const session = await openAll();
    const { id: memoryId } = await store(session, 'Likes tea.');
    const fault = await session.fault('revert_memory', { characterId, memoryId, revision: 2 });
    expect(fault).toMatchObject({ type: 'InvalidInput', message: 'revision must be 1 to 1, not 2.' });
    await session.call('update_memory', { characterId, memoryId, content: 'Likes coffee.' });
    await store(session, 'Likes tea.');
    const twice = await session.fault('revert_memory', { characterId, memoryId, revision: 1 });
    expect(twice).toMatchObject({ type: 'ConflictUnresolved' });
  });
});

describe('change_memories', () => {
  test('change_memories changes as many as possible in one batch, and reports the others', async () => {
    const session = await openAll();
    const made = await Promise.all(['one', 'two', 'three'].map((text) => store(session, text)));
    const [one = '', two = '', three = ''] = made.map(({ id }) => id);
    const change = { category: 'facts', importance: 'HIGH', salience: 0.9 };
    const answer = await session.call('change_memories', { characterId, ids: [one, two, one, 'none'], change });
    expect(answer).toMatchObject({ changed: 2, failed: [{ id: 'none', error: { type: 'MemoryNotFound' } }] });
    expect(await session.call('get_memory', { characterId, memoryId: two })).toMatchObject({ ...change, revision: 2 });
    const gone = { characterId, ids: [one, three], change: { state: 'DELETED' } };
    expect(await session.call('change_memories', gone)).toStrictEqual({
      changed: 2,
      failed: [],
      batchId: expect.any(String),
    });
    const back = { characterId, ids: [one, three], change: { state: 'ACTIVE', importance: 'LOW' } };
    expect(await session.call('change_memories', back)).toStrictEqual({
      changed: 2,
      failed: [],
      batchId: expect.any(String),
    });
    const { total } = await session.call<{ total: number }>('list_memories', { characterId, importance: 'LOW' });
    expect(total).toBe(2);
  });

  test('a change of all matches of a filter is one batch; undo keeps later changes', async () => {
    const session = await openAll();
    const texts = Array.from({ length: 230 }, (_, n) => `Notiz ${n}: Übung ${n} 日本語`);
    for (let n = 0; n < texts.length; n += 115) {
      const memories = texts.slice(n, n + 115).map((content) => ({ content, category: 'facts' }));
      await session.call('add_memories', { characterId, memories });
    }
    const kept = await store(session, 'not among the facts');
    const filter = { category: 'facts' };
    const all = async (input: object) =>
      (await session.call<{ total: number }>('list_memories', { characterId, ...input })).total;
    const moved = await session.call<{ batchId: string }>('change_memories', {
      characterId,
      filter,
      change: { category: 'general', importance: 'HIGH' },
    });
    expect(moved).toStrictEqual({ changed: 230, failed: [], batchId: expect.any(String) });
    const gone = { characterId, filter: { importance: 'HIGH' }, change: { state: 'DELETED' } };
    const deleted = await session.call<{ batchId: string }>('change_memories', gone);
    expect(deleted).toMatchObject({ changed: 230 });
    expect(await all({})).toBe(1);
    const { memories } = await session.call<{ memories: Stored[] }>('list_memories', { characterId, state: 'DELETED' });
    await session.call('restore_memory', { characterId, memoryId: memories[0]!.id });
    const undone = await session.call<{ batchId: string }>('undo_batch', { characterId, batchId: deleted.batchId });
    const left = [expect.objectContaining({ memoryId: memories[0]!.id, changeType: 'RESTORED' })];
    expect(undone).toStrictEqual({ changed: 229, failed: [], batchId: expect.any(String), changedSince: 1, left });
    expect(await all({ importance: 'HIGH' })).toBe(230);
    const again = await session.call<{ batchId: string }>('undo_batch', { characterId, batchId: undone.batchId });
    expect(again).toMatchObject({ changed: 229, changedSince: 0 });
    const { batches } = await session.call<{ batches: Record<string, string>[] }>('list_batches', { characterId });
    const undoes = batches.flatMap((one) => (one.undoes ? [[one.batchId, one.undoes]] : []));
    const expected = [
      [undone.batchId, deleted.batchId],
      [again.batchId, undone.batchId],
    ];
    expect(undoes.toSorted()).toStrictEqual(expected.toSorted());
    expect(await all({})).toBe(2);
    expect(await session.fault('undo_batch', { characterId, batchId: 'none' })).toMatchObject({ type: 'NotFound' });
    expect(await session.call('get_memory', { characterId, memoryId: kept.id })).toMatchObject({ revision: 1 });
    const history = { characterId, memoryId: memories[5]!.id };
    const { revisions } = await session.call<{ revisions: object[] }>('get_memory_history', history);
    expect(revisions.map((one) => (one as { changeType: string }).changeType)).toStrictEqual([
      'CREATED',
      'UPDATED',
      'DELETED',
      'RESTORED',
      'DELETED',
    ]);
  });

  test('merge_memories combines two memories, and undo restores both', async () => {
    const session = await openAll();
    const add = (content: string, more: object) =>
      session.call<Stored>('add_memory_direct', { characterId, content, category: 'facts', ...more });
    const one = await add('Ada trinkt gern grünen Tee.', { salience: 0.9, importance: 'LOW' });
    const two = await add('Ada mag grünen Tee sehr.', { salience: 0.2, importance: 'HIGH' });
    const content = 'Ada trinkt und mag grünen Tee.';
    const input = { characterId, keepId: one.id, deleteId: two.id, content };
    const merged = await session.call<{ batchId: string }>('merge_memories', input);
    expect(merged).toMatchObject({
      memory: { id: one.id, content, salience: 0.9, importance: 'HIGH', revision: 2 },
      deletedId: two.id,
    });
    expect(await session.call('list_memories', { characterId })).toMatchObject({ total: 1 });
    expect(await session.call('list_batches', { characterId })).toMatchObject({
      batches: [{ merged: true, content: 'Ada mag grünen Tee sehr.', replacedBy: content }],
    });
    expect(await session.fault('merge_memories', input)).toMatchObject({ type: 'MemoryNotFound' });
    const secret = { ...input, content: `ghp_${'a1B2'.repeat(9)}` };
    expect(await session.fault('merge_memories', secret)).toMatchObject({ type: 'InvalidContent' });
    await session.call('undo_batch', { characterId, batchId: merged.batchId });
    const { memories } = await session.call<{ memories: Stored[] }>('list_memories', { characterId });
    const before = [
      { id: one.id, content: 'Ada trinkt gern grünen Tee.', importance: 'LOW' },
      { id: two.id, content: 'Ada mag grünen Tee sehr.', importance: 'HIGH' },
    ];
    expect(memories.toSorted((a) => (a.id === one.id ? -1 : 1))).toMatchObject(before);
  });

  test('a merge is in the history of the memory that stays, also where its text does', async () => {
    const session = await openAll();
    const add = (content: string) =>
      session.call<Stored>('add_memory_direct', { characterId, content, category: 'facts' });
    const [kept, other] = [await add('Ada mag grünen Tee sehr.'), await add('Ada trinkt gern grünen Tee.')];
    await session.call('merge_memories', { characterId, keepId: kept.id, deleteId: other.id });
    const { revisions } = await session.call<{ revisions: Revision[] }>('get_memory_history', {
      characterId,
      memoryId: kept.id,
    });
    expect(revisions.map(({ changeType }) => changeType)).toStrictEqual(['CREATED', 'UPDATED']);
  });

  test('retention deletes memories without recalls, with undo', async () => {
    const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'], recallLogDays: 40 });
    const asked = await store(session, 'Ada likes green tea.');
    const never = await store(session, 'Ada has a zeppelin.');
    const vital = { characterId, content: 'Ada is allergic to nuts.', category: 'general', importance: 'CRITICAL' };
    await session.call('add_memory_direct', vital);
    session.clock.now += 20 * 86_400_000;
    await session.call('search_memories', { characterId, query: 'Which tea?', limit: 1 });
    session.clock.now += 11 * 86_400_000;
    const young = await store(session, 'Ada moved to Bremen.');
    const seen = (days: number) => session.call<{ total: number }>('preview_retention', { characterId, days });
    expect(await seen(30)).toMatchObject({ total: 1, memories: [{ id: never.id }] });
    expect(await seen(5)).toMatchObject({ total: 2, memories: [{ id: never.id }, { id: asked.id }] });
    const fault = await session.fault('preview_retention', { characterId, days: 41 });
    expect(fault).toMatchObject({ type: 'InvalidInput', message: expect.stringContaining('stored for 40 days') });
    const applied = await session.call<{ batchId: string }>('apply_retention', { characterId, days: 30 });
    expect(applied).toMatchObject({ changed: 1, failed: [] });
    expect(await seen(30)).toMatchObject({ total: 0 });
    expect(await session.call('get_memory', { characterId, memoryId: young.id })).toMatchObject({ revision: 1 });
    await session.call('undo_batch', { characterId, batchId: applied.batchId });
    expect(await session.call('get_memory', { characterId, memoryId: never.id })).toMatchObject({ state: 'ACTIVE' });
  });

  test('change_memories refuses an unknown category and an empty change', async () => {
    const session = await openAll();
    const { id } = await store(session, 'one');
    const given = (change: object) => ({ characterId, ids: [id], change });
    expect(await session.fault('change_memories', given({ category: 'no' }))).toMatchObject({
      type: 'CategoryNotConfigured',
    });
    expect(await session.fault('change_memories', given({}))).toMatchObject({ type: 'InvalidInput' });
    expect(await session.fault('change_memories', { ...given({ salience: 1 }), ids: [] })).toMatchObject({
      type: 'InvalidInput',
    });
  });
});

test('get_statistics counts memories by day, category, source and month', async () => {
  const session = await openAll();
  await store(session, 'one');
  expect(await session.call('get_statistics', {})).toMatchObject({
    byDay: [{ day: '2026-01-15', added: 1, updated: 0, deleted: 0 }],
    byCategory: [{ category: 'general', memories: 1 }],
    bySource: [{ kind: 'direct', memories: 1 }],
  });
  expect(await session.call('get_statistics', { timeline: 'MONTH' })).toMatchObject({
    timeline: [{ at: '2026-01', category: 'general', memories: 1 }],
  });
  expect(await session.call('get_statistics', { timeline: 'MONTH', leastImportance: 'HIGH' })).toMatchObject({
    timeline: [],
  });
  const backwards = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  expect(await session.fault('get_statistics', backwards)).toMatchObject({ type: 'InvalidInput' });
});
