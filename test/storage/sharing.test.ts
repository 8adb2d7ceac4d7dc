import { describe, expect, onTestFinished, test } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import type { Role, Scope } from '../../src/domain/principal.ts';
import type { Access } from '../../src/domain/sharing.ts';
import type { CharacterFilter } from '../../src/domain/stores/characters.ts';
import { isMachineStore, type MachineStore, type Store } from '../../src/domain/stores/store.ts';
import { reconcile } from '../../src/files/reconcile.ts';
import { analyzeQuery } from '../../src/search/query.ts';
import { addition, at, id, newCharacter, newMemory, newPiece, newSnapshot, vectorOf } from '../support/builders.ts';
import { captureTurn } from '../support/captured-turn.ts';
import { engines } from '../support/engines.ts';
import { onMachine } from '../support/stores.ts';

/** A private character of a member's with everything that a character can have. */
const hidden = id(1);
const memoryId = id(100);
const fileId = id(200);
const scopeOf = (n: number, role: Role): Scope => ({ tenantId: 'ours', memberId: id(n), role });
const owner = scopeOf(10, 'MEMBER');
const outsider = scopeOf(11, 'ADMIN');
const reader = scopeOf(12, 'ADMIN');
const writer = scopeOf(13, 'MEMBER');
const boss = scopeOf(14, 'OWNER');

const page = { page: 0, limit: 10 };
const all: CharacterFilter = { ...page, status: 'ALL', sortBy: 'NAME', sortOrder: 'ASC' };
const category = { name: 'extra', description: '', importance: 'NORMAL' as const, hints: [], isDefault: false };
const session = { host: 'codex' as const, session: 's' };
const receipt = { event: 'Stop', characterId: hidden, given: 0, tokens: 0, captured: 0, leftOut: {} };
const cursor = { path: 'p', position: 1, head: 'h' };
const embedding = { name: 'm', dimensions: 64 };
const analyzed = analyzeQuery('harbour', 0);
const file = newSnapshot(200, [newPiece(201, 'a line of the file')], { path: 'notes.md' });
const reworded = (content: string) => ({ kind: 'update' as const, memoryId, fields: { content } });
const added = { categories: [], changes: [addition(300, 'imported')] };

async function fill(store: Store): Promise<void> {
  await store.tenants.ensure('ours', 'BUSINESS', 0);
  const names = ['owner', 'outsider', 'reader', 'writer'];
  for (const [i, name] of names.entries()) await store.members.add('ours', { id: id(10 + i), name, role: 'MEMBER' }, 0);
  await store.embeddings.useModel(embedding);
  await store.characters.create(owner, newCharacter(1, 'Hidden', { visibility: 'PRIVATE' }), 'BUSINESS', 1);
  await store.characters.change(owner, hidden, () => ({ aliases: [{ alias: 'the secret one' }] }), 2);
  await store.memories.write(owner, hidden, [addition(100, 'the harbour is closed')], at());
  await store.files.push(owner, hidden, file, reconcile, at());
  if (isMachineStore(store)) {
    await store.watches.put(owner, hidden, { path: '/a/b', kind: 'file', deleteMissing: false }, 4);
    await store.hooks.recalled(owner, session, { asked: 'k', restarts: false, memoryIds: ['m'], receipt }, 5);
    await captureTurn(store, owner, hidden, [{ text: 'x', outcome: 'left out', reason: 'y' }], { session: 'seen' });
  }
  const shares: { member: string; access: Access }[] = [
    { member: 'reader', access: 'READ' },
    { member: 'writer', access: 'WRITE' },
  ];
  await store.characters.share(owner, hidden, { members: shares }, 3);
}

type Ask<S = Store> = (store: S, scope: Scope) => Promise<unknown>;
type Shown<S = Store> = [ask: Ask<S>, seen: unknown, unseen: unknown];

