import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import type { Author, MemoryChange } from '../../../src/domain/memory.ts';
import { serviceScope } from '../../../src/domain/principal.ts';
import type { Move } from '../../../src/domain/stores/memories.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { rank } from '../../../src/search/rank/rank.ts';
import {
  addition,
  at,
  id,
  keeping,
  newCharacter,
  ours,
  rejection,
  theirs,
  vectorOf,
  withAda,
} from '../../support/builders.ts';
import { cosinesIn } from '../../support/cosines.ts';
import type { Opened } from '../../support/engines.ts';

const [ada, bea] = [id(1), id(2)];
const model = { name: 'test-model', dimensions: 64 };

/** Ada and Bea, and what Ada has. */
async function withBoth(open: () => Promise<Opened>, more: Parameters<typeof newCharacter>[2] = {}) {
  const { store, reopen } = await open();
  await withAda(store);
  await store.characters.create(ours, newCharacter(2, 'Bea', more), 'BUSINESS', 500);
  const write = (changes: MemoryChange[], by: Partial<Author> = {}) =>
    store.memories.write(ours, ada, changes, { ...at(), memberId: ours.memberId, ...by });
  await write([addition(11, 'The lighthouse is on the hill.', { category: 'facts', occurredAt: 700 })]);
  await write([addition(12, 'The harbour freezes in January.')]);
  return { store, reopen, write };
}

const moving = (store: Store, from: string, to: string, moves: Move[], by: Partial<Author> = {}) =>
  store.memories.reassign(ours, from, to, moves, { ...at(9_000), memberId: ours.memberId, ...by });

const contents = async ({ memories }: Store, characterId: string) =>
  (await memories.list(ours, characterId, { state: 'ACTIVE', page: 0, limit: 50 })).memories
    .map(({ content }) => content)
    .toSorted();

const counted = async ({ characters }: Store) =>
  Promise.all([ada, bea].map(async (one) => (await characters.find(ours, one))?.memoryCount));

async function found({ search }: Store, characterId: string, words: string): Promise<string[]> {
  const analyzed = analyzeQuery(words, 0);
  const { material } = await search.read(ours, characterId, analyzed, undefined);
  const numbers = rank(analyzed, material, { limit: 9 }).memories.map(({ memoryNo }) => memoryNo);
  return [...(await search.fetch(ours, characterId, numbers)).values()].map((one) => one.id);
}

const types = async ({ memories }: Store, characterId: string, n: number) =>
  (await memories.history(ours, characterId, id(n))).map(({ revision, changeType, content, moved }) =>
    [revision, changeType, content.split(' ')[1], moved].filter((part) => part !== undefined),
  );

