import { expect, test } from 'vitest';
import { isMachineStore, type Store } from '../../../src/domain/stores/store.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { rank } from '../../../src/search/rank/rank.ts';
import {
  activeContents,
  addition,
  at,
  id,
  newCharacter,
  newMemory,
  newPiece,
  newSnapshot,
  ours,
  rejection,
  remember,
  theirs,
  withAda,
} from '../../support/builders.ts';
import { captureTurn } from '../../support/captured-turn.ts';
import { contract } from '../../support/engines.ts';

const ada = id(1);
const receipt = id(900);

const erase = (store: Store, memoryIds: string[], words: string[] = [], erasureId = receipt) =>
  store.erasing.begin(ours, ada, erasureId, { memoryIds, words }, at(5_000));

/** All steps that remain; how many there were. */
async function finish(store: Store, now = 6_000): Promise<number> {
  for (let steps = 0; ; steps++) if (!(await store.erasing.step(now))) return steps;
}

async function found(store: Store, query: string): Promise<number> {
  const analyzed = analyzeQuery(query, 10_000);
  const { material } = await store.search.read(ours, ada, analyzed, undefined);
  return rank(analyzed, material, { limit: 10, guesses: true }).memories.length;
}

contract('erasing', (open) => {
  test('an erased memory is gone at once, and a receipt without texts stays', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    await remember(store, ['Ada plays the xylophone.', 'Ada drinks tea.']);
    await store.memories.write(
      ours,
      ada,
      [{ kind: 'update', memoryId: id(100), fields: { content: 'Ada plays the zither.' } }],
      at(),
    );
    expect(await erase(store, [id(100), id(999)])).toMatchObject({ id: receipt, characterId: ada, memories: 1 });
    expect(await activeContents(store)).toStrictEqual(['Ada drinks tea.']);
    expect(await rejection(store.memories.history(ours, ada, id(100)))).toBe('MemoryNotFound');
    expect(await found(store, 'zither')).toBe(0);
    expect(await finish(store)).toBeGreaterThan(0);
    expect(await found(store, 'tea')).toBe(1);
    const [done] = await (await reopen()).erasing.list(ours, ada, 9);
    expect(done).toStrictEqual({
      ...{ id: receipt, characterId: ada, memories: 1, removed: {}, erasedBy: 'tester' },
      ...{ erasedAt: '1970-01-01T00:00:05.000Z', doneAt: '1970-01-01T00:00:06.000Z' },
    });
  });

  test('an erased text does not come back by an import, in another case either, and does by a person', async () => {
    const { store } = await open();
    await withAda(store);
    await remember(store, ['Ada plays the xylophone.']);
    await erase(store, [id(100)]);
    await finish(store);
    const imported = (n: number, content: string) => addition(n, content, { source: { kind: 'import' } });
    const changes = [imported(101, 'ada plays the  XYLOPHONE'), imported(102, 'Ada drinks tea.')];
    const counts = { added: 1, duplicates: 0, erased: 1 };
    const memories = changes.flatMap((one) => (one.kind === 'add' ? [one.memory] : []));
    expect(await store.files.countImport(ours, ada, [], memories)).toStrictEqual({ ...counts, ids: [id(102)] });
    expect(await store.files.importMemories(ours, ada, { categories: [], changes }, at())).toStrictEqual(counts);
    const many = Array.from({ length: 300 }, (_, i) =>
      imported(200 + i, i === 7 ? 'Ada plays the xylophone.' : `Note ${i}.`),
    );
    expect(await store.files.importMemories(ours, ada, { categories: [], changes: many }, at())).toStrictEqual({
      ...{ added: 299, duplicates: 0, erased: 1 },
    });
    expect(
      await rejection(
        store.memories.write(ours, ada, [addition(103, 'Ada plays the xylophone.')], { ...at(), kind: 'model' }),
      ),
    ).toBe('ConflictUnresolved');
    const rename = { kind: 'update', memoryId: id(102), fields: { content: 'Ada plays the xylophone' } } as const;
    expect(await rejection(store.memories.write(ours, ada, [rename], { ...at(), kind: 'model' }))).toBe(
      'ConflictUnresolved',
    );
    await store.memories.write(ours, ada, [addition(104, 'Ada plays the xylophone.')], { ...at(), kind: 'user' });
    expect(await found(store, 'xylophone')).toBe(1);
    await store.memories.write(ours, ada, [{ kind: 'delete', memoryId: id(104) }], at());
    expect(
      await store.files.importMemories(
        ours,
        ada,
        { categories: [], changes: [imported(105, 'Ada plays the xylophone.')] },
        at(),
      ),
    ).toMatchObject({ added: 1 });
  });

  test('a file that still has an erased text does not bring it back, and its versions are removed', async () => {
    const { store } = await open();
    await withAda(store);
    const pieces = [newPiece(11, 'Ada plays the xylophone.'), newPiece(12, 'Ada drinks tea.')];
    const keep = () => pieces.map((piece) => ({ kind: 'add' as const, piece }));
    await store.files.push(ours, ada, newSnapshot(10, pieces), keep, at());
    const [memory] = (
      await store.memories.list(ours, ada, { state: 'ACTIVE', page: 0, limit: 9, fileId: id(10) })
    ).memories.filter(({ content }) => content.includes('xylophone'));
    expect(await store.erasing.traces(ours, ada, { memoryIds: [memory!.id], words: [] }, 'store')).toStrictEqual([
      { kind: 'file version', count: 1, stays: false },
    ]);
    await erase(store, [memory!.id]);
    await finish(store);
    expect(await rejection(store.files.get(ours, id(10)))).toBe('FileNotFound');
    const next = [
      newPiece(21, 'Ada plays the xylophone.', ['Music']),
      newPiece(22, 'Ada plays the xylophone!'),
      newPiece(23, 'Ada paints.'),
    ];
    const pushed = await store.files.push(
      ours,
      ada,
      newSnapshot(10, next),
      (known, pieces) => [
        ...known.map((one) => ({ kind: 'vanish' as const, known: one })),
        ...pieces.map((piece) => ({ kind: 'add' as const, piece: piece as (typeof next)[0] })),
      ],
      at(),
    );
    expect(pushed).toMatchObject({ changed: true, memoriesAdded: 2 });
    expect(await store.erasing.list(ours, ada, 1)).toMatchObject([{ removed: { 'file version': 1 } }]);
  });

  test('an erasure finds and removes what names its memories or words', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Xylophone club'), 'BUSINESS', 600);
    await remember(store, ['Ada plays the xylophone.', 'Ada drinks tea.']);
    const recall = { characterId: ada, at: 1_000, by: 'agent', via: 'stdio', kind: 'search' } as const;
    const gave = (...nos: number[]) => nos.map((n, i) => ({ memoryId: id(n), relevance: 1 - i / 2 }));
    await store.recalls.add('ours', [
      { ...recall, query: 'what does she play', results: gave(100) },
      { ...recall, query: 'Is there a XYLOPHONE?', results: gave(101) },
      { ...recall, query: 'drinks', results: gave(101) },
      { ...recall, query: 'hobbies', results: gave(100, 101), held: gave(100) },
    ]);
    await store.forgetting.ask(ours, ada, 'the xylophone', [id(101)], 1_000);
    await store.categories.add(
      ours,
      ada,
      { name: 'xylophone', description: '', importance: 'NORMAL', hints: [], isDefault: false },
      1_000,
    );
    const choice = { memoryIds: [id(100)], words: ['Xylophone'] };
    expect(await store.erasing.traces(ours, ada, choice, 'store')).toStrictEqual([
      { kind: 'recall', count: 3, stays: false },
      { kind: 'request to forget', count: 1, stays: false },
      { kind: 'category', count: 1, stays: true },
    ]);
    await erase(store, choice.memoryIds, choice.words);
    await finish(store);
    expect(await store.erasing.list(ours, ada, 1)).toMatchObject([{ removed: { recall: 3, 'request to forget': 1 } }]);
    const recalls = await store.recalls.list(ours, { limit: 9 });
    // Of a recall whose question names nothing of it, the other memories stay.
    expect(recalls.map(({ query, results, held }) => ({ query, results, held }))).toStrictEqual([
      { query: 'hobbies', results: [{ memoryId: id(101), relevance: 0.5 }], held: undefined },
      { query: 'drinks', results: gave(101), held: undefined },
    ]);
    expect(await store.forgetting.waiting(ours, ada, 9)).toStrictEqual([]);
  });

  test('memories are read with all their texts, also deleted and proposed ones', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(
      ours,
      ada,
      [addition(11, 'one'), addition(12, 'two'), { kind: 'add', memory: newMemory(13, 'three', { isProposed: true }) }],
      at(),
    );
    await store.memories.write(
      ours,
      ada,
      [
        { kind: 'update', memoryId: id(11), fields: { content: 'first' } },
        { kind: 'delete', memoryId: id(12) },
      ],
      at(),
    );
    const first = await store.erasing.worded(ours, ada, { after: -1, limit: 2 });
    expect(first.memories).toStrictEqual([
      { id: id(11), state: 'ACTIVE', texts: ['first', 'one'], labels: [], moved: [] },
      { id: id(12), state: 'DELETED', texts: ['two'], labels: [], moved: [] },
    ]);
    const second = await store.erasing.worded(ours, ada, { after: first.last!, limit: 2 });
    expect(second).toStrictEqual({
      memories: [{ id: id(13), state: 'PROPOSED', texts: ['three'], labels: [], moved: [] }],
      last: undefined,
    });
    expect((await store.erasing.worded(ours, ada, { ids: [id(12), id(99)] })).memories).toMatchObject([{ id: id(12) }]);
  });

  test('steps go on where a process was ended, and erasures that wait do them together', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    await remember(store, ['Ada plays the xylophone.', 'Ada drinks tea.', 'Ada paints.']);
    const recall = { characterId: ada, at: 1_000, by: 'agent', via: 'stdio', kind: 'search' } as const;
    const gave = (...nos: number[]) => nos.map((n) => ({ memoryId: id(n), relevance: 1 }));
    await store.recalls.add('ours', [
      { ...recall, query: 'music', results: gave(100) },
      { ...recall, query: 'Ada', results: gave(100, 101) },
    ]);
    await erase(store, [id(100)]);
    await erase(store, [id(101)], [], id(901));
    let steps = 0;
    for (let current = store; await current.erasing.step(6_000); steps++) {
      current = await reopen();
      // One that comes later follows.
      if (steps === 0) await erase(current, [id(102)], [], id(902));
    }
    expect(steps).toBe(10);
    const receipts = await store.erasing.list(ours, ada, 9);
    const doneAt = '1970-01-01T00:00:06.000Z';
    expect(receipts).toMatchObject([
      { id: receipt, doneAt, removed: { recall: 2 } },
      { id: id(901), doneAt, removed: { recall: 1 } },
      { id: id(902), doneAt, removed: {} },
    ]);
  });

  test('an erasure reaches a deleted character, and no other tenant’s', async () => {
    const { store } = await open();
    await withAda(store);
    await remember(store, ['Ada plays the xylophone.']);
    await store.characters.change(ours, ada, () => ({ status: 'DELETED' }), 2_000);
    expect(await rejection(store.erasing.begin(theirs, ada, receipt, { memoryIds: [id(100)], words: [] }, at()))).toBe(
      'CharacterNotFound',
    );
    expect(await rejection(store.erasing.worded(theirs, ada, { ids: [id(100)] }))).toBe('CharacterNotFound');
    expect(await rejection(store.erasing.traces(theirs, ada, { memoryIds: [id(100)], words: [] }, 'going'))).toBe(
      'CharacterNotFound',
    );
    expect(await rejection(store.erasing.list(theirs, ada, 9))).toBe('CharacterNotFound');
    expect(await erase(store, [id(100)])).toMatchObject({ memories: 1 });
    expect(await erase(store, [id(100)])).toBeUndefined();
    await finish(store);
  });

  test('a captured turn that repeats an erased text stores neither the memory nor the words', async () => {
    const { store } = await open();
    await withAda(store);
    await remember(store, ['Ada plays the xylophone.']);
    await erase(store, [id(100)]);
    await finish(store);
    if (!isMachineStore(store)) return;
    const clause = { text: 'Ada plays the xylophone', outcome: 'kept', reason: 'it lasts' } as const;
    await captureTurn(store, ours, ada, [clause, { ...clause, text: 'Ada paints.' }]);
    const [turn] = await store.hooks.turns(ours, { limit: 1 });
    expect(turn?.clauses.map(({ text, reason }) => [text, reason])).toStrictEqual([
      ['', 'erased for good'],
      ['Ada paints.', 'it lasts'],
    ]);
  });
});
