import { describe, expect, test } from 'vitest';
import type { PersonalRule } from '../../../src/domain/character.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import type { MemoryChange, MemoryFields } from '../../../src/domain/memory.ts';
import type { MemoryFilter } from '../../../src/domain/stores/memories.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import {
  activeContents,
  addition,
  at,
  id,
  newCharacter,
  newMemory,
  ours,
  rejection,
  rejections,
  remember,
  theirs,
  withAda,
} from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';
import { holds } from './memory-holding.ts';
import { lists } from './memory-lists.ts';
import { moves } from './memory-moves.ts';

const all: MemoryFilter = { state: 'ALL', page: 0, limit: 100 };
const write = (store: Store, changes: MemoryChange[], now?: number) =>
  store.memories.write(ours, id(1), changes, at(now));
const operations = async (store: Store, changes: MemoryChange[]) =>
  (await write(store, changes)).map(({ operation }) => operation);
const change = (n: number, fields: MemoryFields, expectedRevision?: number): MemoryChange => ({
  kind: 'update',
  memoryId: id(n),
  fields,
  expectedRevision,
});
const drop = (n: number): MemoryChange => ({ kind: 'delete', memoryId: id(n) });
const restore = (n: number): MemoryChange => ({ kind: 'restore', memoryId: id(n) });

const [eu, us, none] = [id(21), id(22), id(23)];
const labelFilters: [filter: object, expected: string[]][] = [
  [{ tags: ['a'] }, [us, eu]],
  [{ tags: ['a', 'b'] }, [eu]],
  [{ tags: { in: ['b', 'c'] } }, [us, eu]],
  [{ tags: { exists: false } }, [none]],
  [{ tags: { exists: true } }, [us, eu]],
  [{ metadata: { region: 'eu' } }, [eu]],
  [{ metadata: { weight: 1 } }, [eu]],
  [{ metadata: { weight: '1' } }, [us]],
  [{ metadata: { region: { in: ['us', 'eu'] } } }, [us, eu]],
  [{ metadata: { size: { exists: true } } }, [us]],
  [{ metadata: { size: { exists: false } } }, [none, eu]],
  [{ metadata: { size: { gt: 2, lte: 2.5 } } }, [us]],
  [{ metadata: { size: { gt: 2.5 } } }, []],
  [{ metadata: { day: { gte: '2026-02', lt: '2026-03' } } }, [us]],
  [{ metadata: { day: { gt: 0 } } }, []],
  [{ metadata: { region: { equals: 'us' }, size: { gte: 2 } }, tags: ['a'] }, [us]],
  [{ metadata: { "x' OR 1=1 --": 'eu' } }, []],
];

