import { describe, expect, test } from 'vitest';
import { fewestRejected } from '../../src/domain/captured-clause.ts';
import { openSession, openStore } from '../support/harness.ts';
import { assistant, playground, user } from './play.ts';

interface Clause {
  id: string;
  text: string;
  outcome: string;
  reason: string;
  kind?: string;
  memoryId?: string;
  state?: string;
}
interface Receipts {
  hosts: { host: string; captured: number; lastAt: string }[];
  latest: { host: string; at: string; given: number }[];
  turns: { session: string; host?: string; speaker: string; characterId: string; clauses: Clause[] }[];
  kinds: { kind: string; outcome: string; rejected: number; of: number; isOff: boolean }[];
}

/** Sessions of a host, and a client that reads the captured clauses. */
async function withClient() {
  const place = playground();
  let session = 0;
  const client = async <T>(use: (call: Awaited<ReturnType<typeof openSession>>['call']) => Promise<T>): Promise<T> => {
    const store = openStore(place.database);
    const services = { store, newId: () => crypto.randomUUID(), now: Date.now };
    const { call } = await openSession({ toolsets: ['core', 'memories', 'review', 'characters'], services });
    return use(call);
  };
  return {
    ...place,
    client,
    async hear(...texts: string[]) {
      for (const text of texts) {
        place.say(`s${session}`, user(text));
        await place.capture(`s${session++}`);
      }
    },
    receipts: (asked: object = {}) => client((call) => call<Receipts>('list_hook_receipts', asked)),
    review: (clauseId: string, verdict: string) =>
      client((call) => call<Clause>('review_capture', { clauseId, verdict })),
  };
}

describe('receipts', () => {
  test('a receipt lists the clauses that were stored, proposed and dropped, with reasons', async () => {
    const place = await withClient();
    place.say(
      's',
      user('Fix the header. Never push to main. The app needs Kotlin. Can you check the build?'),
      assistant('I have fixed the header. As agreed, we deploy on Tuesdays from now on.'),
    );
    await place.capture('s');
    const { turns } = await place.receipts({ session: 's' });
    await place.client((call) => call('create_character', { name: 'Other' }));
    const hostsOf = async (characterId?: string) =>
      (await place.receipts({ characterId })).hosts.map(({ host, captured }) => [host, captured]);
    expect(await hostsOf()).toStrictEqual([['claude-code', 2]]);
    expect(await hostsOf(turns[0]!.characterId)).toStrictEqual([['claude-code', 2]]);
    expect(await hostsOf('Other')).toStrictEqual([]);
    expect(turns.map(({ session, host, speaker }) => [session, host, speaker])).toStrictEqual([
      ['s', 'claude-code', 'assistant'],
      ['s', 'claude-code', 'user'],
    ]);
    const shown = turns.map(({ clauses }) => clauses.map(({ text, outcome, kind }) => [text, outcome, kind]));
    expect(shown[1]).toStrictEqual([
      ['Fix the header.', 'left out', 'fact'],
      ['Never push to main.', 'kept', 'rule'],
      ['The app needs Kotlin.', 'proposed', 'fact'],
      ['Can you check the build?', 'left out', 'fact'],
    ]);
    expect(shown[0]).toMatchObject([[expect.stringContaining('Tuesdays'), 'kept', undefined]]);
    expect(turns[1]!.clauses.map(({ reason, state }) => [reason !== '', state])).toStrictEqual([
      [true, undefined],
      [true, 'ACTIVE'],
      [true, 'PROPOSED'],
      [true, undefined],
    ]);
    expect((await place.receipts({ session: 'none' })).turns).toStrictEqual([]);
  });

  test('the receipts of a character are the latest first, with what sessions of others gave of it', async () => {
    const place = await withClient();
    await place.hear('Never push to main.');
    const [{ characterId, clauses }] = (await place.receipts()).turns as [Receipts['turns'][0]];
    const given = { kind: 'hook', via: 'stdio', query: '', by: 'codex', client: 'codex' } as const;
    const results = [{ memoryId: clauses[0]!.memoryId! }];
    const [before, after] = [Date.now() - 60_000, Date.now() + 60_000];
    await openStore(place.database).recalls.add('local', [
      ...[before, after].map((at) => ({ ...given, at, characterId, results })),
    ]);
    const { hosts, latest } = await place.receipts({ characterId });
    expect(latest.map((one) => [one.host, one.given])).toStrictEqual([
      ['codex', 1],
      ['claude-code', 0],
      ['codex', 1],
    ]);
    expect(hosts.map((one) => [one.host, one.lastAt])).toStrictEqual([
      ['codex', new Date(after).toISOString()],
      ['claude-code', latest[1]!.at],
    ]);
  });

  test('a receipt says that a clause is already stored or in a rule file', async () => {
    const place = await withClient();
    await place.hear('Use pnpm, not npm.', 'We use pnpm instead of npm.');
    const [again, first] = (await place.receipts()).turns;
    expect(again!.clauses).toMatchObject([
      { outcome: 'known', reason: 'stored already', memoryId: first!.clauses[0]!.memoryId },
    ]);
  });

  test('a receipt names the memories that a clause has ended', async () => {
    const place = await withClient();
    await place.hear('I live in Berlin.', 'I moved from Berlin to Lisbon.');
    const [moved] = (await place.receipts()).turns;
    expect(moved!.clauses).toMatchObject([
      { outcome: 'kept', reason: expect.stringContaining('ended: “I live in Berlin') },
    ]);
  });

  test('a receipt contains no credential and nothing private', async () => {
    const place = await withClient();
    await place.hear(
      'Never print the token ghp_1234567890abcdefghijklmnopqrstuvwxyz. <private>My salary is 98765 euros.</private> Always use tabs.',
    );
    const told = JSON.stringify(await place.receipts());
    expect(told).toContain('Always use tabs.');
    expect(told).not.toMatch(/ghp_|salary|98765/);
  });
});