/** Reads of one character, by its id or that of its file: not found without access. */
const sharedReads: Record<string, Ask> = {
  'categories.list': (store, scope) => store.categories.list(scope, hidden),
  'memories.get': (store, scope) => store.memories.get(scope, hidden, memoryId),
  'memories.list': (store, scope) => store.memories.list(scope, hidden, { ...page, state: 'ALL' }),
  'memories.numbers': (store, scope) => store.memories.numbers(scope, hidden, {}),
  'memories.mostUseful': (store, scope) => store.memories.mostUseful(scope, hidden, 5, 1_000),
  'memories.forExport': (store, scope) => store.memories.forExport(scope, hidden, { state: 'ACTIVE' }),
  'memories.ids': (store, scope) => store.memories.ids(scope, hidden, { state: 'ALL' }),
  'memories.copies': (store, scope) => store.memories.copies(scope, hidden, 0, 5),
  'memories.history': (store, scope) => store.memories.history(scope, hidden, memoryId),
  'search.read': (store, scope) => store.search.read(scope, hidden, analyzed, undefined),
  'search.read in a category': (store, scope) => store.search.read(scope, hidden, analyzed, 'nowhere').catch(hide),
  'search.fetch': (store, scope) => store.search.fetch(scope, hidden, [1]),
  'search.texts': (store, scope) => store.search.texts(scope, hidden, [1]),
  'search.fetchCached': (store, scope) =>
    store.search.fetchCached(scope, hidden, [1], { indexVersion: 1, recentVersion: 1 }),
  'search.numberOf': (store, scope) => store.search.numberOf(scope, hidden, memoryId),
  'embeddings.nearest': (store, scope) =>
    store.embeddings.nearest(embedding, scope, hidden, vectorOf('harbour'), 5, []),
  'files.find': (store, scope) => store.files.find(scope, hidden, 'notes.md'),
  'files.get': (store, scope) => store.files.get(scope, fileId),
  'files.list': (store, scope) => store.files.list(scope, hidden, page),
  'files.status': (store, scope) => store.files.status(scope, hidden, 5),
  'characters.clone': (store, scope) => {
    const copy = { id: id(Number(scope.memberId.slice(-4)) + 50), name: `copy of ${scope.memberId}`, copyTags: true };
    return store.characters.clone(scope, hidden, copy, 'BUSINESS', 7);
  },
};

/** A visible character shows its categories. */
function hide(error: { type?: string }) {
  if (error.type !== 'CategoryNotConfigured') throw error;
}

const sharedWrites: Record<string, Ask> = {
  'characters.change': (store, scope) => store.characters.change(scope, hidden, () => ({ tags: ['x'] }), 8),
  'characters.restore': (store, scope) => store.characters.restore(scope, hidden, 'BUSINESS', 8),
  'categories.add': (store, scope) =>
    store.categories.add(scope, hidden, { ...category, name: scope.memberId.slice(-3) }, 8),
  'categories.change': (store, scope) => store.categories.change(scope, hidden, 'general', { description: 'x' }, 8),
  'categories.remove': async (store, scope) => {
    const name = scope.memberId.slice(-3);
    await store.categories.remove(scope, hidden, name, 'general', at());
  },
  'memories.write': (store, scope) => store.memories.write(scope, hidden, [reworded(scope.memberId)], at()),
  'memories.reassign': (store, scope) => store.memories.reassign(scope, hidden, hidden, [], at()),
  'memories.writeEach': (store, scope) =>
    store.memories.writeEach(scope, hidden, [reworded(`each ${scope.memberId}`)], at()),
  'files.confirm': (store, scope) => store.files.confirm(scope, hidden, { ...file, baseVersion: undefined }),
  'files.push': (store, scope) => store.files.push(scope, hidden, file, reconcile, at()),
  'files.importMemories': (store, scope) => store.files.importMemories(scope, hidden, added, at()),
  'files.countImport': (store, scope) => store.files.countImport(scope, hidden, [], [newMemory(1, 'x')]),
};

/** Reads that show a character or leave it out: the answers with and without access. */
const sharedShows: Record<string, Shown> = {
  'memories.byIds': [
    async (store, scope) => (await store.memories.byIds(scope, [memoryId]))[0]?.id,
    memoryId,
    undefined,
  ],
  'memories.listSeen': [
    async (store, scope) => {
      const { memories } = await store.memories.listSeen(scope, { state: 'ACTIVE', page: 0, limit: 100 });
      return memories.find((one) => one.id === memoryId)?.id;
    },
    memoryId,
    undefined,
  ],
  'characters.find by id': [
    async (store, scope) => (await store.characters.find(scope, hidden))?.id,
    hidden,
    undefined,
  ],
  'characters.find by name': [
    async (store, scope) => (await store.characters.find(scope, 'Hidden'))?.id,
    hidden,
    undefined,
  ],
  'characters.find by alias': [
    async (store, scope) => (await store.characters.find(scope, 'The Secret One'))?.id,
    hidden,
    undefined,
  ],
  'characters.identify': [
    async (store, scope) => (await store.characters.identify(scope, 'Hidden'))?.id,
    hidden,
    undefined,
  ],
  'characters.findByAlias': [
    async (store, scope) => (await store.characters.findByAlias(scope, 'the secret one'))?.id,
    hidden,
    undefined,
  ],
  'characters.list': [
    async (store, scope) => {
      const { characters, total } = await store.characters.list(scope, { ...all, visibility: 'PRIVATE' });
      return [characters.filter((one) => one.id === hidden).length, total - characters.length];
    },
    [1, 0],
    [0, 0],
  ],
  'characters.findDeleted': [
    async (store, scope) => {
      await store.characters.change(boss, hidden, () => ({ status: 'DELETED' }), 8);
      const found = await store.characters.findDeleted(scope, 'Hidden');
      await store.characters.restore(boss, hidden, 'BUSINESS', 8);
      return found?.id;
    },
    hidden,
    undefined,
  ],
  'characters.names': [(store, scope) => store.characters.names(scope, 'hid', 5), ['Hidden'], []],
  'tenants.usage': [async (store, scope) => (await store.tenants.usage(scope, 9)).files, 1, 0],
  'embeddings.countWaiting': [
    async (store, scope) => (await store.embeddings.countWaiting(embedding, scope)) > 0,
    true,
    false,
  ],
};