contract('memories', (open) => {
  test('filters by tags and metadata select, count and search the same memories', async () => {
    const { store } = await open();
    await withAda(store);
    const labelled = (tags: string[], metadata: object) => ({
      tags: JSON.stringify(tags),
      metadata: JSON.stringify(metadata),
    });
    await write(
      store,
      [addition(21, 'Europe', labelled(['a', 'b'], { region: 'eu', weight: 1, day: '2026-01-15' }))],
      1,
    );
    const more = { region: 'us', weight: '1', size: 2.5, day: '2026-02-28' };
    await write(store, [addition(22, 'America', labelled(['a', 'c'], more))], 2);
    await write(store, [addition(23, 'Nowhere')], 3);
    const { memories } = store;
    for (const [filter, expected] of labelFilters) {
      const asked = { ...all, state: 'ACTIVE', ...filter } as const;
      expect(await memories.ids(ours, id(1), asked), JSON.stringify(filter)).toStrictEqual(expected);
      expect((await memories.list(ours, id(1), asked)).total).toBe(expected.length);
      expect((await memories.numbers(ours, id(1), filter)).size).toBe(expected.length);
    }
  });

  test('a filter selects ids, and copies of the active memories', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    const day = 86_400_000;
    const more = { category: 'facts', importance: 'HIGH', occurredAt: 5, sessionId: 's', said: true } as const;
    const given = [addition(11, 'eins'), addition(12, '二', more), addition(13, 'trois', { importance: 'CRITICAL' })];
    await store.memories.write(ours, id(1), given, at(day));
    await store.memories.write(ours, id(1), [addition(14, 'later')], at(3 * day));
    await store.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(11) }], at(3 * day));
    const recall = { characterId: id(1), by: 'x', via: 'key', kind: 'search', query: 'q' } as const;
    await store.recalls.add(ours.tenantId, [{ ...recall, at: day, results: [{ memoryId: id(12), relevance: 1 }] }]);
    const { memories } = await reopen();
    const ids = (filter: object) => memories.ids(ours, id(1), { state: 'ACTIVE', ...filter });
    expect(await ids({})).toStrictEqual([id(14), id(13), id(12)]);
    expect(await ids({ state: 'ALL', until: 2 * day })).toStrictEqual([id(13), id(11), id(12)]);
    expect(await ids({ category: 'FACTS', importance: 'HIGH' })).toStrictEqual([id(12)]);
    expect(await ids({ unrecalledSince: 2 * day })).toStrictEqual([id(12)]);
    expect(await ids({ unrecalledSince: day })).toStrictEqual([]);
    await store.recalls.add(ours.tenantId, [{ ...recall, at: 2 * day, results: [{ memoryId: id(12) }] }]);
    expect(await ids({ unrecalledSince: 2 * day })).toStrictEqual([]);
    expect(await rejection(ids({ category: 'none' }))).toBe('CategoryNotConfigured');
    const first = await memories.copies(ours, id(1), 0, 1);
    const copied = {
      ...newMemory(12, '二', more),
      tags: null,
      metadata: null,
      validUntil: null,
      supersededBy: null,
      wordsOf: 'member:tester',
    };
    expect(first.copies).toStrictEqual([copied]);
    const rest = await memories.copies(ours, id(1), first.last, 9);
    expect(rest.copies.map(({ content }) => content)).toStrictEqual(['trois', 'later']);
    expect(await memories.copies(ours, id(1), rest.last, 9)).toStrictEqual({ copies: [], last: rest.last });
  });

  test('notes are all but the messages of imported chats', async () => {
    const { store } = await open();
    await withAda(store);
    const imported = { source: { kind: 'import' } } as const;
    const message = addition(32, 'said in a chat', { ...imported, sessionId: 's' });
    const notes = [addition(31, 'a note', { sessionId: 's' }), addition(33, 'of a document', imported)];
    await write(store, [message, ...notes], 1);
    const asked = { state: 'ACTIVE', isNote: true } as const;
    expect((await store.memories.ids(ours, id(1), asked)).toSorted()).toStrictEqual([id(31), id(33)]);
    expect((await store.memories.numbers(ours, id(1), { isNote: true })).size).toBe(2);
  });

  describe('a proposal', () => {
    const proposal = (n: number, content: string) => addition(n, content, { isProposed: true });
    const withProposals = async () => {
      const { store } = await open();
      await withAda(store);
      expect(await operations(store, [proposal(11, 'blue'), proposal(12, 'green')])).toStrictEqual(['ADD', 'ADD']);
      return store;
    };
    const found = async (store: Store, state: MemoryFilter['state']) =>
      (await store.memories.list(ours, id(1), { ...all, state })).memories.map(({ content }) => content).sort();

    test('a proposal is neither active nor counted, and is listed by its state', async () => {
      const store = await withProposals();
      expect([await found(store, 'PROPOSED'), await found(store, 'ACTIVE')]).toStrictEqual([['blue', 'green'], []]);
      expect(await store.characters.find(ours, 'Ada')).toMatchObject({ memoryCount: 0 });
      expect(await rejection(store.memories.get(ours, id(1), id(11)))).toBe('MemoryNotFound');
      expect(await rejection(write(store, [change(11, { content: 'red' })]))).toBe('MemoryNotFound');
      expect(await store.memories.forExport(ours, id(1), { state: 'ACTIVE' })).toStrictEqual({
        memories: [],
        places: [],
      });
    });

    test('a proposal becomes a memory by restore', async () => {
      const store = await withProposals();
      expect(await operations(store, [restore(11), restore(11)])).toStrictEqual(['ADD', 'NONE']);
      expect([await found(store, 'PROPOSED'), await found(store, 'ACTIVE')]).toStrictEqual([['green'], ['blue']]);
      expect(await store.characters.find(ours, 'Ada')).toMatchObject({ memoryCount: 1 });
      const history = await store.memories.history(ours, id(1), id(11));
      expect(history.map(({ changeType }) => changeType)).toStrictEqual(['PROPOSED', 'CREATED']);
    });

    test('a proposal is rejected by reject, which a memory is not', async () => {
      const store = await withProposals();
      const reject = (n: number): MemoryChange => ({ kind: 'reject', memoryId: id(n) });
      expect(await operations(store, [restore(12), reject(12), reject(11)])).toStrictEqual(['ADD', 'NONE', 'DELETE']);
      expect(await rejection(write(store, [drop(11)]))).toBe('MemoryNotFound');
      expect([await found(store, 'DELETED'), await found(store, 'ACTIVE')]).toStrictEqual([['blue'], ['green']]);
      expect(await store.characters.find(ours, 'Ada')).toMatchObject({ memoryCount: 1 });
      const { byDay } = await store.changes.statistics(ours, { from: 0, to: 9_000 });
      expect(byDay).toMatchObject([{ added: 1, deleted: 0 }]);
    });

    test('a rejected proposal, or one kept and deleted, waits again when it is restored as one', async () => {
      const store = await withProposals();
      const propose = (n: number): MemoryChange => ({ kind: 'restore', memoryId: id(n), asProposal: true });
      const steps = [drop(11), propose(11), propose(11), restore(12), drop(12), propose(12)];
      expect(await operations(store, steps)).toStrictEqual(['DELETE', 'ADD', 'NONE', 'ADD', 'DELETE', 'ADD']);
      expect([await found(store, 'PROPOSED'), await found(store, 'ACTIVE')]).toStrictEqual([['blue', 'green'], []]);
      expect(await store.characters.find(ours, 'Ada')).toMatchObject({ memoryCount: 0 });
      expect(await operations(store, [restore(12)])).toStrictEqual(['ADD']);
      expect(await found(store, 'ACTIVE')).toStrictEqual(['green']);
    });

    test('a kept proposal waits again in one change, and nothing finds it any longer', async () => {
      const store = await withProposals();
      const propose: MemoryChange = { kind: 'restore', memoryId: id(12), asProposal: true };
      expect(await operations(store, [restore(12)])).toStrictEqual(['ADD']);
      expect(await operations(store, [propose])).toStrictEqual(['ADD']);
      expect([await found(store, 'PROPOSED'), await found(store, 'ACTIVE')]).toStrictEqual([['blue', 'green'], []]);
      expect(await store.characters.find(ours, 'Ada')).toMatchObject({ memoryCount: 0 });
    });

    test('a proposal that is already a memory adds nothing, and prevents no memory', async () => {
      const store = await withProposals();
      expect(await operations(store, [addition(13, 'blue'), proposal(14, 'blue')])).toStrictEqual(['ADD', 'NONE']);
      expect(await rejection(write(store, [restore(11)]))).toBe('ConflictUnresolved');
    });
  });

  describe('a write', () => {
    test('a write applies its changes in order, all or none', async () => {
      const { store } = await open();
      await withAda(store);
      const made = [addition(11, 'one'), addition(12, 'two'), addition(13, 'One ')];
      expect(await operations(store, made)).toStrictEqual(['ADD', 'ADD', 'ADD']);
      const failing = [addition(14, 'four'), drop(11), change(99, { content: 'x' })];
      expect(await rejection(write(store, failing))).toBe('MemoryNotFound');
      expect(await activeContents(store)).toStrictEqual(['One ', 'one', 'two']);
      expect(await store.characters.find(ours, 'Ada')).toMatchObject({ memoryCount: 3 });
      expect(await store.memories.history(ours, id(1), id(11))).toHaveLength(1);
    });

    test('later changes of a write see earlier ones', async () => {
      const { store } = await open();
      await withAda(store);
      const changes = [
        addition(11, 'one'),
        addition(12, 'one'),
        change(11, { content: 'two' }),
        drop(11),
        addition(13, 'two'),
        restore(13),
      ];
      const outcomes = await write(store, changes);
      expect(outcomes.map(({ operation }) => operation).join()).toBe('ADD,NONE,UPDATE,DELETE,ADD,NONE');
      expect(outcomes[1]?.memory.id).toBe(id(11));
    });

    test('writes of one process run in the order of their calls', async () => {
      const { store } = await open();
      await withAda(store);
      const writes = Array.from({ length: 200 }, (_, i) => write(store, [addition(100 + i, `m${i}`)], 1_000 + i));
      await Promise.all(writes);
      const { memories, total } = await store.memories.list(ours, id(1), all);
      expect(total).toBe(200);
      expect(memories.map(({ content }) => content)).toStrictEqual(
        Array.from({ length: 100 }, (_, i) => `m${199 - i}`),
      );
      expect(await store.characters.find(ours, 'Ada')).toMatchObject({
        memoryCount: 200,
        lastMemoryAt: '1970-01-01T00:00:01.199Z',
      });
    });

    test('a write to an archived character is refused, to another tenant’s not found', async () => {
      const { store } = await open();
      await withAda(store);
      await remember(store, ['secret']);
      const refused: Promise<unknown>[] = [
        store.memories.write(theirs, id(1), [addition(12, 'x')], at()),
        store.memories.get(theirs, id(1), id(100)),
        store.memories.list(theirs, id(1), all),
        store.memories.numbers(theirs, id(1), {}),
        store.memories.mostUseful(theirs, id(1), 5, 1_000),
        store.memories.forExport(theirs, id(1), { state: 'ACTIVE' }),
        store.memories.history(theirs, id(1), id(100)),
      ];
      expect(await rejections(refused)).toStrictEqual(['CharacterNotFound']);
      await store.characters.change(ours, id(1), () => ({ status: 'ARCHIVED' }), 600);
      expect(await rejection(write(store, [addition(12, 'x')]))).toBe('CharacterArchived');
      expect(await activeContents(store)).toStrictEqual(['secret']);
    });
  });

  test('a filter selects the numbers that search uses', async () => {
    const { store } = await open();
    await withAda(store);
    await write(store, [addition(10, 'harbour crane', { importance: 'HIGH' }), addition(11, 'harbour master')]);
    const crane = await store.search.numberOf(ours, id(1), id(10));
    expect(await store.memories.numbers(ours, id(1), { importance: 'HIGH' })).toStrictEqual(new Set([crane]));
    expect((await store.memories.numbers(ours, id(1), {})).size).toBe(2);
    expect(await rejection(store.memories.numbers(ours, id(1), { category: 'nope' }))).toBe('CategoryNotConfigured');
    expect(await rejection(store.memories.numbers(ours, id(1), { fileId: 'nope.md' }))).toBe('FileNotFound');
  });

  describe('adding', () => {
    test('an added memory is returned with everything given', async () => {
      const { store } = await open();
      await withAda(store);
      const source = { kind: 'extraction', fileId: 'f' } as const;
      const more = {
        category: 'FACTS',
        salience: 0.25,
        importance: 'HIGH',
        source,
        sessionId: 's',
        occurredAt: 5,
      } as const;
      const [made] = await write(store, [addition(11, ' Two  words ', more)]);
      expect(made?.memory).toStrictEqual({
        id: id(11),
        characterId: id(1),
        content: ' Two  words ',
        category: 'facts',
        salience: 0.25,
        importance: 'HIGH',
        state: 'ACTIVE',
        revision: 1,
        source,
        sessionId: 's',
        occurredAt: '1970-01-01T00:00:00.005Z',
        createdAt: '1970-01-01T00:00:01.000Z',
        updatedAt: '1970-01-01T00:00:01.000Z',
      });
      expect(await store.memories.get(ours, id(1), id(11).toUpperCase())).toStrictEqual({
        ...made?.memory,
        origin: 'member tester',
      });
    });

    test('a memory without category and time gets the default and now', async () => {
      const { store } = await open();
      await withAda(store);
      const [made] = await write(store, [addition(11, 'one')]);
      expect(made?.memory).toMatchObject({ category: 'general', occurredAt: '1970-01-01T00:00:01.000Z' });
      expect(await rejection(write(store, [addition(12, 'two', { category: 'nope' })]))).toBe('CategoryNotConfigured');
    });

    test('an equal text gives NONE, ignoring white space and composition, but not case', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, [addition(11, 'Grüße  an alle'), addition(12, 'other')]);
      const same = [addition(13, 'Gru\u0308ße\n an alle '), addition(14, 'grüße an alle')];
      const [none, made] = await write(store, same, 2_000);
      expect(none).toMatchObject({ operation: 'NONE', memory: { id: id(11), content: 'Grüße  an alle', revision: 1 } });
      expect(made?.operation).toBe('ADD');
      await write(store, [drop(11)]);
      expect(await operations(store, [addition(15, 'Grüße an alle')])).toStrictEqual(['ADD']);
    });
  });

  describe('updating', () => {
    test('an update changes the given fields, with a revision', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, [addition(11, 'one', { occurredAt: 5 })]);
      const fields = { content: 'two', category: 'Facts', salience: 0.75, importance: 'CRITICAL' } as const;
      const [updated] = await write(store, [change(11, fields, 1)], 2_000);
      const now = { ...fields, category: 'facts', revision: 2, updatedAt: '1970-01-01T00:00:02.000Z' };
      expect(updated).toMatchObject({
        operation: 'UPDATE',
        memory: { ...now, occurredAt: '1970-01-01T00:00:00.005Z' },
      });
      const [again] = await write(store, [change(11, { salience: 0.1 })], 3_000);
      expect(again?.memory).toMatchObject({ content: 'two', category: 'facts', salience: 0.1, revision: 3 });
    });

    test('an update without a change gives NONE', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, [addition(11, 'one')]);
      const same = { content: 'one', category: 'GENERAL', salience: 0.5, importance: 'NORMAL' } as const;
      expect(await operations(store, [change(11, same), change(11, {})])).toStrictEqual(['NONE', 'NONE']);
      expect(await store.memories.history(ours, id(1), id(11))).toHaveLength(1);
    });

    test('an update checks the revision first, then the category, then another memory’s text', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, [addition(11, 'one'), addition(12, 'two')]);
      await expect(write(store, [change(11, { category: 'nope' }, 7)])).rejects.toMatchObject({
        type: 'ConflictUnresolved',
        message: expect.stringContaining('has revision 1, not 7'),
      });
      expect(await rejection(write(store, [change(11, { content: 'two', category: 'nope' })]))).toBe(
        'CategoryNotConfigured',
      );
      await expect(write(store, [change(11, { content: ' two' })])).rejects.toMatchObject({
        type: 'ConflictUnresolved',
        message: expect.stringContaining(id(12)),
      });
      // Its own text with other white space is an update.
      expect(await operations(store, [change(11, { content: ' one' })])).toStrictEqual(['UPDATE']);
      await write(store, [drop(12)]);
      expect(await rejection(write(store, [change(12, { salience: 1 })]))).toBe('MemoryNotFound');
    });
  });

  describe('deleting and restoring', () => {
    test('deleted and restored memories keep every revision, and are found only by history while deleted', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, [addition(11, 'one')], 1_000);
      const [deleted] = await write(store, [drop(11)], 2_000);
      expect(deleted).toMatchObject({ operation: 'DELETE', memory: { state: 'DELETED', revision: 2 } });
      expect(await rejection(store.memories.get(ours, id(1), id(11)))).toBe('MemoryNotFound');
      expect(await rejection(write(store, [drop(11)]))).toBe('MemoryNotFound');
      const [restored] = await write(store, [restore(11)], 3_000);
      expect(restored).toMatchObject({ operation: 'RESTORE', memory: { state: 'ACTIVE', revision: 3 } });
      expect(await operations(store, [restore(11)])).toStrictEqual(['NONE']);
      const history = await store.memories.history(ours, id(1), id(11));
      expect(history.map(({ revision, changeType }) => `${revision} ${changeType}`)).toStrictEqual([
        '1 CREATED',
        '2 DELETED',
        '3 RESTORED',
      ]);
      expect(history[1]).toStrictEqual({
        revision: 2,
        changeType: 'DELETED',
        content: 'one',
        category: 'general',
        salience: 0.5,
        importance: 'NORMAL',
        changedBy: 'tester',
        createdAt: '1970-01-01T00:00:02.000Z',
      });
      const unknown = [write(store, [restore(99)]), store.memories.history(ours, id(1), id(99))];
      expect(await rejections(unknown)).toStrictEqual(['MemoryNotFound']);
    });

    test('a revision shows its author’s current name, also after removal', async () => {
      const { store } = await open();
      await withAda(store);
      await store.members.add('ours', { id: id(20), name: 'Grace', role: 'MEMBER' }, 500);
      const known = { changedBy: 'Grace once', memberId: id(20), now: 1_000 };
      const stranger = { changedBy: 'somebody', memberId: 'token:somebody', now: 2_000 };
      await store.memories.write(ours, id(1), [addition(11, 'one')], known);
      await store.memories.write(ours, id(1), [drop(11)], stranger);
      await store.members.remove(id(20), 3_000);
      const history = await store.memories.history(ours, id(1), id(11));
      expect(history.map(({ changedBy }) => changedBy)).toStrictEqual(['Grace', 'somebody']);
    });

    test('a text that another memory has taken cannot be restored', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, [addition(11, 'one'), drop(11), addition(12, 'one')]);
      await expect(write(store, [restore(11)])).rejects.toMatchObject({
        type: 'ConflictUnresolved',
        message: expect.stringContaining(id(12)),
      });
    });

    test('deleting and restoring change the character’s counts', async () => {
      const { store } = await open();
      await withAda(store);
      const counts = async () => {
        const ada = await store.characters.find(ours, 'Ada');
        return [ada?.memoryCount, ada?.lastMemoryAt?.slice(17, -1)];
      };
      await write(store, [addition(11, 'one'), addition(12, 'two')], 2_000);
      await write(store, [addition(13, 'three')], 1_000);
      expect(await counts()).toStrictEqual([3, '02.000']);
      await write(store, [drop(11)], 3_000);
      expect(await counts()).toStrictEqual([2, '02.000']);
      await write(store, [drop(12), drop(13)], 4_000);
      expect(await counts()).toStrictEqual([0, undefined]);
      await write(store, [restore(12)], 5_000);
      expect(await counts()).toStrictEqual([1, '05.000']);
    });
  });

  lists(open);
  holds(open);
  moves(open);

  test('a character’s rule redacts or refuses personal data in every text that is written', async () => {
    const { store } = await open();
    await withAda(store);
    const rule = (personalData: PersonalRule) =>
      store.characters.change(ours, id(1), ({ profile }) => ({ profile: { ...profile, personalData } }), 1, 'BUSINESS');
    const told = 'Ana has the address ana@firma.at and likes tea.';
    await write(store, [addition(11, told)]);
    await rule('redact');
    await write(store, [addition(12, `Since May ${told}`), change(11, { content: `Now ${told}` })]);
    await rule('refuse');
    expect(await rejection(write(store, [addition(13, told)]))).toBe('InvalidContent');
    const each = [addition(14, told), addition(15, 'Ana likes tea.'), change(15, { content: told })];
    const outcomes = await store.memories.writeEach(ours, id(1), each, at());
    expect(outcomes.map((one) => (one instanceof ServiceError ? one.type : one.operation))).toStrictEqual([
      'InvalidContent',
      'ADD',
      'InvalidContent',
    ]);
    expect(await activeContents(store)).toStrictEqual([
      'Ana likes tea.',
      'Now Ana has the address [redacted: e-mail address] and likes tea.',
      'Since May Ana has the address [redacted: e-mail address] and likes tea.',
    ]);
    await store.characters.create(ours, newCharacter(2, 'Bea'), 'BUSINESS', 1);
    await store.memories.write(ours, id(2), [addition(21, told)], at());
    const [moved] = await store.memories.reassign(ours, id(2), id(1), [{ memoryId: id(21) }], at());
    expect(moved).toMatchObject({ type: 'InvalidContent' });
  });

  test('writeEach is one transaction, in which a failed change does not affect the others', async () => {
    const { store } = await open();
    await withAda(store);
    await write(store, [addition(11, 'one'), addition(12, 'two'), addition(14, 'three'), drop(12)]);
    await write(store, [addition(13, 'two')]);
    const changes = [change(11, { importance: 'HIGH' }), drop(99), restore(12), drop(14)];
    const outcomes = await store.memories.writeEach(ours, id(1), changes, at());
    const told = outcomes.map((one) => (one instanceof ServiceError ? one.type : one.operation));
    expect(told).toStrictEqual(['UPDATE', 'MemoryNotFound', 'ConflictUnresolved', 'DELETE']);
    expect(await activeContents(store)).toStrictEqual(['one', 'two']);
    const wrong = [drop(11), change(13, { category: 'no' })];
    expect(await rejection(store.memories.writeEach(ours, id(1), wrong, at()))).toBe('CategoryNotConfigured');
    expect(await activeContents(store)).toStrictEqual(['one', 'two']);
  });
});
