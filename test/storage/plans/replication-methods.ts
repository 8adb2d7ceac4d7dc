import { serviceScope } from '../../../src/domain/principal.ts';
import type { MachineStore, Store } from '../../../src/domain/stores/store.ts';
import type { SentChange, ServerRevision } from '../../../src/features/replicas/domain/replication.ts';

const now = Date.parse('2026-01-15T10:00:00Z');
const scope = serviceScope('t1');
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const by = { changedBy: 'tester', now };
const url = 'https://memory.example.org';

const sent = (n: number, more: Partial<SentChange>): SentChange => ({
  ...{ id: String(n).padStart(32, '0'), memoryId: id(7_000_000 + n), kind: 'add', at: now, salience: 0.5 },
  ...{ importance: 'NORMAL', source: 'direct', ...more },
});

const revision = (n: number, content: string, more: Partial<ServerRevision> = {}): ServerRevision => ({
  ...{ memoryId: id(7_100_000 + n), revision: 1, changeType: 'CREATED', at: now, changedBy: 'tester', content },
  ...{ category: 'general', salience: 0.5, importance: 'NORMAL', source: 'direct', ...more },
});

/** Both sides of replication, with every statement of theirs. */
export async function useServer({ replication, memories, tenants }: Store, characterId: string): Promise<void> {
  await tenants.storeId();
  const first = sent(1, { content: 'The ferry leaves at six' });
  await replication.receive(scope, characterId, [first, sent(2, { content: 'The ferry leaves at six' })], by);
  await replication.receive(scope, characterId, [first], by);
  await replication.identify(scope, characterId, ['person'], now);
  await replication.identities(scope, characterId);
  await replication.recalled(scope, characterId, 'laptop', [[first.memoryId, 20_000, 3]]);
  await replication.erasedAfter(scope, characterId, 0, 10);
  await replication.confirmErasures(scope, characterId, 'laptop', 1, now);
  await replication.hasPosition(scope, characterId, { change: 1, memory: 1, revision: 1 });
  await replication.news(scope, characterId, { change: 1, memory: 1, revision: 1 }, 10);
  await memories.get(scope, characterId, id(7_000_002));
}

export async function useReplica(
  { replicas, memories, recalls }: MachineStore,
  characterId: string,
  otherId: string,
): Promise<void> {
  let made = 0;
  const connection = { url, storeId: 'theirs', member: 'Ada', keyFile: '/key' };
  const characters = [{ characterId, remoteId: id(9) }];
  await replicas.connect(scope, connection, characters, now);
  await replicas.note(url, { contactedAt: now });
  await replicas.noteCharacter(characterId, {});
  await replicas.keep(scope, characterId, true, now);
  await replicas.setBase(characterId, {});
  await replicas.erasures(scope, characterId);
  await replicas.noteErasures(characterId, { erased: 1, told: 1 });
  await replicas.isLeft(now);
  await replicas.claim('one', now + 1, now);
  await replicas.release('one');
  let asked: string | undefined;
  const settle = async (revisions: ServerRevision[], settled: SentChange[] = [], refused: SentChange[] = []) => {
    const after = String(Number(asked ?? 0) + 1);
    const reasons = refused.map((change) => ({ change, reason: 'too large' }));
    await replicas.settle(scope, characterId, { asked, after, revisions, settled, refused: reasons }, now);
    asked = after;
  };
  await settle([revision(1, 'The tram is yellow')]);
  const update = { kind: 'update', memoryId: id(7_100_001), fields: { content: 'The tram is red' } } as const;
  await memories.write(scope, characterId, [update], by);
  const recall = {
    at: now,
    by: 'me',
    via: 'key',
    kind: 'search',
    query: 'x',
    results: [{ memoryId: id(7_100_001) }],
  } as const;
  await recalls.add(scope.tenantId, [{ ...recall, results: [...recall.results], characterId }]);
  await replicas.recalls(scope, characterId);
  const waiting = await replicas.outbox(scope, characterId, 100_000, now);
  await settle([], [], waiting.changes.slice(-1));
  await replicas.list(now);
  await settle([
    revision(1, 'The tram is green', { revision: 2, changeType: 'UPDATED' }),
    revision(2, 'The tram is red'),
  ]);
  await settle([], waiting.changes.slice(-1));
  await replicas.isWaiting(characterId, now);
  await settle([], [], waiting.changes.slice(0, 1));
  const addition = { id: id(7_200_001), content: 'The pass is red', salience: 0.5, importance: 'NORMAL' } as const;
  const memory = { ...addition, source: { kind: 'direct' }, occurredAt: now } as const;
  const change = { ...update, fields: { content: 'The tram is blue' } };
  await memories.write(scope, characterId, [{ kind: 'add', memory }, change], by);
  const refused = (await replicas.outbox(scope, characterId, 100_000, now)).changes;
  const { id: origin = '' } = refused.find(({ kind }) => kind === 'update') ?? {};
  const merged = { revision: 3, changeType: 'UPDATED', origin, mergedInto: id(7_100_002) } as const;
  await settle([revision(1, 'The tram is brown', merged)]);
  await settle([], [], refused);
  await replicas.refused(scope, characterId, { page: 0, limit: 10 });
  const target = { characterId: otherId, newId: () => id(7_300_000 + made++) };
  await replicas.withdraw(scope, characterId, [memory.id, id(7_100_001)], target, by);
  await replicas.retry(scope, characterId, [memory.id]);
  await replicas.retry(scope, characterId, undefined);
  await replicas.connect(scope, connection, characters, now);
  await replicas.restart(scope, characterId, undefined, by);
  await replicas.restart(scope, characterId, [{ memoryId: id(7_100_001), revision: 1, at: now }], by);
  await replicas.serverOf(characterId);
  await replicas.noteBundles(url, 'theirs', { read: 1 });
  await replicas.bundles(url, 'theirs');
  await replicas.disconnect(scope, [characterId], now);
  await replicas.decide(scope, { ...connection, url: 'file:///shared' }, [characterId], now);
  await replicas.list(now);
  await replicas.disconnect(scope, [characterId], now);
}
