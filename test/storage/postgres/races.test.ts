import { describe, expect, onTestFinished, test } from 'vitest';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { tierLimits } from '../../../src/domain/tier.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { rank } from '../../../src/search/rank/rank.ts';
import type { ReadingContext } from '../../../src/service/context.ts';
import { askedFor, searchOne } from '../../../src/service/retrieval/search.ts';
import { openServer } from '../../../src/storage/postgres/open.ts';
import { addition, at, id, newCharacter, newKey, ours, withAda, withTenants } from '../../support/builders.ts';
import { onServer, serverDatabase, serverPlace, serverSchema, testServer } from '../../support/postgres-server.ts';

/** Two nodes on one database, as they run behind a load balancer. */
async function twoNodes(url = testServer!.url): Promise<[Store, Store]> {
  const place = await serverPlace(url);
  const nodes: [Store, Store] = [await place.open(), await place.open()];
  onTestFinished(async () => {
    for (const node of nodes) await node.close();
  });
  return nodes;
}

/** The result of each: the answer, or the error's type. */
const settled = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((one) =>
    one.status === 'fulfilled' ? 'done' : (one.reason.type ?? `${one.reason}`),
  );
const done = (outcomes: readonly string[]) => outcomes.filter((one) => one === 'done').length;
const memories = (store: Store) => store.memories.list(ours, id(1), { state: 'ACTIVE', page: 0, limit: 10_000 });
const write = (store: Store, ...changes: MemoryChange[]) => store.memories.write(ours, id(1), changes, at());

/** Other fields of a search. */
const searching = { principal: { ...ours, tier: 'BUSINESS' }, now: () => 0 };

async function found(store: Store, query: string): Promise<string[]> {
  const analyzed = analyzeQuery(query, 0);
  const { material } = await store.search.read(ours, id(1), analyzed, undefined);
  const numbers = rank(analyzed, material, { limit: 5 }).memories.map(({ memoryNo }) => memoryNo);
  const fetched = await store.search.fetch(ours, id(1), numbers);
  return numbers.map((number) => fetched.get(number)?.content ?? 'not fetched');
}