/** The same for data that only a store on a machine has. */
const machineReads: Record<string, Ask<MachineStore>> = {
  'watches.pathsBelow': (store, scope) => store.watches.pathsBelow(scope, hidden, 'notes.md'),
  'watches.filesBelow': (store, scope) => store.watches.filesBelow(scope, hidden, 'notes.md'),
  'watches.pathsWithContent': (store, scope) => store.watches.pathsWithContent(scope, hidden, 'notes.md', 'none'),
  'hooks.recalled': (store, scope) =>
    store.hooks.recalled(scope, session, { asked: 'k', restarts: false, memoryIds: ['m'], receipt }, 6),
  'hooks.find': (store, scope) => store.hooks.find(scope, session, hidden),
  'hooks.notCaptured': (store, scope) => store.hooks.notCaptured(scope, session, hidden, [{ key: 'k' }]),
  'hooks.counts': (store, scope) => store.hooks.counts(scope, session, hidden),
  'hooks.verdicts': (store, scope) => store.hooks.verdicts(scope, hidden),
  'hooks.forget': (store, scope) => store.hooks.forget(scope, { ...session, session: 'none' }, hidden, 6),
};
const machineWrites: Record<string, Ask<MachineStore>> = {
  'watches.markMissing': (store, scope) => store.watches.markMissing(scope, hidden, 'elsewhere.md', true, at()),
  'watches.rename': (store, scope) => store.watches.rename(scope, hidden, 'elsewhere.md', 'there.md', at()),
  'watches.put': (store, scope) =>
    store.watches.put(scope, hidden, { path: '/a/b', kind: 'file', deleteMissing: false }, 8),
  'hooks.captured': (store, scope) =>
    store.hooks.captured(scope, session, { from: undefined, to: cursor, turns: [], receipt }, 8),
  'hooks.clauseKept': (store, scope) => store.hooks.clauseKept(scope, hidden, '1', 0, id(11)),
  'hooks.forgetVerdicts': (store, scope) => store.hooks.forgetVerdicts(scope, hidden, 'rule', 8),
};
const machineShows: Record<string, Shown<MachineStore>> = {
  'watches.list': [async (store, scope) => (await store.watches.list(scope, hidden)).length, 1, 0],
  'watches.list of all': [async (store, scope) => (await store.watches.list(scope)).length, 1, 0],
  'hooks.receipts': [async (store, scope) => (await store.hooks.receipts(scope, 5)).length > 0, true, false],
  'hooks.turns': [async (store, scope) => (await store.hooks.turns(scope, { limit: 5 })).length, 1, 0],
  'hooks.turn': [async (store, scope) => (await store.hooks.turn(scope, '1')) !== undefined, true, false],
  'hooks.find of all': [async (store, scope) => (await store.hooks.find(scope, session, undefined)).given.length, 1, 0],
};

/** Methods without a character, or of all: those of the service and its operator. */
const ofNoCharacter = [
  'characters.create',
  'characters.share',
  'search.refresh',
  // What a node has kept, for ranking: fetchCached looks who asks before anybody is shown anything of it.
  'search.readCached',
  'embeddings.currentModel',
  'embeddings.useModel',
  'embeddings.dropAll',
  'embeddings.waitingTenants',
  'embeddings.backlog',
  'embeddings.takeWaiting',
  'embeddings.lease',
  'embeddings.release',
  'embeddings.save',
  'files.clearAbandoned',
  'watches.remove',
];
const parts = ['characters', 'categories', 'memories', 'search', 'embeddings', 'files'] as const;

/** The result of each. */
async function outcomes(store: Store, asked: Record<string, Ask>, scope: Scope): Promise<Record<string, string>> {
  const tried: [string, string][] = [];
  for (const [name, ask] of Object.entries(asked)) tried.push([name, await outcomeOf(ask(store, scope))]);
  return Object.fromEntries(tried);
}

async function outcomeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof ServiceError ? error.type : String(error)),
  );
}