/** Memories that move to another character. */
export function moves(open: () => Promise<Opened>): void {
  describe('a memory that moves to another character', () => {
    test('a moved memory is deleted here, and stands there with its id, values and history', async () => {
      const { store, reopen, write } = await withBoth(open);
      const before = await store.memories.get(ours, ada, id(11));
      await write([{ kind: 'update', memoryId: id(11), fields: { content: 'The tower is on the hill.' } }]);
      const [moved] = await moving(store, ada, bea, [{ memoryId: id(11) }], { batch: 'b' });
      expect(moved).toMatchObject({ isJoined: false, category: 'facts', memory: { id: id(11), characterId: bea } });
      const other = await reopen();
      const { category, occurredAt, createdAt } = before;
      expect(await other.memories.get(ours, bea, id(11))).toMatchObject({
        category,
        occurredAt,
        createdAt,
        revision: 3,
      });
      expect(await rejection(other.memories.get(ours, ada, id(11)))).toBe('MemoryNotFound');
      expect([await contents(other, ada), await contents(other, bea)]).toStrictEqual([
        ['The harbour freezes in January.'],
        ['The tower is on the hill.'],
      ]);
      expect(await types(other, bea, 11)).toStrictEqual([
        [1, 'CREATED', 'lighthouse'],
        [2, 'UPDATED', 'tower'],
        [3, 'RESTORED', 'tower', ada],
      ]);
      expect((await types(other, ada, 11)).at(-1)).toStrictEqual([3, 'DELETED', 'tower', bea]);
      expect(await counted(other)).toStrictEqual([1, 1]);
      expect([await found(other, ada, 'tower hill'), await found(other, bea, 'tower hill')]).toStrictEqual([
        [],
        [id(11)],
      ]);
      expect(await other.changes.batch(ours, ada, 'b')).toMatchObject([{ memoryId: id(11), moved: bea }]);
      expect(await other.changes.batch(ours, bea, 'b')).toMatchObject([{ memoryId: id(11), moved: ada }]);
    });

    test('a memory that comes back has what was changed meanwhile', async () => {
      const { store } = await withBoth(open);
      await moving(store, ada, bea, [{ memoryId: id(11) }]);
      const change: MemoryChange = {
        kind: 'update',
        memoryId: id(11),
        fields: { content: 'The mill is on the hill.' },
      };
      await store.memories.write(ours, bea, [change], at(9_100));
      await moving(store, bea, ada, [{ memoryId: id(11) }]);
      expect(await types(store, ada, 11)).toStrictEqual([
        [1, 'CREATED', 'lighthouse'],
        [2, 'DELETED', 'lighthouse', bea],
        [3, 'UPDATED', 'mill'],
        [4, 'RESTORED', 'mill', bea],
      ]);
      expect([await found(store, ada, 'mill'), await found(store, bea, 'mill')]).toStrictEqual([[id(11)], []]);
      expect(await counted(store)).toStrictEqual([2, 0]);
    });

    test('a text that stands there becomes one, and holds again where it had ended', async () => {
      const { store } = await withBoth(open);
      const ended = addition(21, 'The lighthouse is on the hill.', { occurredAt: 600, validUntil: 650 });
      await store.memories.write(ours, bea, [ended], { ...at(), memberId: ours.memberId });
      const [moved] = await moving(store, ada, bea, [{ memoryId: id(11) }], { kind: 'user' });
      expect(moved).toMatchObject({ isJoined: true, memory: { id: id(21) } });
      expect(moved).not.toHaveProperty('memory.validUntil');
      expect([await contents(store, ada), await contents(store, bea)]).toStrictEqual([
        ['The harbour freezes in January.'],
        ['The lighthouse is on the hill.'],
      ]);
    });

    test('a category that is missing there is replaced, unless another is named', async () => {
      const categories = ['general', 'notes'].map((name) => ({
        ...{ name, description: name, importance: 'NORMAL' as const, hints: [], isDefault: name === 'general' },
      }));
      const { store } = await withBoth(open, { categories });
      const moved = await moving(store, ada, bea, [{ memoryId: id(11) }, { memoryId: id(12), category: 'NOTES' }]);
      expect(moved.map((one) => (one instanceof ServiceError ? one : one.memory.category))).toStrictEqual([
        'general',
        'notes',
      ]);
    });

    test('links, kept pairs, requests to forget and vectors go along', async () => {
      const { store } = await withBoth(open);
      await store.pairs.link(ours, ada, [{ olderId: id(11), newerId: id(12) }], 2_000);
      await store.pairs.keep(ours, ada, [id(11), id(12)], keeping, 2_000);
      await store.forgetting.ask(ours, ada, 'the hill', [id(11)], 2_000);
      await store.embeddings.useModel(model);
      const waiting = await store.embeddings.takeWaiting(model, ours.tenantId, 9, 10_000);
      await store.embeddings.save(
        model,
        waiting.map((one) => ({ ...one, vector: vectorOf(one.content) })),
      );
      const isEmbedding = (await store.embeddings.currentModel()) !== undefined;
      await moving(store, ada, bea, [{ memoryId: id(11) }, { memoryId: id(12) }]);
      expect(await store.forgetting.waiting(ours, bea, 9)).toMatchObject([{ memoryId: id(11), what: 'the hill' }]);
      expect(await store.embeddings.countWaiting(model, ours)).toBe(0);
      const vector = vectorOf('The lighthouse is on the hill.');
      const cosines = cosinesIn(await store.embeddings.nearest(model, ours, bea, vector, 9, []));
      expect(cosines.size).toBe(isEmbedding ? 2 : 0);
      const [older] = (await store.memories.list(ours, bea, { state: 'ACTIVE', page: 0, limit: 9 })).memories;
      expect([older?.id, older?.mayBeOutdatedBy]).toStrictEqual([id(12), undefined]);
      const outdatedBy = async () => (await store.memories.get(ours, bea, id(11)))?.mayBeOutdatedBy;
      expect(await outdatedBy()).toBeUndefined();
      await store.pairs.keep(ours, bea, [id(11), id(12)], undefined, 11_000);
      expect(await outdatedBy()).toBe(id(12));
    });

    test('a move fails for a missing memory alone, and as a whole where a character may not be written', async () => {
      const { store } = await withBoth(open);
      const [missing, moved] = await moving(store, ada, bea, [{ memoryId: id(99) }, { memoryId: id(11) }]);
      expect(missing).toBeInstanceOf(ServiceError);
      expect(moved).toMatchObject({ memory: { id: id(11) } });
      await store.characters.change(ours, bea, () => ({ status: 'ARCHIVED' }), 9_500);
      expect(await rejection(moving(store, ada, bea, [{ memoryId: id(12) }]))).toBe('CharacterArchived');
      expect(await rejection(moving(store, ada, id(77), [{ memoryId: id(12) }]))).toBe('CharacterNotFound');
      await store.characters.create(theirs, newCharacter(3, 'Theirs'), 'BUSINESS', 500);
      expect(await rejection(moving(store, ada, id(3), [{ memoryId: id(12) }]))).toBe('CharacterNotFound');
      expect(await contents(store, ada)).toStrictEqual(['The harbour freezes in January.']);
    });

    test('others than its readers do not get to know the history of a memory', async () => {
      const { store } = await withBoth(open);
      const own = newCharacter(4, 'Own', { visibility: 'PRIVATE' });
      const member = { ...serviceScope('ours'), memberId: 'm', role: 'MEMBER' } as const;
      await store.characters.create(member, own, 'BUSINESS', 500);
      const by = { ...at(), memberId: 'm', kind: 'user' } as const;
      await store.memories.write(member, id(4), [addition(41, 'I was ill in May.')], by);
      const change = { kind: 'update', memoryId: id(41), fields: { content: 'I was away in May.' } } as const;
      await store.memories.write(member, id(4), [change], by);
      await store.memories.reassign(member, id(4), bea, [{ memoryId: id(41) }], by);
      expect(await types(store, bea, 41)).toStrictEqual([[1, 'CREATED', 'was', id(4)]]);
      await store.memories.reassign(member, bea, id(4), [{ memoryId: id(41) }], by);
      expect((await store.memories.history(member, id(4), id(41))).map(({ revision }) => revision)).toStrictEqual([
        1, 2, 3, 4,
      ]);
    });
  });
}