describe.skipIf(testServer === undefined)('two nodes on one database', () => {
  test('a change committed behind a later one of another character is read', async () => {
    const url = await serverSchema(testServer!.url);
    const { store } = await openServer(url);
    onTestFinished(() => store.close());
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 0);
    await write(store, addition(11, 'one'));
    const { position: start } = await store.changes.behind(ours, undefined, { limit: 9 });
    await onServer(url, async (slow) => {
      await slow.query('BEGIN');
      await slow.query(
        `INSERT INTO revisions (character_no, memory_no, revision, change_type, content, category, salience, importance,
           changed_by, created_at)
         SELECT character_no, memory_no, 2, 'UPDATED', 'slow', category, salience, importance, changed_by, created_at
         FROM revisions`,
      );
      await store.memories.write(ours, id(2), [addition(21, 'quick')], at());
      const quick = await store.changes.behind(ours, start, { limit: 9 });
      expect(quick.changes).toMatchObject([{ content: 'quick' }]);
      await slow.query('COMMIT');
      const later = await store.changes.behind(ours, quick.position, { limit: 9 });
      expect(later.changes).toMatchObject([{ content: 'slow' }]);
      expect(later.changes[0]!.place.number).toBeLessThan(quick.changes[0]!.place.number!);
    });
  });

  test('concurrent additions of one text store, count and index it once', async () => {
    const nodes = await twoNodes();
    await withAda(nodes[0]);
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const operations: string[] = [];
      for (let i = 0; i < 100; i++) {
        const [outcome] = await write(
          nodes[writer % 2]!,
          addition(1_000 * (writer + 1) + i, `shared thing number${i}x`),
        );
        operations.push(outcome!.operation);
      }
      return operations;
    });
    const operations = (await Promise.all(writers)).flat();
    expect(operations.filter((one) => one === 'ADD')).toHaveLength(100);
    expect((await memories(nodes[1])).total).toBe(100);
    expect(await nodes[1].characters.find(ours, 'Ada')).toMatchObject({ memoryCount: 100 });
    for (const i of [0, 31, 32, 64, 99])
      expect((await found(nodes[0], `number${i}x`))[0]).toBe(`shared thing number${i}x`);
  });

  test('a write after its sharing was revoked is refused, also a running one', async () => {
    const nodes = await twoNodes();
    await withAda(nodes[0]);
    await nodes[0].members.add('ours', { id: id(20), name: 'Grace', role: 'MEMBER' }, 0);
    const grace = { tenantId: 'ours', memberId: id(20), role: 'MEMBER' as const };
    const share = (access?: 'WRITE') =>
      nodes[0].characters.share(
        ours,
        id(1),
        { visibility: 'PRIVATE', members: access ? [{ member: 'Grace', access }] : [] },
        1,
      );
    for (let round = 0; round < 20; round++) {
      await share('WRITE');
      // Several at once, so that some wait for the character while access is revoked.
      const work = Array.from({ length: 12 }, (_, i) =>
        nodes[1].memories.write(grace, id(1), [addition(10_000 + round * 100 + i, `thing ${round} ${i}`)], at()),
      );
      const all = settled(work);
      await share();
      const before = (await memories(nodes[0])).total;
      const outcomes = await all;
      expect(outcomes.filter((one) => one !== 'done' && one !== 'CharacterNotFound')).toStrictEqual([]);
      expect((await memories(nodes[0])).total).toBe(before);
      await expect(nodes[1].memories.get(grace, id(1), id(10_000))).rejects.toMatchObject({
        type: 'CharacterNotFound',
      });
    }
  });

  test('concurrent updates get one revision each, and stale callers none', async () => {
    const nodes = await twoNodes();
    await withAda(nodes[0]);
    await write(nodes[0], addition(10, 'the text'));
    const changes = Array.from({ length: 40 }, (_, i) =>
      write(nodes[i % 2]!, { kind: 'update', memoryId: id(10), fields: { content: `text ${i}` } }),
    );
    await Promise.all(changes);
    const history = await nodes[0].memories.history(ours, id(1), id(10));
    expect(history.map(({ revision }) => revision)).toStrictEqual(Array.from({ length: 41 }, (_, i) => i + 1));
    const stale = Array.from({ length: 10 }, (_, i) =>
      write(nodes[i % 2]!, { kind: 'update', memoryId: id(10), fields: { salience: i / 10 }, expectedRevision: 41 }),
    );
    const outcomes = await settled(stale);
    expect(outcomes.filter((one) => one !== 'done' && one !== 'ConflictUnresolved')).toStrictEqual([]);
    expect(done(outcomes)).toBe(1);
  });

  test('concurrent creations keep the tier’s limits of characters, members and keys', async () => {
    const nodes = await twoNodes();
    await withTenants(nodes[0]);
    const { maxCharacters } = tierLimits.FREE;
    const { maxMembers, maxApiKeys } = tierLimits.DEVELOPER;
    const made = Array.from({ length: 12 }, (_, i) =>
      nodes[i % 2]!.characters.create(ours, newCharacter(i + 1, `Character ${i}`), 'FREE', i),
    );
    expect(done(await settled(made))).toBe(maxCharacters);
    await nodes[0].tenants.setTier(ours.tenantId, 'DEVELOPER', 0, 0);
    const members = Array.from({ length: 12 }, (_, i) =>
      nodes[i % 2]!.members.add(ours.tenantId, { id: `m${i}`, name: `Member ${i}`, role: 'MEMBER' }, i),
    );
    expect(done(await settled(members))).toBe(maxMembers);
    const [member] = await nodes[0].members.list(ours.tenantId);
    const keys = Array.from({ length: 12 }, (_, i) => nodes[i % 2]!.keys.add(member!.id, newKey(i, i), i));
    expect(done(await settled(keys))).toBe(maxApiKeys);
  });

  test('concurrent changes never give an alias that is another’s name, or vice versa', async () => {
    const nodes = await twoNodes();
    await withAda(nodes[0]);
    for (let i = 0; i < 15; i++) {
      const name = `Name ${i}`;
      const outcomes = await settled([
        nodes[0].characters.create(ours, newCharacter(100 + i, name), 'BUSINESS', i),
        nodes[1].characters.change(ours, id(1), () => ({ aliases: [{ alias: name.toLowerCase() }] }), i),
      ]);
      expect(outcomes.toSorted()).toStrictEqual([
        outcomes[0] === 'done' ? 'NameTaken' : 'DuplicateCharacterName',
        'done',
      ]);
    }
  });

  test('nodes that start at once create one first key', async () => {
    const nodes = await twoNodes();
    await withTenants(nodes[0]);
    const keys = Array.from({ length: 8 }, (_, i) =>
      nodes[i % 2]!.keys.addFirst(ours.tenantId, { id: `owner ${i}`, name: 'owner' }, newKey(i, i + 1), 0),
    );
    expect((await Promise.all(keys)).filter((key) => key !== undefined)).toHaveLength(1);
    expect(await nodes[0].keys.list(ours.tenantId)).toHaveLength(1);
  });

  test('searches during settling, deletions and imports never fail or find missing memories', async () => {
    const nodes = await twoNodes();
    await withAda(nodes[0]);
    let isWriting = true;
    const writing = (async () => {
      for (let round = 0; round < 8; round++) {
        const first = 1_000 + round * 100;
        for (let i = 0; i < 40; i += 4) {
          await write(
            nodes[0],
            ...[0, 1, 2, 3].map((j) => addition(first + i + j, `lantern of round${round} item${i + j}`)),
          );
        }
        await write(nodes[0], ...[3, 9, 27].map((i): MemoryChange => ({ kind: 'delete', memoryId: id(first + i) })));
      }
    })().finally(() => {
      isWriting = false;
    });
    let searches = 0;
    for (; isWriting; searches++) {
      for (const content of await found(nodes[1], searches % 2 === 0 ? 'lantern item7' : 'lanttern rounds')) {
        expect(content).toMatch(/^(?:lantern of round\d item\d+|not fetched)$/);
      }
    }
    await writing;
    expect(searches).toBeGreaterThan(5);
    expect((await memories(nodes[1])).total).toBe(8 * 37);
    expect((await found(nodes[1], 'round7 item39'))[0]).toBe('lantern of round7 item39');
  });

  test('a write of another node is found, though it came after the cached ranking', async () => {
    const nodes = await twoNodes();
    await withAda(nodes[0]);
    await write(nodes[0], ...['one', 'two', 'three'].map((word, i) => addition(10 + i, `lantern ${word}`)));
    let between = async () => {};
    let rankings = 0;
    const search: Store['search'] = {
      ...nodes[0].search,
      async fetchCached(...asked) {
        rankings++;
        await between();
        return nodes[0].search.fetchCached(...asked);
      },
    };
    const context = { ...searching, store: { ...nodes[0], search } } as ReadingContext;
    const shown = async (through: ReadingContext) => {
      const { memories, total } = await searchOne(through, id(1), await askedFor(through, 'lantern'), {
        query: 'lantern',
        limit: 5,
      });
      return { total, memories };
    };
    const changes: MemoryChange[] = [
      { kind: 'update', memoryId: id(10), fields: { content: 'candle one' } },
      { kind: 'delete', memoryId: id(11) },
      addition(13, 'lantern four lantern'),
    ];
    for (const change of changes) {
      between = async () => {};
      for (const _ of [1, 2, 3]) await shown(context);
      rankings = 0;
      between = () => write(nodes[1], change).then(() => {});
      const seen = await shown(context);
      expect(rankings).toBe(1);
      expect(seen).toStrictEqual(await shown({ ...context, store: nodes[1] }));
    }
    expect((await found(nodes[0], 'lantern')).toSorted()).toStrictEqual(['lantern four lantern', 'lantern three']);
  });

  test('writes are neither lost nor duplicated when sessions are cut off', async () => {
    // Sessions of other tests on the server are not to be cut.
    const url = await serverDatabase(testServer!.url);
    const nodes = await twoNodes(url);
    await withAda(nodes[0]);
    let isWriting = true;
    const acknowledged: string[] = [];
    const writers = nodes.map(async (node, writer) => {
      for (let i = 0; i < 120; i++) {
        const content = `writer ${writer} note ${i}`;
        const outcome = await write(node, addition(10_000 * (writer + 1) + i, content)).catch((error: Error) => error);
        if (!(outcome instanceof Error)) acknowledged.push(content);
      }
    });
    const cutting = onServer(url, async (client) => {
      for (let cuts = 0; isWriting && cuts < 40; cuts++) {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'agent-memory-service' AND query ~ 'COMMIT|memories' LIMIT 2`,
        );
        await client.query('SELECT pg_sleep(0.03)');
      }
    });
    await Promise.all(writers);
    isWriting = false;
    await cutting;
    const { memories: stored, total } = await memories(nodes[0]);
    const contents = stored.map(({ content }) => content);
    expect(acknowledged.filter((content) => !contents.includes(content))).toStrictEqual([]);
    expect(new Set(contents).size).toBe(total);
    expect(acknowledged.length).toBeGreaterThan(200);
    expect(await nodes[1].characters.find(ours, 'Ada')).toMatchObject({ memoryCount: total });
    expect((await found(nodes[1], 'note 119')).length).toBeGreaterThan(0);
  });
});
