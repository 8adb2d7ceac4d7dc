import { describe, expect, test } from 'vitest';
import type { NewRecall, RecallFilter } from '../../../src/domain/stores/recalls.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { addition, at, id, newCharacter, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const day = 86_400_000;
const recall = (query: string, at: number, more: Partial<NewRecall> = {}): NewRecall => ({
  characterId: id(1),
  at,
  by: 'codex',
  via: 'key',
  kind: 'search',
  query,
  results: [{ memoryId: id(11), relevance: 0.5 }, { memoryId: id(12) }],
  ...more,
});

async function withRecalls(store: Store): Promise<void> {
  await withAda(store);
  await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 600);
  await store.recalls.add(ours.tenantId, [
    recall('one', 1_000),
    recall('two', 1_000, { results: [], kind: 'hook', via: 'system' }),
    recall('three', day + 1, { characterId: id(2) }),
    recall('lost', day, { characterId: id(99) }),
  ]);
  await store.recalls.add(ours.tenantId, [recall('four', day + 2)]);
}

const queries = async (store: Store, filter: Partial<RecallFilter> = {}) =>
  (await store.recalls.list(ours, { limit: 100, ...filter })).map(({ query }) => query);

contract('recalls', (open) => {
  describe('the list of recalls', () => {
    test('the list has the given memories, newest first, of all characters or of one', async () => {
      const { store } = await open();
      await withRecalls(store);
      expect(await queries(store)).toStrictEqual(['four', 'three', 'two', 'one']);
      expect(await queries(store, { characterId: id(2) })).toStrictEqual(['three']);
      expect(await queries(store, { empty: true })).toStrictEqual(['two']);
      expect(await queries(store, { empty: false, characterId: id(1) })).toStrictEqual(['four', 'one']);
      expect(await queries(store, { since: day + 1 })).toStrictEqual(['four', 'three']);
      const [last] = await store.recalls.list(ours, { limit: 1 });
      expect(last).toStrictEqual({ ...recall('four', day + 2), no: last?.no });
    });

    test('recalls are filtered by outcome, client, kind, words and day, and equal questions grouped', async () => {
      const { store, reopen } = await open();
      await withAda(store);
      await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 600);
      const given = (relevance: number) => [
        { memoryId: id(11), relevance },
        { memoryId: id(12), relevance: 0.01 },
      ];
      await store.recalls.add(ours.tenantId, [
        recall('Wo ist das Päckchen?', 1, { results: [], client: 'codex', tokens: 0 }),
        recall('wo ist  das PÄCKCHEN', 2, { results: given(0.2), client: 'cursor', tokens: 7 }),
        recall('Wo ist das Päckchen!', 3, { results: given(0.9), characterId: id(2), client: 'codex', tokens: 9 }),
        recall('Refactor the login form', 4, { results: [], kind: 'hook', isOrder: true, client: 'codex' }),
        recall('', 5, { kind: 'context', results: [{ memoryId: id(11) }] }),
        recall('', 6, { kind: 'context', results: [{ memoryId: id(11) }] }),
        recall('京都の宿は？', 7, { results: given(0.38) }),
      ]);
      const { recalls } = await reopen();
      const at = async (filter: Partial<RecallFilter>) =>
        (await recalls.list(ours, { limit: 100, ...filter })).map((one) => one.at);
      expect(await at({ weak: true })).toStrictEqual([2]);
      expect(await at({ weak: false })).toStrictEqual([7, 6, 5, 4, 3, 1]);
      expect(await at({ gap: true })).toStrictEqual([2, 1]);
      expect(await at({ gap: false })).toStrictEqual([7, 6, 5, 4, 3]);
      expect(await at({ client: 'codex' })).toStrictEqual([4, 3, 1]);
      expect(await at({ kind: 'hook' })).toStrictEqual([4]);
      expect(await at({ words: 'PÄCKCHEN' })).toStrictEqual([3, 2, 1]);
      expect(await at({ words: '京都' })).toStrictEqual([7]);
      expect(await at({ since: 3, until: 5 })).toStrictEqual([4, 3]);
      expect(await at({ characterId: id(1), gap: true, words: 'päckchen', until: 2 })).toStrictEqual([1]);
      const grouped = await recalls.list(ours, { limit: 100, grouped: true });
      expect(grouped.map((one) => [one.at, one.count])).toStrictEqual([
        [7, 1],
        [6, 1],
        [5, 1],
        [4, 1],
        [3, 1],
        [2, 2],
      ]);
      // One is found by its number, also as the earlier of equal questions.
      for (const { no } of await recalls.list(ours, { limit: 100 }))
        expect((await recalls.list(ours, { limit: 100, grouped: true, no })).map((one) => one.no)).toStrictEqual([no]);
      expect(await recalls.list(ours, { limit: 100, no: 0 })).toStrictEqual([]);
      for (const [i, { at, no }] of grouped.entries()) {
        const rest = await recalls.list(ours, { limit: 100, grouped: true, before: { at, no } });
        expect(rest).toStrictEqual(grouped.slice(i + 1));
      }
      expect(await at({ grouped: true, gap: true, limit: 1 })).toStrictEqual([2]);
      const { byClient, recallsByDay } = await store.changes.statistics(ours, { from: 0, to: day });
      expect(byClient).toStrictEqual([
        { client: 'codex', asked: 2, helped: 1, offered: 1, given: 0, used: 0, unanswered: 1, tokens: 9, stored: 0 },
        { client: 'cursor', asked: 1, helped: 0, offered: 0, given: 0, used: 0, unanswered: 1, tokens: 7, stored: 0 },
      ]);
      expect(recallsByDay).toStrictEqual([{ day: '1970-01-01', recalls: 6, empty: 1, weak: 1, offered: 1, given: 0 }]);
    });

    test('memories that an answer used, or a user called useful, are told from those only given', async () => {
      const { store, reopen } = await open();
      await withRecalls(store);
      const prompt = { kind: 'hook', client: 'codex', at: 2 * day } as const;
      await store.recalls.add(ours.tenantId, [
        recall('prompt', prompt.at, { ...prompt, results: [] }),
        recall('prompt', prompt.at, { ...prompt, characterId: id(2) }),
        recall('silent', prompt.at + 1, { ...prompt, at: prompt.at + 1, results: [], known: [{ memoryId: id(12) }] }),
        // A start of a session is no prompt, and not counted.
        recall('', prompt.at - 1, { ...prompt, at: prompt.at - 1 }),
      ]);
      const all = await store.recalls.list(ours, { limit: 100 });
      const [silent, given, , , four] = all.map(({ no }) => no) as [number, number, number, number, number];
      await store.recalls.use(ours, [
        { no: given, memoryIds: [id(11), id(99)] },
        { no: silent, memoryIds: [id(12)] },
        { no: 999, memoryIds: [id(11)] },
      ]);
      await store.recalls.rate(ours, four, 'useful', id(12), 5);
      const { recalls, changes } = await reopen();
      const used = await recalls.list(ours, { limit: 100, used: true });
      expect(used.map(({ query, characterId }) => [query, characterId])).toStrictEqual([
        ['silent', id(1)],
        ['prompt', id(2)],
        ['prompt', id(1)],
        ['four', id(1)],
      ]);
      expect(used[0]?.known).toStrictEqual([{ memoryId: id(12), used: true }]);
      expect(used[1]?.results).toStrictEqual([{ memoryId: id(11), relevance: 0.5, used: true }, { memoryId: id(12) }]);
      expect(await queries(store, { used: false })).toStrictEqual(['', 'three', 'two', 'one']);
      const { byClient } = await changes.statistics(ours, { from: 0, to: 3 * day });
      expect(byClient).toMatchObject([{ client: 'codex', offered: 2, given: 2, used: 2, unanswered: 0 }]);
      const of = await changes.statistics(ours, { characterId: id(2), from: 0, to: 3 * day });
      expect(of.byClient).toMatchObject([{ offered: 1, given: 1, used: 1 }]);
      await store.recalls.use(ours, [{ no: given, memoryIds: [id(11), id(12)], isTakenBack: true }]);
      const rest = await store.recalls.list(ours, { limit: 100, used: true });
      expect(rest.map(({ query }) => query)).toStrictEqual(['silent', 'four']);
    });

    test('the list continues after any entry', async () => {
      const { store } = await open();
      await withRecalls(store);
      for (const characterId of [undefined, id(1)]) {
        const all = await store.recalls.list(ours, { limit: 100, characterId });
        for (const [i, { at, no }] of all.entries()) {
          const rest = await store.recalls.list(ours, { limit: 100, characterId, before: { at, no } });
          expect(rest).toStrictEqual(all.slice(i + 1));
        }
      }
    });

    test('another tenant cannot see the recalls', async () => {
      const { store } = await open();
      await withRecalls(store);
      expect(await store.recalls.list(theirs, { limit: 10 })).toStrictEqual([]);
      expect(await rejection(store.recalls.list(theirs, { limit: 10, characterId: id(1) }))).toBe('CharacterNotFound');
      const [{ no } = { no: 0 }] = await store.recalls.list(ours, { limit: 1 });
      expect(await store.recalls.rate(theirs, no, 'wrong', undefined, 5_000)).toBeUndefined();
      expect(await store.recalls.forget(theirs.tenantId, 9 * day, 10)).toBe(0);
      expect(await queries(store)).toHaveLength(4);
    });
  });

  test('recalls of a private character are visible to those it is shared with, and rated by writers', async () => {
    const { store } = await open();
    await withRecalls(store);
    const ben = { ...ours, memberId: 'ben', role: 'MEMBER' } as const;
    const ask = async () => (await store.recalls.list(ben, { limit: 9 })).map(({ query }) => query);
    const counted = async () => (await store.changes.statistics(ben, { from: 0, to: 2 * day })).recallsByDay.length;
    const [four] = await store.recalls.list(ours, { limit: 1 });
    expect(await ask()).toHaveLength(4);
    await store.members.add(ours.tenantId, { id: 'ben', name: 'Ben', role: 'MEMBER' }, 1);
    const share = (access?: 'READ' | 'WRITE') => {
      const members = access ? [{ member: 'ben', access }] : [];
      return store.characters.share(ours, id(1), { visibility: 'PRIVATE', members }, 1);
    };
    await share();
    expect(await ask()).toStrictEqual(['three']);
    expect(await counted()).toBe(1);
    expect(await rejection(store.recalls.list(ben, { limit: 9, characterId: id(1) }))).toBe('CharacterNotFound');
    expect(await store.recalls.rate(ben, four!.no, 'wrong', undefined, 5_000)).toBeUndefined();
    await share('READ');
    expect(await ask()).toHaveLength(4);
    expect(await rejection(store.recalls.rate(ben, four!.no, 'wrong', undefined, 5_000))).toBe('AccessDenied');
    await share('WRITE');
    expect(await store.recalls.rate(ben, four!.no, 'wrong', undefined, 5_000)).toMatchObject({ rating: 'wrong' });
  });

  test('a recall is rated as a whole or by memory, any number of times', async () => {
    const { store } = await open();
    await withRecalls(store);
    const [{ no } = { no: 0 }] = await store.recalls.list(ours, { limit: 1 });
    await store.recalls.rate(ours, no, 'wrong', undefined, 5_000);
    await store.recalls.rate(ours, no, 'wrong', id(12), 5_000);
    const useful = await store.recalls.rate(ours, no, 'useful', id(12), 5_000);
    expect(useful).toMatchObject({
      rating: 'wrong',
      results: [
        { memoryId: id(11), relevance: 0.5 },
        { memoryId: id(12), rating: 'useful' },
      ],
    });
    expect((await store.recalls.list(ours, { limit: 1 }))[0]).toStrictEqual(useful);
    expect(await rejection(store.recalls.rate(ours, no, 'wrong', id(13), 5_000))).toBe('MemoryNotFound');
    expect(await store.recalls.rate(ours, no + 1_000, 'wrong', undefined, 5_000)).toBeUndefined();
  });

  test('old recalls are removed in bounded batches', async () => {
    const { store } = await open();
    await withRecalls(store);
    expect(await store.recalls.forget(ours.tenantId, day + 2, 2)).toBe(2);
    expect(await store.recalls.forget(ours.tenantId, day + 2, 2)).toBe(1);
    expect(await queries(store)).toStrictEqual(['four']);
  });

  test('recalls are counted by day, empty ones too', async () => {
    const { store } = await open();
    await withRecalls(store);
    const counted = async (characterId?: string) =>
      (await store.changes.statistics(ours, { characterId, from: 0, to: 2 * day })).recallsByDay;
    expect(await counted()).toStrictEqual([
      { day: '1970-01-01', recalls: 1, empty: 0, weak: 0, offered: 1, given: 0 },
      { day: '1970-01-02', recalls: 2, empty: 0, weak: 0, offered: 0, given: 0 },
    ]);
    const once = { day: '1970-01-02', recalls: 1, empty: 0, weak: 0, offered: 0, given: 0 };
    expect(await counted(id(2))).toStrictEqual([once]);
  });

  test('a wrong memory is kept with its question until the rating is taken back', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(11, 'one'), addition(12, 'two')], at());
    await store.recalls.add(ours.tenantId, [recall('Where IS it?', 1), recall('', 2)]);
    const [start, asked] = (await store.recalls.list(ours, { limit: 9 })).map(({ no }) => no) as [number, number];
    for (const twice of [1, 2]) await store.recalls.rate(ours, asked, 'wrong', undefined, twice);
    await store.recalls.rate(ours, start, 'wrong', id(12), 9);
    const { recalls } = await reopen();
    const [atStart, one, two] = [
      { memoryId: id(12), question: '' },
      { memoryId: id(11), question: 'where is it' },
      { memoryId: id(12), question: 'where is it' },
    ];
    const wrong = async () => (await recalls.chosen(ours, id(1))).wrong;
    expect(await wrong()).toStrictEqual([atStart, one, two]);
    await recalls.rate(ours, asked, 'useful', id(11), 9);
    expect(await wrong()).toStrictEqual([atStart, two]);
    await recalls.rate(ours, asked, undefined, undefined, 9);
    expect(await wrong()).toStrictEqual([atStart]);
    // The choice outlasts its recall.
    await recalls.forget(ours.tenantId, 100, 9);
    expect(await wrong()).toStrictEqual([atStart]);
  });

  test('a memory that answers a question since is kept with it while the question is settled', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    await store.recalls.add(ours.tenantId, [recall('Where IS it?', 1, { results: [] }), recall('What?', 2)]);
    const [given, asked] = (await store.recalls.list(ours, { limit: 9 })).map(({ no }) => no) as [number, number];
    await store.recalls.dismiss(ours, asked, true, 9, id(11));
    await store.recalls.dismiss(ours, given, true, 9);
    const { recalls } = await reopen();
    const answers = async () => (await recalls.chosen(ours, id(1))).answers;
    expect(await answers()).toStrictEqual([{ memoryId: id(11), question: 'where is it' }]);
    await recalls.dismiss(ours, asked, false, 9);
    expect(await answers()).toStrictEqual([]);
    // Asked and settled again it has one answer, then none.
    await recalls.add(ours.tenantId, [recall('where is it', 3, { results: [] })]);
    const [again] = await recalls.list(ours, { limit: 1 });
    const latest = { memoryId: id(12), question: 'where is it' };
    await recalls.dismiss(ours, again!.no, true, 9, id(12));
    expect(await answers()).toStrictEqual([latest, latest]);
    await recalls.dismiss(ours, again!.no, true, 9);
    expect(await answers()).toStrictEqual([]);
  });

  test('an active memory is muted, trusted and neither in its character alone', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(71, 'one'), addition(72, 'two')], at());
    for (const n of [71, 72, 72]) await store.recalls.choose(ours, id(1), id(n), 'muted', 9);
    const { recalls } = await reopen();
    expect(await recalls.chosen(ours, id(1))).toMatchObject({ muted: [id(71), id(72)], trusted: [] });
    await recalls.choose(ours, id(1), id(71), 'trusted', 9);
    expect(await recalls.chosen(ours, id(1))).toMatchObject({ muted: [id(72)], trusted: [id(71)] });
    // Another text has to be trusted anew.
    const edit = { kind: 'update', memoryId: id(71), fields: { content: 'other' } } as const;
    await store.memories.write(ours, id(1), [edit], at());
    expect(await recalls.chosen(ours, id(1))).toMatchObject({ muted: [id(72)], trusted: [] });
    await recalls.choose(ours, id(1), id(71), undefined, 9);
    expect(await recalls.chosen(ours, id(1))).toMatchObject({ muted: [id(72)], trusted: [] });
    expect(await rejection(recalls.choose(ours, id(1), id(99), 'muted', 9))).toBe('MemoryNotFound');
    expect(await rejection(recalls.choose(theirs, id(1), id(72), 'trusted', 9))).toBe('CharacterNotFound');
    expect(await rejection(recalls.chosen(theirs, id(1)))).toBe('CharacterNotFound');
  });

  test('a recall stores what was held back apart from what was given', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    const held = [{ memoryId: id(72), relevance: 0.9, revision: 1 }];
    await store.recalls.add(ours.tenantId, [recall('Who lints?', 4, { results: [], held, kind: 'hook' })]);
    const { recalls } = await reopen();
    const [found] = await recalls.list(ours, { empty: true, limit: 9 });
    expect(found).toMatchObject({ results: [], held });
    const rated = await recalls.rate(ours, found!.no, 'useful', undefined, 9);
    expect(rated).toMatchObject({ results: [], held });
    expect(await rejection(recalls.rate(ours, found!.no, 'useful', id(72), 9))).toBe('MemoryNotFound');
  });

  test('a memory that a recall held back counts as not recalled', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(71, 'one'), addition(72, 'two')], at());
    const [results, held] = [71, 72].map((n) => [{ memoryId: id(n), relevance: 0.9, revision: 1 }]);
    await store.recalls.add(ours.tenantId, [recall('Who lints?', day, { results: results!, held, kind: 'hook' })]);
    const of = { state: 'ACTIVE', sort: 'recalled', page: 0, limit: 9 } as const;
    const { memories } = await store.memories.list(ours, id(1), of);
    expect(memories.map(({ content, recalls }) => [content, recalls])).toStrictEqual([
      ['one', 1],
      ['two', 0],
    ]);
    expect(await store.memories.ids(ours, id(1), { state: 'ACTIVE', unrecalledSince: day })).toStrictEqual([id(72)]);
  });

  test('a prompt is helped by what any character gives at it, or gave before; counts and lists agree', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 600);
    const none: Partial<NewRecall> = { results: [], kind: 'hook' };
    const known = [{ memoryId: id(11), relevance: 0.5, revision: 1 }];
    const given = { ...none, results: known, characterId: id(2) };
    await store.recalls.add(ours.tenantId, [
      recall('given beside', 1, none),
      recall('given beside', 1, given),
      recall('weak', 2, { ...none, results: [{ memoryId: id(11), relevance: 0.1 }] }),
      recall('nothing', 3, none),
      recall('known', 4, { ...none, known }),
      recall('known beside', 5, none),
      recall('known beside', 5, { ...given, results: [], known }),
      recall('asked', 6, { results: [] }),
      recall('another', 6, { ...given, query: 'another' }),
    ]);
    const { recalls, changes } = await reopen();
    const those = async (helped: boolean, characterId?: string) =>
      (await recalls.list(ours, { limit: 99, helped, characterId })).map(({ query }) => query);
    expect(await those(true, id(1))).toStrictEqual(['known beside', 'known', 'given beside']);
    expect(await those(false, id(1))).toStrictEqual(['asked', 'nothing', 'weak']);
    expect(await those(false)).toStrictEqual(['asked', 'nothing', 'weak']);
    const [one] = await recalls.list(ours, { limit: 1, words: 'known', until: 5 });
    expect(one).toMatchObject({ results: [], known });
    const counted = async (characterId?: string) =>
      (await changes.statistics(ours, { characterId, from: 0, to: day })).recallsByDay;
    const counts = { day: '1970-01-01', recalls: 1, empty: 1, weak: 0 };
    expect(await counted(id(1))).toStrictEqual([{ ...counts, offered: 5, given: 1 }]);
    expect(await counted()).toStrictEqual([{ ...counts, offered: 6, given: 2 }]);
  });

  test('a dismissed question covers the equal ones of its character', async () => {
    const { store, reopen } = await open();
    await withRecalls(store);
    const none = { results: [] };
    const longest = 'ä𠮷'.repeat(600);
    await store.recalls.add(ours.tenantId, [
      recall('Why?', 1, none),
      recall('why', 2, none),
      recall('why', 3, { ...none, characterId: id(2) }),
      recall(longest, 4, none),
    ]);
    const { recalls } = await reopen();
    const of = (filter: Partial<RecallFilter>) => queries({ ...store, recalls }, filter);
    expect(await of({ gap: true })).toStrictEqual([longest, 'why', 'why', 'Why?']);
    const [long, , why] = await recalls.list(ours, { limit: 9, gap: true, until: 5 });
    for (const one of [long, why])
      expect(await recalls.dismiss(ours, one!.no, true, 9)).toMatchObject({ isDismissed: true });
    await recalls.dismiss(ours, why!.no, true, 9);
    expect(await of({ gap: true })).toStrictEqual(['why']);
    expect(await of({ dismissed: true })).toStrictEqual([longest, 'why', 'Why?']);
    await recalls.dismiss(ours, why!.no, false, 9);
    expect(await of({ dismissed: true })).toStrictEqual([longest]);
    expect(await recalls.dismiss(theirs, why!.no, true, 9)).toBeUndefined();
  });

  test('the memory that answers a question since is stored beside what its recall gave', async () => {
    const { store, reopen } = await open();
    await withRecalls(store);
    const weak = [{ memoryId: id(90), relevance: 0.1 }];
    await store.recalls.add(ours.tenantId, [recall('Why?', 1, { results: weak })]);
    const { recalls } = await reopen();
    const [why] = await recalls.list(ours, { limit: 9, gap: true, until: 2 });
    await recalls.dismiss(ours, why!.no, true, 9, id(91));
    const read = async () => (await recalls.list(ours, { limit: 1, no: why!.no }))[0];
    expect(await read()).toMatchObject({ results: weak, isDismissed: true, answeredBy: id(91) });
    await recalls.dismiss(ours, why!.no, false, 9);
    // Counted again it is open, with the answer that was none.
    expect(await read()).toStrictEqual({ ...why, answeredBy: id(91) });
    await recalls.dismiss(ours, why!.no, true, 9);
    await recalls.dismiss(ours, why!.no, false, 9);
    expect(await read()).toStrictEqual(why);
  });

  test('recalls at replicas are counted by memory and day, once however often reported', async () => {
    const { store, reopen } = await open();
    await withRecalls(store);
    await store.memories.write(ours, id(1), [addition(11, 'one'), addition(12, 'two'), addition(13, 'three')], at(1));
    const { replication } = store;
    const told = (replica: string, n: number, of: number, times: number) =>
      replication.recalled(ours, id(1), replica, [
        [id(n), of, times],
        [id(99), of, 5],
      ]);
    await told('laptop', 13, 0, 4);
    await told('laptop', 13, 0, 3);
    await told('laptop', 13, 1, 1);
    await told('desktop', 13, 0, 2);
    expect(await rejection(replication.recalled(theirs, id(1), 'laptop', []))).toBe('CharacterNotFound');
    const { memories, recalls } = await reopen();
    const listed = async () =>
      (await memories.list(ours, id(1), { state: 'ACTIVE', sort: 'recalled', page: 0, limit: 9 })).memories.map(
        ({ content, recalls: times }) => [content, times],
      );
    const unrecalled = async (since: number) =>
      (await memories.ids(ours, id(1), { state: 'ACTIVE', unrecalledSince: since })).toSorted();
    expect((await listed())[0]).toStrictEqual(['three', 7]);
    expect((await listed()).slice(1).map(([, times]) => times)).toStrictEqual([2, 2]);
    expect(await unrecalled(day)).toStrictEqual([]);
    expect(await unrecalled(2 * day)).toStrictEqual([id(11), id(12), id(13)]);
    await recalls.forget(ours.tenantId, day, 500);
    expect(await listed()).toStrictEqual(expect.arrayContaining([['three', 1]]));
    await recalls.forget(ours.tenantId, 3 * day, 500);
    expect((await listed()).map(([, times]) => times)).toStrictEqual([0, 0, 0]);
  });
});
