import { describe, expect, test } from 'vitest';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import type { ChangeFilter } from '../../../src/domain/stores/changes.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { reconcile } from '../../../src/files/reconcile.ts';
import {
  addition,
  at,
  id,
  newCharacter,
  newPiece,
  newSnapshot,
  ours,
  rejection,
  theirs,
  withAda,
} from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const day = 86_400_000;
const update = (n: number, content: string): MemoryChange => ({ kind: 'update', memoryId: id(n), fields: { content } });
const drop = (n: number): MemoryChange => ({ kind: 'delete', memoryId: id(n) });

/** Ada and Bo, with changes on two days; those of one call are of one moment. */
async function withChanges(store: Store): Promise<void> {
  await withAda(store);
  await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 600);
  const [ada, bo] = [id(1), id(2)];
  await store.memories.write(ours, ada, [addition(11, 'one'), addition(12, 'two', { category: 'facts' })], at(1_000));
  await store.memories.write(ours, bo, [addition(21, 'three')], { ...at(1_000), kind: 'file' });
  await store.memories.write(ours, ada, [update(11, 'One, changed')], { ...at(day + 1), kind: 'model' });
  await store.memories.write(ours, ada, [drop(12)], { ...at(day + 2), kind: 'user' });
}

const seen = async (store: Store, filter: Partial<ChangeFilter> = {}) =>
  (await store.changes.list(ours, { limit: 100, ...filter })).map(
    ({ memoryId, revision, content }) => `${Number(memoryId.slice(-4))}.${revision} ${content}`,
  );

