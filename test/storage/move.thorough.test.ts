import { describe, expect, onTestFinished, test } from 'vitest';
import { type Scope, serviceScope } from '../../src/domain/principal.ts';
import { isMachineStore, type MachineStore, type Store } from '../../src/domain/stores/store.ts';
import { move } from '../../src/storage/move/move.ts';
import { numbered } from '../../src/storage/move/own.ts';
import postgresSchema from '../../src/storage/postgres/schema.sql';
import { addition, at, id, newMemory, ours, withAda } from '../support/builders.ts';
import { cosinesIn } from '../support/cosines.ts';
import { type EngineUnderTest, engines, type Place } from '../support/engines.ts';
import { fc } from '../support/law.ts';
import { step, take } from '../support/random-steps.ts';
import { idsIn, outcome, view } from '../support/store-view.ts';
import { onMachine } from '../support/stores.ts';
import { fillUnevenly, useEveryMethod } from './plans/every-method.ts';

const sqlite = engines[0]!;
const others = engines.slice(1);
const ways = others.flatMap((engine) => [
  { from: sqlite, to: engine, name: `sqlite to ${engine.name}` },
  { from: engine, to: sqlite, name: `${engine.name} to sqlite` },
]);

async function opened(place: Place): Promise<Store> {
  const store = await place.open();
  onTestFinished(() => store.close());
  return store;
}

async function moveBetween(from: Place, to: Place) {
  const target = await to.target();
  const source = await from.source().catch(async (error) => {
    await target.discard();
    throw error;
  });
  return move(source, target).finally(() => source.close());
}

const page = { page: 0, limit: 10_000 };
const model = { name: 'model', dimensions: 8 };
const vector = Float32Array.from({ length: 8 }, (_, i) => i - 2);

/** All answers of a store, of every tenant. */
async function everything(store: Store, hasVectors: boolean): Promise<unknown> {
  const tenants = await store.tenants.list(0);
  return Promise.all(
    tenants.map(async (tenant) => {
      const scope = serviceScope(tenant.id);
      const { characters } = await store.characters.list(scope, {
        ...page,
        status: 'ALL',
        sortBy: 'NAME',
        sortOrder: 'ASC',
      });
      return {
        tenant,
        members: await store.members.list(tenant.id),
        keys: await store.keys.list(tenant.id),
        usage: await store.tenants.usage(scope, 0),
        ai: await store.aiSettings.of(tenant.id),
        tokens: await store.ai.tokensToday(tenant.id, Date.parse('2026-01-15T10:00:00Z')),
        waitingTurns: (await store.changes.statistics(scope, { from: 0, to: 1 })).waitingTurns,
        waiting: hasVectors ? await store.embeddings.countWaiting(model, scope) : 0,
        characters: await Promise.all(characters.map(({ id }) => everythingOf(store, id, scope, hasVectors))),
      };
    }),
  );
}

/** The texts of the pair that is kept. */
const noted = ['Note 2 about the violin', 'Note 3 about the roof'] as const;

async function everythingOf(store: Store, id: string, scope: Scope, hasVectors: boolean) {
  const { memories, total } = await store.memories.list(scope, id, { ...page, state: 'ALL' });
  const some = memories.filter((_, i) => i % 50 === 0);
  const { files } = await store.files.list(scope, id, page);
  const cosines = hasVectors ? cosinesIn(await store.embeddings.nearest(model, scope, id, vector, 5, [])) : new Map();
  return {
    joinedNames: await store.joinedNames.list(scope, id),
    chosen: await store.recalls.chosen(scope, id),
    character: await store.characters.find(scope, id),
    categories: await store.categories.list(scope, id),
    total,
    memories,
    histories: await Promise.all(some.map((one) => store.memories.history(scope, id, one.id))),
    kept: await store.pairs.areKept(scope, [{ characterId: id, texts: noted }]),
    // Replicas begin anew with a store that has moved.
    erasures: (await store.erasing.list(scope, id, 10)).map(({ unconfirmed: _, ...receipt }) => receipt),
    toForget: await store.forgetting.waiting(scope, id, 10),
    files: await Promise.all(files.map((file) => contentOf(store, scope, file.fileId))),
    status: await store.files.status(scope, id, 10),
    near: [...cosines.values()].slice(0, 5).map((cosine) => Math.round(cosine * 100)),
  };
}

