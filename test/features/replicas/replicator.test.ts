import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import { localOwner } from '../../../src/domain/principal.ts';
import type { ServerRevision } from '../../../src/features/replicas/domain/replication.ts';
import type { ExchangeAnswer, ExchangeGiven } from '../../../src/features/replicas/domain/replication-message.ts';
import { restAfter } from '../../../src/features/replicas/service/contact.ts';
import { HttpServer } from '../../../src/features/replicas/service/http-server.ts';
import { Replicator } from '../../../src/features/replicas/service/replicator.ts';
import { addition, id, newCharacter } from '../../support/builders.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const start = Date.parse('2026-01-15T10:00:00.000Z');
const own = localOwner('BUSINESS');
const url = 'http://localhost:1';
const dayMs = 24 * 3_600_000;

/** One step at a time. */
class Stepping extends Replicator {
  once = () => this.step();
}

/** A server without a network, which counts what it is asked. */
class Counted extends HttpServer {
  asked = 0;
  store: string | undefined;
  readonly #answer: (given: ExchangeGiven, asked: number) => Promise<ExchangeAnswer>;

  constructor(answer: (given: ExchangeGiven, asked: number) => ExchangeAnswer | Promise<ExchangeAnswer>) {
    super(url, 'key');
    this.#answer = async (given, asked) => answer(given, asked);
  }

  override async exchange(_: string, given: ExchangeGiven): Promise<ExchangeAnswer> {
    this.asked += 1;
    return this.#answer(given, this.asked);
  }

  override async identity(): Promise<string | undefined> {
    return this.store;
  }

  override async follow(): Promise<void> {}
}

async function connected(server: Counted) {
  const store = openStore(join(temporaryFolder(), 'memory.db'));
  onTestFinished(() => store.close());
  await store.tenants.ensure('local', 'BUSINESS', start);
  await store.characters.create(own, newCharacter(1, 'Ada'), 'BUSINESS', start);
  const connection = { url, storeId: 'theirs', member: 'Ada', keyFile: '' };
  await store.replicas.connect(own, connection, [{ characterId: id(1), remoteId: id(51) }], start);
  const clock = { now: start };
  const log = () => undefined;
  const needs = { store, principal: own, now: () => clock.now, newId: () => 'one', log };
  const replicator = new Stepping(needs, { kind: 'server', to: () => server });
  const shown = async () => (await store.replicas.list(clock.now))[0]!;
  return { store, clock, replicator, shown };
}

const page = (more: Partial<ExchangeAnswer>): ExchangeAnswer => ({
  ...{ storeId: 'theirs', refused: [], revisions: [], more: false, character: {} },
  ...more,
});
const created = (n: number): ServerRevision => ({
  ...{ memoryId: id(1_000 + n), revision: 1, changeType: 'CREATED', at: start, changedBy: 'Ada', content: `Note ${n}` },
  ...{ category: 'facts', salience: 0.5, importance: 'NORMAL', source: 'direct', occurredAt: start },
});

afterEach(() => vi.useRealTimers());

test('a full step is followed by the next at once, which sends new local changes', async () => {
  const pages = 45;
  const server = new Counted(({ changes }, asked) => {
    const revisions = changes.map(({ id: origin }) => ({
      ...created(0),
      memoryId: id(7),
      content: 'New here',
      origin,
    }));
    if (revisions.length > 0) return page({ revisions, after: 'end' });
    return page({ revisions: asked > pages ? [] : [created(asked)], after: String(asked), more: asked < pages });
  });
  const { store, replicator, shown } = await connected(server);
  for (const most of [20, 40, 46]) {
    await replicator.once();
    expect(server.asked).toBe(most);
  }
  await replicator.once();
  expect(server.asked).toBe(46);
  await store.memories.write(own, id(1), [addition(7, 'New here')], { changedBy: 'Ada', now: start });
  await replicator.once();
  expect((await shown()).replicas[0]).toMatchObject({ waiting: 0 });
  expect(server.asked).toBe(47);
});

test('a long step is followed by a pause of two seconds, a short one by thrice its duration', () => {
  expect([0, 20, 100, 400, 20_000].map(restAfter)).toStrictEqual([100, 100, 300, 1_200, 2_000]);
});

test('a change accepted without a revision is not resent endlessly, and the problem is reported', async () => {
  const server = new Counted(() => page({ after: '1' }));
  const { store, replicator, shown } = await connected(server);
  await store.memories.write(own, id(1), [addition(7, 'New here')], { changedBy: 'Ada', now: start });
  await replicator.once();
  expect(server.asked).toBeLessThan(6);
  expect((await shown()).replicas[0]).toMatchObject({
    ...{ waiting: 1, problem: expect.stringContaining('its answer does not hold them') },
  });
});

test('the lease is renewed while an exchange takes longer than it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const held: boolean[] = [];
  const { store, clock, replicator } = await connected(
    new Counted(async () => {
      for (let i = 0; i < 4; i++) {
        clock.now += 6_000;
        await vi.advanceTimersByTimeAsync(6_000);
        // The renewal is a write of the store, which comes before this one.
        held.push(!(await store.replicas.claim('another', clock.now + 10_000, clock.now)));
      }
      return page({ after: '1' });
    }),
  );
  await replicator.once();
  expect(new Set(held)).toStrictEqual(new Set([true]));
});

for (const type of ['CharacterNotFound', 'Unauthorized'] as const) {
  test(`another store at the same address, which answers ${type}, does not end the sharing`, async () => {
    const server = new Counted(() => {
      throw new ServiceError(type, 'no');
    });
    server.store = 'another';
    const { store, clock, replicator, shown } = await connected(server);
    for (let day = 0; day < 9; day++) {
      await replicator.once();
      clock.now += dayMs;
    }
    expect((await shown()).replicas[0]).toMatchObject({
      problem: expect.stringContaining('another store than before'),
    });
    expect([(await shown()).refusedSince, (await shown()).replicas[0]?.refusedSince]).toStrictEqual([
      undefined,
      undefined,
    ]);
    expect(await store.characters.find(own, id(1))).toMatchObject({ status: 'ACTIVE' });
  });
}