describe('decisions of a person', () => {
  test('a person stores a dropped clause and deletes a stored one', async () => {
    const place = await withClient();
    await place.hear('The importer reads the archive folder. Never push to main.');
    const [{ clauses }] = (await place.receipts()).turns as [Receipts['turns'][0]];
    expect(await place.review(clauses[0]!.id, 'kept')).toMatchObject({ state: 'ACTIVE' });
    expect(await place.review(clauses[1]!.id, 'undone')).toMatchObject({ state: 'DELETED' });
    expect(await place.memories()).toStrictEqual(['The importer reads the archive folder.']);
    const after = (await place.receipts()).turns[0]!.clauses;
    expect(after.map(({ outcome, state }) => [outcome, state])).toStrictEqual([
      ['left out', 'ACTIVE'],
      ['kept', 'DELETED'],
    ]);
    // And back.
    await place.review(after[0]!.id, 'undone');
    await place.review(after[1]!.id, 'kept');
    expect(await place.memories()).toStrictEqual(['Never push to main.']);
  });

  test('a learnt memory is forgotten, and kept again, where it stands after a move', async () => {
    const place = await withClient();
    await place.hear('Never push to main.');
    const [{ characterId, clauses }] = (await place.receipts()).turns as [Receipts['turns'][0]];
    const { id, memoryId } = clauses[0]!;
    const listed = (state: string) =>
      place.client(async (call) => {
        const asked = { characterId: 'Mine', state };
        const { memories } = await call<{ memories: { id: string }[] }>('list_memories', asked);
        return memories.map((one) => one.id);
      });
    await place.client(async (call) => {
      const { id: moveTo } = await call<{ id: string }>('create_character', { name: 'Mine' });
      await call('change_memories', { characterId, ids: [memoryId], change: { moveTo } });
    });
    expect(await place.review(id, 'undone')).toMatchObject({ id: memoryId, state: 'DELETED' });
    expect([await listed('ACTIVE'), await listed('DELETED')]).toStrictEqual([[], [memoryId]]);
    await place.review(id, 'kept');
    expect(await listed('ACTIVE')).toStrictEqual([memoryId]);
  });

  test('a kind of statement that people keep rejecting is dropped until they allow it again', async () => {
    const place = await withClient();
    const friends = ['Ana', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus'];
    const fact = (i: number) => `My friend ${friends[i]} lives in Porto.`;
    for (let i = 0; i < fewestRejected; i++) {
      await place.hear(fact(i));
      const [{ clauses }] = (await place.receipts()).turns as [Receipts['turns'][0]];
      expect(clauses[0]).toMatchObject({ outcome: 'kept', kind: 'fact' });
      await place.review(clauses[0]!.id, 'undone');
    }
    await place.hear(fact(5), 'Never push to main.');
    const { turns, kinds } = await place.receipts();
    expect(kinds).toContainEqual(
      expect.objectContaining({ kind: 'fact', outcome: 'kept', rejected: 5, of: 5, isOff: true }),
    );
    expect(turns[1]!.clauses[0]).toMatchObject({ outcome: 'left out', reason: expect.stringContaining('rejected') });
    expect(await place.memories()).toStrictEqual(['Never push to main.']);
    await place.client((call) => call('keep_kind', { characterId: 'harbour', kind: 'fact' }));
    await place.hear(fact(6));
    expect(await place.memories()).toStrictEqual([fact(6), 'Never push to main.']);
  });
});