const each = (asked: Record<string, Ask>, outcome: string) =>
  Object.fromEntries(Object.keys(asked).map((name) => [name, outcome]));

const asked =
  (ask: Ask<MachineStore>): Ask =>
  (store, scope) =>
    ask(onMachine(store), scope);
const entriesOf = <One, Other>(given: Record<string, One>, to: (one: One) => Other) =>
  Object.fromEntries(Object.entries(given).map(([name, one]) => [name, to(one)]));

describe.each(engines)('access to a private character ($name)', (engine) => {
  const ofMachine = <One, Other>(given: Record<string, One>, to: (one: One) => Other) =>
    engine.isOnMachine ? entriesOf(given, to) : {};
  const reads = { ...sharedReads, ...ofMachine(machineReads, asked) };
  const writes = { ...sharedWrites, ...ofMachine(machineWrites, asked) };
  const shows = {
    ...sharedShows,
    ...ofMachine(machineShows, ([ask, ...shown]): Shown => [asked(ask), ...shown]),
  };

  const filled = async (): Promise<Store> => {
    const store = await (await engine.place()).open();
    onTestFinished(() => store.close());
    await fill(store);
    return store;
  };

  test('the test calls every method of the store', async () => {
    const store = await filled();
    const { watches, hooks } = isMachineStore(store) ? store : {};
    const all = { ...Object.fromEntries(parts.map((part) => [part, store[part]])), watches, hooks };
    const methods = Object.entries(all).flatMap(([part, of = {}]) => Object.keys(of).map((name) => `${part}.${name}`));
    const tried = [...Object.keys(reads), ...Object.keys(writes), ...Object.keys(shows), ...ofNoCharacter];
    const known = new Set(tried.map((name) => name.split(' ')[0]));
    expect(methods.filter((name) => !known.has(name))).toStrictEqual([]);
  });

  test('a private character is readable by those it is shared with, and not found by others', async () => {
    const store = await filled();
    const missing = { ...each(reads, 'CharacterNotFound'), 'files.get': 'FileNotFound' };
    expect(await outcomes(store, reads, outsider)).toStrictEqual(missing);
    for (const scope of [owner, reader, writer, boss]) {
      expect(await outcomes(store, reads, scope)).toStrictEqual(each(reads, 'answered'));
    }
  });

  test('a private character is writable by its owner, writers it is shared with, and OWNERs', async () => {
    const store = await filled();
    expect(await outcomes(store, writes, outsider)).toStrictEqual(each(writes, 'CharacterNotFound'));
    expect(await outcomes(store, writes, reader)).toStrictEqual(each(writes, 'AccessDenied'));
    for (const scope of [owner, writer, boss]) {
      expect(await outcomes(store, writes, scope)).toStrictEqual(each(writes, 'answered'));
    }
  });

  test('a private character is listed, found and counted only for its members', async () => {
    const store = await filled();
    const left = Object.keys(engine.without ?? {});
    const tried = Object.entries(shows).filter(([name]) => !left.includes(name.split('.')[0] ?? ''));
    expect(tried.length).toBeGreaterThan(5);
    for (const [name, [ask, seen, unseen]] of tried) {
      expect([name, await ask(store, outsider)]).toStrictEqual([name, unseen]);
      for (const scope of [owner, reader, writer, boss]) {
        expect([name, await ask(store, scope)]).toStrictEqual([name, seen]);
      }
    }
  });

  test('a private character cannot be shared further by its readers, who do not see the shares', async () => {
    const store = await filled();
    const share = (scope: Scope) => outcomeOf(store.characters.share(scope, hidden, { visibility: 'PUBLIC' }, 9));
    expect(await Promise.all([outsider, reader, writer].map(share))).toStrictEqual([
      'CharacterNotFound',
      'AccessDenied',
      'AccessDenied',
    ]);
    const shown = async (scope: Scope) => (await store.characters.find(scope, hidden))?.shares?.length;
    expect(await Promise.all([owner, boss, reader, writer].map(shown))).toStrictEqual([2, 2, undefined, undefined]);
  });

  test.runIf(engine.isOnMachine)('a private character’s watches are hidden from readers', async () => {
    const store = onMachine(await filled());
    for (const scope of [outsider, reader]) expect(await store.watches.remove(scope, '/a/b', undefined, 1_000)).toBe(0);
    expect(await store.watches.remove(writer, '/a/b', undefined, 1_000)).toBe(1);
  });

  test('a private character’s name stays taken', async () => {
    const store = await filled();
    const taken = store.characters.create(outsider, newCharacter(3, 'Hidden'), 'BUSINESS', 9);
    expect(await outcomeOf(taken)).toBe('DuplicateCharacterName');
  });
});