/** The tables of a machine's data. */
const tablesOfMachine = ['hook_items', 'hook_receipts', 'hook_sessions', 'watches'];
const inHost = { host: 'codex', session: 'three' };

async function useMachine({ watches, hooks }: MachineStore): Promise<void> {
  const scope = serviceScope('t1');
  await watches.put(scope, id(1), { path: '/w', kind: 'file', deleteMissing: true }, 5);
  const receipt = { event: 'Stop', characterId: id(1), given: 1, tokens: 1, captured: 0, leftOut: {} };
  await hooks.recalled(scope, inHost, { asked: 'x', restarts: true, memoryIds: ['a'], receipt }, 9);
}

async function everythingOfMachine({ watches, hooks }: MachineStore): Promise<unknown> {
  const scope = serviceScope('t1');
  return {
    receipts: await hooks.receipts(scope, 10),
    sessions: await Promise.all(
      [{ ...inHost, session: 'one' }, inHost].map((session) => hooks.find(scope, session, id(1))),
    ),
    watches: await watches.list(scope),
  };
}

/** Bytes as text: engines give them in arrays of different kinds. Versions of a file may have been erased. */
async function contentOf(store: Store, scope: Scope, fileId: string) {
  try {
    return JSON.parse(JSON.stringify(await store.files.get(scope, fileId), bytesAsText));
  } catch (error) {
    if ((error as { type?: unknown }).type === 'FileNotFound') return 'erased';
    throw error;
  }
}

function bytesAsText(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const given = this[key];
  return given instanceof Uint8Array ? Buffer.from(given).toString('hex') : value;
}