contract('changes', (open) => {
  describe('the list of changes', () => {
    test('the list has every revision of all characters, or of one, newest first', async () => {
      const { store } = await open();
      await withChanges(store);
      const all = ['12.2 two', '11.2 One, changed', '21.1 three', '12.1 two', '11.1 one'];
      expect(await seen(store)).toStrictEqual(all);
      expect(await seen(store, { characterId: id(2) })).toStrictEqual(['21.1 three']);
      expect(await seen(store, { kind: 'model' })).toStrictEqual(['11.2 One, changed']);
      expect(await seen(store, { since: day })).toStrictEqual(all.slice(0, 2));
      expect(await seen(store, { only: 'edits' })).toStrictEqual(['12.2 two', '11.2 One, changed']);
      const learnt = ['21.1 three', '11.1 One, changed'];
      expect(await seen(store, { only: 'learnt' })).toStrictEqual(learnt);
      await store.memories.write(ours, id(2), [addition(22, 'four')], { ...at(1_000), batch: id(9) });
      expect(await seen(store, { only: 'noted' })).toStrictEqual(learnt);
      expect(await store.changes.list(theirs, { limit: 10 })).toStrictEqual([]);
      expect(await rejection(store.changes.list(theirs, { characterId: id(1), limit: 10 }))).toBe('CharacterNotFound');
    });

    test('a stamp stays until a write, and is another after it, where a store has stamps', async () => {
      const { store } = await open();
      await withChanges(store);
      const before = await store.changes.stamp(ours);
      expect(await store.changes.stamp(ours)).toBe(before);
      await store.memories.write(ours, id(1), [update(11, 'Changed again')], at(3 * day));
      const after = await store.changes.stamp(ours);
      expect(after === before).toBe(before === undefined);
    });

    test('changes are filtered by program and by unreviewed edits of models, which are counted', async () => {
      const { store, reopen } = await open();
      await withChanges(store);
      const bo = { ...at(day + 3), kind: 'model' as const, client: 'codex' };
      await store.memories.write(
        ours,
        id(2),
        [addition(22, 'four'), addition(23, 'in doubt', { isProposed: true })],
        bo,
      );
      await store.memories.write(ours, id(2), [drop(21), update(22, 'four, changed')], bo);
      const { changes } = await reopen();
      const of = (filter: Partial<ChangeFilter>) => seen({ ...store, changes }, filter);
      expect(await of({ client: 'codex' })).toStrictEqual([
        '23.1 in doubt',
        '22.2 four, changed',
        '22.1 four',
        '21.2 three',
      ]);
      expect(await of({ client: 'other' })).toStrictEqual([]);
      expect(await of({ toReview: true })).toStrictEqual(['22.2 four, changed', '21.2 three', '11.2 One, changed']);
      const counts = async () =>
        (await changes.reviews(ours)).toSorted((a, b) => (a.characterId < b.characterId ? -1 : 1));
      expect(await counts()).toStrictEqual([
        { characterId: id(1), edits: 1, proposals: 0 },
        { characterId: id(2), edits: 2, proposals: 1 },
      ]);
      // What a person has changed since needs no review.
      await store.memories.write(ours, id(2), [update(22, 'four, corrected')], { ...at(day + 4), kind: 'user' });
      expect(await of({ toReview: true })).toStrictEqual(['21.2 three', '11.2 One, changed']);
      await changes.review(ours, id(1), id(11), 2, 'kept', 9);
      expect(await counts()).toStrictEqual([{ characterId: id(2), edits: 1, proposals: 1 }]);
      expect(await of({ toReview: true, characterId: id(1) })).toStrictEqual([]);
      expect(await changes.reviews(theirs)).toStrictEqual([]);
      await store.characters.share(ours, id(2), { visibility: 'PRIVATE' }, 10);
      expect(await changes.reviews({ ...ours, memberId: 'ben', role: 'MEMBER' })).toStrictEqual([]);
      const { byClient } = await changes.statistics(ours, { from: 0, to: 3 * day });
      expect(byClient).toStrictEqual([
        { client: 'codex', asked: 0, helped: 0, offered: 0, given: 0, used: 0, unanswered: 0, tokens: 0, stored: 1 },
      ]);
    });

    test('the changes of a batch are listed with the states before it', async () => {
      const { store, reopen } = await open();
      await withChanges(store);
      const by = { ...at(day + 3), batch: 'b1' };
      await store.memories.write(ours, id(1), [update(11, 'in a batch'), { kind: 'restore', memoryId: id(12) }], by);
      await store.memories.write(ours, id(1), [drop(11), addition(13, 'added')], by);
      await store.memories.write(ours, id(1), [update(12, 'after it')], at(day + 4));
      const { changes } = await reopen();
      const found = await changes.batch(ours, id(1), 'b1');
      const before = { salience: 0.5, importance: 'NORMAL' };
      expect(found.toSorted((a, b) => (a.memoryId < b.memoryId ? -1 : 1))).toMatchObject([
        {
          memoryId: id(11),
          state: 'DELETED',
          isLatest: true,
          before: { ...before, content: 'One, changed', changeType: 'UPDATED' },
        },
        { memoryId: id(12), isLatest: false, before: { ...before, content: 'two', changeType: 'DELETED' } },
        { memoryId: id(13), state: 'ACTIVE', isLatest: true },
      ]);
      expect(found.find(({ memoryId }) => memoryId === id(13))?.before).toBeUndefined();
      const [latest, ...others] = await changes.batches(ours, { characterId: undefined, limit: 5 });
      expect(others).toStrictEqual([]);
      expect(latest).toMatchObject({ batchId: 'b1', characterId: id(1), at: day + 3, memories: 3, memoryId: id(11) });
      expect(latest).toMatchObject({ changeType: 'UPDATED', content: 'in a batch', isLatest: false });
      await store.memories.write(ours, id(1), [update(13, 'later')], { ...at(day + 5), batch: 'a2' });
      const batches = await changes.batches(ours, { characterId: id(1), limit: 5 });
      expect(batches.map(({ batchId, isLatest }) => [batchId, isLatest])).toStrictEqual([
        ['a2', true],
        ['b1', false],
      ]);
      expect(await changes.batches(ours, { characterId: id(1), limit: 1 })).toStrictEqual(batches.slice(0, 1));
      const older = [
        { at: day + 5, skip: 1 },
        { at: day + 4, skip: 0 },
      ];
      for (const before of older)
        expect(await changes.batches(ours, { characterId: id(1), limit: 1, before })).toStrictEqual(batches.slice(1));
      for (const [n, name] of [
        [14, 'b, "c".md'],
        [15, 'a.md'],
        [16, 'a.md'],
      ] as const) {
        const imported = { ...at(day + 6), batch: 'c3', wordsOf: `document:${name}` } as const;
        await store.memories.write(ours, id(1), [addition(n, `of ${n}`)], imported);
      }
      const [ofFiles] = await changes.batches(ours, { characterId: id(1), limit: 1 });
      expect(ofFiles).toMatchObject({ batchId: 'c3', memories: 3, documents: ['a.md', 'b, "c".md'] });
      expect(await changes.batch(ours, id(2), 'b1')).toStrictEqual([]);
      expect(await changes.changedBy(ours, 'b1')).toStrictEqual([id(1)]);
      expect(await changes.changedBy(theirs, 'b1')).toStrictEqual([]);
      expect(await rejection(changes.batch(theirs, id(1), 'b1'))).toBe('CharacterNotFound');
    });

    test('the list continues after any entry, also among those of one moment', async () => {
      const { store } = await open();
      await withChanges(store);
      const all = await store.changes.list(ours, { limit: 100 });
      for (let limit = 1; limit < 4; limit++) {
        const pages = [];
        for (let before = undefined as ChangeFilter['before']; ; ) {
          const page = await store.changes.list(ours, { limit, before });
          pages.push(...page);
          before = page.at(-1)?.place;
          if (page.length < limit) break;
        }
        expect(pages).toStrictEqual(all);
      }
    });

    test('a change shows its author, the state before and its review', async () => {
      const { store } = await open();
      await withChanges(store);
      const [, changed] = await store.changes.list(ours, { limit: 2 });
      expect(changed).toMatchObject({
        characterId: id(1),
        changeType: 'UPDATED',
        kind: 'model',
        name: 'tester',
        at: day + 1,
        previousContent: 'one',
      });
      expect(changed).not.toHaveProperty('verdict');
      expect(await store.changes.review(ours, id(1), id(11), 2, 'kept', 0)).toBe(true);
      expect((await store.changes.list(ours, { limit: 2 }))[1]).toMatchObject({ verdict: 'kept' });
      expect(await store.changes.review(ours, id(1), id(11), 3, 'kept', 0)).toBe(false);
      expect(await store.changes.review(ours, id(1), 'none', 1, 'kept', 0)).toBe(false);
      expect(await rejection(store.changes.review(theirs, id(1), id(11), 2, 'undone', 0))).toBe('CharacterNotFound');
    });

    test('moves of a category and changes of a sync are listed', async () => {
      const { store } = await open();
      await withChanges(store);
      await store.categories.remove(ours, id(1), 'general', undefined, at(day)).catch(() => undefined);
      const extra = { name: 'extra', description: '', importance: 'NORMAL' as const, hints: [], isDefault: false };
      await store.categories.add(ours, id(1), extra, 5);
      await store.memories.write(ours, id(1), [addition(13, 'moved', { category: 'extra' })], at(2 * day));
      await store.categories.remove(ours, id(1), 'extra', 'general', { ...at(2 * day + 1), kind: 'user' });
      const [moved] = await store.changes.list(ours, { limit: 1 });
      expect(moved).toMatchObject({ memoryId: id(13), revision: 2, kind: 'user', content: 'moved' });
      expect(moved).not.toHaveProperty('previousContent');
    });
  });

  describe('changes after a position', () => {
    const contents = (changes: readonly { content: string }[]) => changes.map(({ content }) => content);

    test('changes after a position are listed in order, with any clock', async () => {
      const { store } = await open();
      await withChanges(store);
      const start = await store.changes.behind(ours, undefined, { limit: 9 });
      expect(start.changes).toStrictEqual([]);
      await store.memories.write(ours, id(2), [addition(22, 'now')], at(3 * day));
      await store.memories.write(ours, id(1), [addition(13, 'a day earlier')], { ...at(2 * day), kind: 'user' });
      await store.memories.write(ours, id(1), [addition(14, 'at the beginning')], at(5));
      const all = ['now', 'a day earlier', 'at the beginning'];
      const { changes, position } = await store.changes.behind(ours, start.position, { limit: 9 });
      expect(contents(changes)).toStrictEqual(all);
      expect((await store.changes.behind(ours, position, { limit: 9 })).changes).toStrictEqual([]);
      const from = async (filter: object) =>
        contents((await store.changes.behind(ours, start.position, { limit: 9, ...filter })).changes);
      expect(await from({ characterId: id(2) })).toStrictEqual(['now']);
      expect(await from({ kind: 'user' })).toStrictEqual(['a day earlier']);
      expect(await from({ limit: 2 })).toStrictEqual(all.slice(0, 2));
      // As in a cursor, which has only one number.
      const number = changes[0]!.place.number!;
      expect(contents((await store.changes.behind(ours, { number }, { limit: 9 })).changes)).toStrictEqual(
        all.slice(1),
      );
    });

    test('changes of characters that the member cannot read are left out', async () => {
      const { store } = await open();
      await withChanges(store);
      await store.characters.create(theirs, newCharacter(3, 'Eve'), 'BUSINESS', 600);
      const { position } = await store.changes.behind(ours, undefined, { limit: 9 });
      await store.memories.write(theirs, id(3), [addition(31, 'theirs')], at(3 * day));
      await store.memories.write(ours, id(2), [addition(22, 'ours')], at(3 * day));
      expect(contents((await store.changes.behind(ours, position, { limit: 9 })).changes)).toStrictEqual(['ours']);
      expect(contents((await store.changes.behind(theirs, position, { limit: 9 })).changes)).toStrictEqual(['theirs']);
      const named = store.changes.behind(theirs, position, { characterId: id(1), limit: 9 });
      expect(await rejection(named)).toBe('CharacterNotFound');
    });

    test('moves of a category and changes of a sync are found after a position', async () => {
      const { store } = await open();
      await withChanges(store);
      const extra = { name: 'extra', description: '', importance: 'NORMAL' as const, hints: [], isDefault: false };
      await store.categories.add(ours, id(1), extra, 5);
      await store.memories.write(ours, id(1), [addition(13, 'moved', { category: 'extra' })], at(2 * day));
      const { position } = await store.changes.behind(ours, undefined, { limit: 9 });
      await store.categories.remove(ours, id(1), 'extra', 'general', at(day));
      await store.files.push(ours, id(1), newSnapshot(20, [newPiece(41, 'synced')]), reconcile, at(day));
      expect(contents((await store.changes.behind(ours, position, { limit: 9 })).changes)).toStrictEqual([
        'moved',
        'synced',
      ]);
    });
  });

  describe('statistics', () => {
    test('statistics count changes by day, active memories by category and source, tokens by day', async () => {
      const { store } = await open();
      await withChanges(store);
      await store.ai.recordUsage('ours', { calls: 1, inputTokens: 7, outputTokens: 3 }, day + 5);
      expect(await store.changes.statistics(ours, { from: 0, to: 2 * day })).toStrictEqual({
        byDay: [
          { day: '1970-01-01', added: 3, updated: 0, deleted: 0 },
          { day: '1970-01-02', added: 0, updated: 1, deleted: 1 },
        ],
        byCharacter: [
          { characterId: id(1), added: 2 },
          { characterId: id(2), added: 1 },
        ],
        byCategory: [{ category: 'general', memories: 2 }],
        bySource: [{ kind: 'direct', memories: 2 }],
        recallsByDay: [],
        tokensByDay: [{ day: '1970-01-02', input: 7, output: 3 }],
        waitingTurns: { turns: 0, failed: 0 },
        byClient: [],
      });
      const later = await store.changes.statistics(ours, { characterId: id(2), from: day, to: 2 * day });
      expect(later).toMatchObject({ byDay: [], byCategory: [{ category: 'general', memories: 1 }] });
      const waitingTurns = { turns: 0, failed: 0 };
      const none = {
        byClient: [],
        byDay: [],
        byCharacter: [],
        byCategory: [],
        bySource: [],
        tokensByDay: [],
        recallsByDay: [],
        waitingTurns,
      };
      expect(await store.changes.statistics(theirs, { from: 0, to: 2 * day })).toStrictEqual(none);
    });

    test('statistics show when active memories of each category happened, also before 1970', async () => {
      const { store } = await open();
      await withChanges(store);
      const long = (n: number, occurredAt: number) => addition(n, `long ago ${n}`, { occurredAt });
      await store.memories.write(ours, id(1), [long(14, -1), long(15, -day), long(16, -day - 1)], at(3 * day));
      const general = (on: string, memories: number) => ({ day: on, category: 'general', memories });
      const early = [general('1969-12-30', 1), general('1969-12-31', 2), general('1970-01-01', 2)];
      expect(await store.changes.timeline(ours, { from: -9 * day, to: 2 * day })).toStrictEqual(early);
      expect(await store.changes.timeline(ours, { characterId: id(1), from: -day, to: 1 })).toStrictEqual([early[1]]);
      const weighty = { from: -9 * day, to: 2 * day, leastImportance: 'NORMAL' } as const;
      expect(await store.changes.timeline(ours, weighty)).toStrictEqual(early);
      expect(await store.changes.timeline(ours, { ...weighty, leastImportance: 'HIGH' })).toStrictEqual([]);
      expect(await store.changes.timeline(theirs, { from: -9 * day, to: 2 * day })).toStrictEqual([]);
      const hidden = store.changes.timeline(theirs, { characterId: id(1), from: 0, to: day });
      expect(await rejection(hidden)).toBe('CharacterNotFound');
    });
  });
});