describe.each(ways)('$name', ({ from, to }) => {
  const isSampled = [from, to].some((engine: EngineUnderTest) => engine.isSampled);
  const hasVectors = [from, to].every((engine: EngineUnderTest) => engine.without?.embeddings === undefined);

  test('a moved store has everything, for every caller', async () => {
    const [one, two] = await Promise.all([from.place(), to.place()]);
    const store = await opened(one);
    await fillUnevenly(store, { memories: 450, characters: 4 });
    await useEveryMethod(store);
    if (isMachineStore(store)) await useMachine(store);
    await store.ai.reserve('t1', { id: id(6_000_000), tokens: 5, until: 9e15 }, 1e9, 0);
    const sealedKey = Uint8Array.from([1, 0, 255]);
    await store.aiSettings.set('t1', { provider: 'openai', model: 'm', dailyTokens: 7, sealedKey }, 9);
    const before = await everything(store, hasVectors);
    const ofMachine = isMachineStore(store) && (await everythingOfMachine(store));
    await store.close();
    const moved = await moveBetween(one, two);
    // Nothing is left untried.
    const empty = Object.keys(moved.rows).filter((table) => moved.rows[table] === 0);
    // Texts are there only while they are erased.
    const emptied = ['erasing_texts'];
    expect(empty.sort()).toStrictEqual([...emptied, ...(from.isOnMachine ? [] : tablesOfMachine)]);
    expect(moved.searches.searches).toBeGreaterThan(10);
    expect(moved.searches.alike).toBe(moved.searches.searches);
    expect(moved.vectors > 200).toBe(hasVectors);
    const after = await opened(two);
    expect(await everything(after, hasVectors)).toStrictEqual(before);
    expect(await after.search.refresh(1)).toBe(0);
    if (!ofMachine) return;
    // A server stores a machine's data, though it does not use it.
    await after.close();
    const three = await from.place();
    expect((await moveBetween(two, three)).rows).toStrictEqual(moved.rows);
    const back = await opened(three);
    expect(await everything(back, hasVectors)).toStrictEqual(before);
    expect(await everythingOfMachine(onMachine(back))).toStrictEqual(ofMachine);
  }, 120_000);

  test.runIf(from.isOnMachine)('queued turns are extracted in the target store', async () => {
    const [one, two] = await Promise.all([from.place(), to.place()]);
    const store = onMachine(await opened(one));
    await withAda(store);
    const turns = [{ key: 'k', role: 'user' as const, memory: newMemory(20, 'We meet on Mondays.') }];
    const receipt = { event: 'Stop', characterId: id(1), given: 0, tokens: 0, captured: 1, leftOut: {} };
    const captured = { from: undefined, to: { path: '/t', position: 1, head: '' }, turns, receipt };
    await store.hooks.captured(ours, { host: 'codex', session: 's' }, captured, 1_000);
    await store.close();
    await moveBetween(one, two);
    const after = await opened(two);
    const waiting = async () => (await after.changes.statistics(ours, { from: 0, to: 1 })).waitingTurns.turns;
    expect(await waiting()).toBe(1);
    const [job] = await after.captures.claim(['BUSINESS'], 2_000, { holder: 'w', until: 3_000 }, 5, 'turns');
    expect(job).toMatchObject({ characterId: id(1), speaker: 'user', memory: { content: 'We meet on Mondays.' } });
    expect(await after.captures.finish('w', job!.jobId, [addition(30, 'They meet on Mondays.')], at(2_000))).toBe(1);
    expect(await waiting()).toBe(0);
    expect((await after.memories.get(ours, id(1), id(30))).content).toBe('They meet on Mondays.');
  });

  test.skipIf(isSampled)(
    'later work gives the same results as in the source store',
    async () => {
      const [one, two] = await Promise.all([from.place(), to.place()]);
      let left = await opened(one);
      await withAda(left);
      const steps = fc.sample(step, { seed: 7, numRuns: 150 });
      for (const [n, some] of steps.slice(0, 90).entries()) await outcome(take(left, some, n, await idsIn(left)));
      await left.close();
      await moveBetween(one, two);
      left = await one.open();
      let seen = await view(left);
      // The one connection of an embedded database serves one after the other.
      const answers = [];
      for (const [n, some] of steps.slice(90).entries()) {
        const known = await idsIn(left);
        answers.push([known, await outcome(take(left, some, 90 + n, known))] as const);
      }
      const last = await view(left);
      await left.close();
      const arrived = await opened(two);
      expect(await view(arrived)).toStrictEqual(seen);
      for (const [n, some] of steps.slice(90).entries()) {
        const [known, expected] = answers[n]!;
        expect(await outcome(take(arrived, some, 90 + n, known))).toStrictEqual(expected);
      }
      seen = await view(arrived);
      expect(seen).toStrictEqual(last);
    },
    120_000,
  );

  test.skipIf(isSampled)('a target that is not empty is refused, and stays as it is', async () => {
    const [one, two] = await Promise.all([from.place(), to.place()]);
    for (const place of [one, two]) {
      const store = await place.open();
      await withAda(store);
      await store.close();
    }
    await expect(moveBetween(one, two)).rejects.toThrow(/is there already|is not empty/);
    const store = await opened(two);
    expect((await store.characters.find(ours, 'Ada'))?.id).toBe(id(1));
  });

  test.skipIf(isSampled)('a move that is stopped, or finds a difference, leaves the target empty', async () => {
    const [one, two] = await Promise.all([from.place(), to.place()]);
    const store = await one.open();
    await withAda(store);
    await store.memories.write(ours, id(1), [], at());
    await store.close();
    const source = await one.source();
    const stop = new AbortController();
    const progress = (done: number) => done > 3 && stop.abort(new Error('stopped'));
    await expect(move(source, await two.target(), { progress, signal: stop.signal })).rejects.toThrow('stopped');
    await source.close();
    const again = await one.source();
    const target = await two.target();
    const lossy = {
      ...target,
      put: (table: string, rows: never[]) => target.put(table, rows.slice(table === 'categories' ? 1 : 0)),
    };
    await expect(move(again, lossy)).rejects.toThrow(/found a difference: categories of character_no 1\b/);
    await again.close();
    await moveBetween(one, two);
    expect((await (await opened(two)).characters.find(ours, 'Ada'))?.id).toBe(id(1));
  });
});

test('tables numbered by character are those that PostgreSQL keys that way', async () => {
  const place = await others[0]!.place();
  const source = await place.source();
  await source.close();
  const keyed = postgresSchema
    .split(/^CREATE TABLE /m)
    .filter((table) => table.slice(0, table.indexOf('\n)')).includes('PRIMARY KEY (character_no, no)'))
    .map((table) => table.slice(0, table.indexOf(' ')));
  expect(keyed.sort()).toStrictEqual([...new Set(numbered.values())].sort());
  expect([...numbered.values()].filter((table) => !source.tables.has(table))).toStrictEqual([]);
});
