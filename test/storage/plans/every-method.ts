import { presets } from '../../../src/domain/category.ts';
import { emptyProfile } from '../../../src/domain/character.ts';
import { maxVersions } from '../../../src/domain/file.ts';
import type { MemoryChange, NewMemory } from '../../../src/domain/memory.ts';
import { serviceScope } from '../../../src/domain/principal.ts';
import type { Project } from '../../../src/domain/project-rules.ts';
import type { NewPiece, PieceChange, PieceIdentity } from '../../../src/domain/stores/files.ts';
import { memorySorts } from '../../../src/domain/stores/memories.ts';
import { isMachineStore, type MachineStore, type Store } from '../../../src/domain/stores/store.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { keeping } from '../../support/builders.ts';
import { captureTurn } from '../../support/captured-turn.ts';
import { useReplica, useServer } from './replication-methods.ts';

const now = Date.parse('2026-01-15T10:00:00Z');
const by = { changedBy: 'tester', now };
const scope = serviceScope('t1');
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const large = id(1);
const small = id(2);
const dimensions = 8;
const model = { name: 'model', dimensions };

const memory = (n: number, more: Partial<NewMemory> = {}): NewMemory => ({
  id: id(1_000_000 + n),
  content: `Note ${n} about the ${['roof', 'harbour', 'violin'][n % 3]}`,
  salience: 0.5,
  importance: 'NORMAL',
  source: { kind: 'direct' },
  occurredAt: now + n,
  ...more,
});
const added = (n: number, more?: Partial<NewMemory>): MemoryChange => ({ kind: 'add', memory: memory(n, more) });
const character = (n: number) => ({
  id: id(n),
  name: `Character ${n}`,
  categoryPreset: 'standard' as const,
  tags: ['a'],
  profile: emptyProfile,
  categories: presets.standard,
});

/** A store of one character that holds nearly everything and many that hold little. */
export async function fillUnevenly(store: Store, sizes: { memories: number; characters: number }): Promise<void> {
  for (const tenant of ['t1', 't2']) await store.tenants.ensure(tenant, 'BUSINESS', now);
  for (let n = 1; n <= sizes.characters; n++) {
    await store.characters.create(scope, character(n), 'BUSINESS', now);
    if (n > 1) {
      const few = Array.from({ length: 3 }, (_, i) => added(n * 10 + i, { id: id(2_000_000 + n * 10 + i) }));
      await store.memories.write(scope, id(n), few, by);
      await store.characters.change(scope, id(n), () => ({ status: n === 2 ? 'ACTIVE' : 'ARCHIVED' }), now);
    }
  }
  const many = Array.from({ length: sizes.memories }, (_, n) => added(n));
  await store.memories.write(scope, large, many, by);
}

/** Every method of every part of the store, in the ways that lead to statements of their own. */
export async function useEveryMethod(store: Store): Promise<void> {
  await useTenancy(store);
  await useCharacters(store);
  await useMemories(store);
  await useChanges(store);
  await useRecalls(store);
  await useSearch(store);
  await useFiles(store);
  await useEmbeddings(store);
  if (isMachineStore(store)) {
    await useMachine(store);
    await useProjects(store);
  }
  await useServer(store, large);
  if (isMachineStore(store)) await useReplica(store, small, large);
  await useAudit(store);
  await useErasing(store);
  await store.ai.reserve('t1', { id: id(6_000_000), tokens: 5, until: now + 1 }, 9, now);
  await store.ai.recordUsage('t1', { calls: 1, inputTokens: 2, outputTokens: 3 }, now, id(6_000_000));
  await store.ai.tokensToday('t1', now);
  const sealedKey = Buffer.from([1]);
  await store.aiSettings.set('t1', { provider: 'openai', sealedKey }, now);
  await store.aiSettings.reseal('t1', sealedKey, Buffer.from([2]));
  await store.aiSettings.of('t1');
  await store.aiSettings.all();
  await store.aiSettings.set('t1', undefined, now);
  await store.tenants.usage(scope, now);
  // A member is looked at in each.
  await store.memories.get({ ...scope, memberId: 'm2', role: 'MEMBER' }, large, memory(1).id);
}

async function useTenancy({
  tenants,
  members,
  keys,
  sessions,
  signInLinks,
  passkeys,
  grants,
  idempotency,
}: Store): Promise<void> {
  const hash = Buffer.alloc(32, 1);
  const key = (n: number) => ({ id: `key ${n}`, name: 'key', hash: Buffer.alloc(32, n) });
  await tenants.ensure('t1', 'BUSINESS', now);
  await keys.addFirst('t1', { id: 'm0', name: 'owner' }, key(0), now);
  await tenants.create({ id: 't3', name: 'Third', tier: 'BUSINESS' }, { id: 'm1', name: 'owner' }, key(1), now);
  await tenants.list(now);
  await tenants.find('Third', now);
  await tenants.setTier('t3', 'STARTER', now + 1, now);
  await members.add('t1', { id: 'm2', name: 'Ben', role: 'MEMBER' }, now);
  await members.list('t1');
  await members.find('Ben');
  await members.find('Ben', 't1');
  await members.identify('t1', { reference: 'Ben' });
  await members.identify('t1', { externalId: 'Ben' });
  await members.change('m2', { role: 'ADMIN' }, 0);
  await keys.add('m2', key(2), now);
  await keys.list('t1');
  await keys.findCredential(hash, now);
  await keys.findCredential(hash, now, { counting: 'SEARCH' });
  await keys.recordUse('key 2', now);
  await sessions.open({ id: 'session', keyId: 'key 2', hash, userAgent: '', expiresAt: now + 9 }, now);
  await sessions.find(hash, now);
  await sessions.recordUse('session', now);
  await sessions.list('t1', undefined, now);
  await sessions.end('t1', 'm2', 'session', now);
  await signInLinks.make('m2', { hash, expiresAt: now + 9 }, now, scope);
  await signInLinks.redeem(hash, { id: 'linked', hash, userAgent: '', expiresAt: now + 9 }, () => scope, now);
  const passkey = { id: 'passkey', name: 'p', credential: hash, publicKey: hash, counter: 0 };
  await passkeys.challenge(hash, 'm2', now + 9, now);
  await passkeys.add(hash, passkey, now, { ...scope, memberId: 'm2' });
  await passkeys.list('t1', 'm2');
  await passkeys.list('t1', undefined);
  await passkeys.credentials('t1', 'm2');
  await passkeys.challenge(hash, undefined, now + 9, now);
  const opened = { id: 'by passkey', hash, userAgent: '', expiresAt: now + 9 };
  await passkeys.signIn(hash, hash, opened, () => ({ by: scope, counter: 1 }), now);
  await passkeys.remove('t1', 'm2', 'passkey', now, scope);
  await passkeys.challenge(hash, 'm0', now + 9, now);
  await passkeys.add(hash, passkey, now, { ...scope, memberId: 'm0' });
  const allowed = { id: 'grant', memberId: 'm2', client: 'c', clientId: 'c', access: 'READ', resource: 'r' } as const;
  const token = (n: number) => ({ hash: Buffer.alloc(32, n), expiresAt: now + 9 });
  await grants.open(allowed, { ...token(3), redirectUri: 'r', challenge: 'c' }, now, scope);
  const fresh = { access: token(4), refresh: token(5) };
  await grants.exchange({ kind: 'code', hash: token(3).hash }, fresh, () => undefined, now);
  await grants.find(token(4).hash, now);
  await grants.recordUse('grant', now);
  await grants.list('t1', undefined, now);
  await grants.exchange({ kind: 'code', hash: token(3).hash }, fresh, () => undefined, now);
  for (const id of ['grant 2', 'grant 3', 'grant 4']) {
    const code = { ...token(Number(id.at(-1))), redirectUri: 'r', challenge: 'c' };
    await grants.open({ ...allowed, id }, code, now, scope);
  }
  await grants.revoke('t1', 'm2', 'grant 2', now);
  await grants.revokeByToken(token(3).hash, 'c', now);
  const claim = { key: hash, holder: 'one' };
  const caller = { ...scope, auditContext: { action: 'end_session', name: 'one', via: 'key' as const, claim } };
  await idempotency.claim(scope, { key: hash, holder: 'one that is gone' }, hash, now - 20_000);
  await idempotency.claim(scope, claim, hash, now);
  await idempotency.renew(scope, claim, now);
  await sessions.open({ id: 'session 2', keyId: 'key 2', hash, userAgent: '', expiresAt: now + 9 }, now);
  await sessions.end('t1', 'm2', 'session 2', now, caller);
  await idempotency.settle(scope, claim, hash);
  await idempotency.release(scope, claim, hash);
  await idempotency.prune(now - 1, 10);
  await keys.rotate('key 2', { ...key(3), until: now + 1 }, now);
  await keys.rotate('key 2', { ...key(4), until: now }, now);
  await keys.revoke('key 3', now);
  await members.remove('m2', now);
}

async function useCharacters({ characters, categories }: Store): Promise<void> {
  const page = { page: 0, limit: 10 };
  for (const sortBy of ['CREATED_AT', 'LAST_MEMORY_AT', 'MEMORY_COUNT', 'NAME'] as const)
    for (const sortOrder of ['ASC', 'DESC'] as const)
      await characters.list(scope, { ...page, status: 'ALL', sortBy, sortOrder });
  await characters.find(scope, large);
  await characters.find(scope, 'Character 2');
  await characters.identify(scope, large);
  await characters.identify(scope, 'user:nobody');
  await characters.find(scope, 'user:nobody');
  await characters.identify(scope, 'Character 2');
  await characters.findByAlias(scope, 'nobody');
  await characters.names(scope, 'char', 5);
  await characters.share(scope, small, { visibility: 'PRIVATE', members: [{ member: 'owner', access: 'READ' }] }, now);
  await characters.change(scope, small, () => ({ aliases: [{ alias: 'Ada', sourceHint: 'here' }] }), now);
  await characters.change(scope, small, () => ({ name: 'Renamed' }), now);
  await characters.change(scope, small, () => ({ name: 'Character 2' }), now);
  await characters.change(scope, small, () => ({ status: 'DELETED' }), now);
  await characters.findDeleted(scope, small);
  await characters.findDeleted(scope, 'Character 2');
  await characters.findDeleted(scope, 'user:nobody');
  await characters.restore(scope, small, 'BUSINESS', now);
  await characters.clone(
    scope,
    small,
    { id: id(3_000), name: 'Copy', externalId: 'copy', copyTags: true },
    'BUSINESS',
    now,
  );
  const extra = { name: 'extra', description: '', importance: 'NORMAL' as const, hints: [], isDefault: false };
  await categories.add(scope, large, extra, now);
  await categories.list(scope, large);
  await categories.change(scope, large, 'extra', { description: 'x' }, now);
  await categories.remove(scope, large, 'extra', 'general', by);
}

async function useMemories({
  characters,
  memories,
  alike,
  joinedNames,
  pairs,
  judging,
  forgetting,
}: Store): Promise<void> {
  const memoryId = memory(1).id;
  const page = { page: 0, limit: 10 };
  const byMember = { ...by, memberId: 'm0' };
  await memories.write(scope, large, [{ kind: 'update', memoryId, fields: { content: 'Another text' } }], byMember);
  await memories.write(scope, large, [{ kind: 'delete', memoryId }], by);
  await memories.write(scope, large, [{ kind: 'restore', memoryId }], by);
  await memories.get(scope, large, memoryId);
  await memories.byIds(scope, [memoryId]);
  await memories.history(scope, large, memoryId);
  await memories.writeEach(scope, large, [{ kind: 'restore', memoryId }], by);
  const there = character(9_000);
  await characters.create(scope, there, 'BUSINESS', now);
  for (const [from, to] of [
    [large, there.id],
    [there.id, large],
  ] as const) {
    await memories.reassign(scope, from, to, [{ memoryId: memory(6).id }], by);
    await memories.write(scope, to, [{ kind: 'update', memoryId: memory(6).id, fields: { salience: 0.6 } }], by);
  }
  await memories.forExport(scope, large, { state: 'ACTIVE' });
  await memories.forExport(scope, large, { state: 'ACTIVE', category: 'general' });
  await memories.numbers(scope, large, { importance: 'HIGH', since: 1 });
  await memories.mostUseful(scope, large, 10, 1_000);
  await memories.copies(scope, large, 0, 10);
  await memories.ids(scope, large, { state: 'ACTIVE', category: 'general' });
  await memories.ids(scope, large, { state: 'ACTIVE', unrecalledSince: now });
  const ending = { from: now - 1, until: now };
  await memories.list(scope, large, { state: 'ACTIVE', page: 0, limit: 10, sort: 'changed', ending });
  for (const chosen of [{ client: 'x' }, { author: 'x' }, { batchId: 'x' }])
    await memories.ids(scope, large, { state: 'ACTIVE', ...chosen });
  for (const sort of memorySorts) await memories.list(scope, large, { state: 'ACTIVE', ...page, sort });
  for (const sort of memorySorts) await memories.listSeen(scope, { state: 'ACTIVE', ...page, sort });
  for (const chosen of [
    { client: 'x' },
    { author: 'x' },
    { batchId: 'x' },
    { category: 'general' },
    { fileId: id(5_000_000) },
  ])
    await memories.listSeen(scope, { state: 'ACTIVE', ...page, ...chosen });
  await memories.forExport(scope, large, { state: 'ALL' }, { ids: [memoryId] });
  await memories.forExport(scope, large, { state: 'ACTIVE' }, { after: ['facts', 0.5, 1, 'a', 1] });
  const all = { category: 'general', importance: 'HIGH' as const, source: 'file' as const, since: now, until: now + 9 };
  const filters = [{}, ...Object.entries(all).map((entry) => Object.fromEntries([entry])), all];
  await memories.list(scope, large, { state: 'ALL', ...page });
  for (const filter of filters) await memories.list(scope, large, { state: 'ACTIVE', ...page, ...filter });
  const keep = (as?: typeof keeping) => pairs.keep(scope, large, [memory(2).id, memory(3).id], as, now);
  await keep();
  await keep(keeping);
  await pairs.withdraw(scope, large, keeping.batch, now);
  await keep(keeping);
  await pairs.link(
    scope,
    large,
    [2, 5].map((n) => ({ olderId: memory(n).id, newerId: memory(n + 2).id })),
    now,
  );
  await pairs.link(scope, large, [{ olderId: memory(1).id, newerId: id(6_100_001) }], now);
  for (const kept of [false, true]) await pairs.links(scope, large, { kept, limit: 10 });
  await pairs.unlink(scope, large, [memory(4).id, memory(2).id], now);
  for (const isPast of [false, true]) {
    const holding = { at: now, holds: true, isPast };
    await memories.list(scope, large, { state: 'ACTIVE', page: 0, limit: 10, holding });
  }
  await pairs.areKept(scope, [{ characterId: large, texts: ['one', 'other'] }]);
  for (const one of await judging.waiting(now, 3)) await judging.judged(scope, one.characterId, one);
  await judging.among(scope, large, [memory(2).id]);
  await forgetting.ask(scope, large, 'tea', [memory(2).id, memory(5).id], now);
  await forgetting.waiting(scope, large, 10);
  await forgetting.answered(scope, large, [memory(2).id], now);
  for (const isJoined of [false, true])
    await joinedNames.set(scope, large, { alias: 'Mel', aliasKey: 'mel', name: 'Melanie' }, isJoined, now);
  await joinedNames.list(scope, large);
  const [one] = await alike.uncompared(scope, large, 3);
  await alike.waiting(now, 3);
  await alike.compared(scope, large, one!, [{ otherId: memory(7).id, kind: 'duplicate', likeness: 0.7 }]);
  for (const characterId of [undefined, large])
    for (const kept of [false, true]) await alike.list(scope, { characterId, kept, now, limit: 10 });
  await alike.lease('me', 't1', now, now + 10);
  await alike.release('me');
  await judging.lease('me', 't1', now, now + 10);
  await judging.release('me');
  for (const characterId of [undefined, large]) await pairs.newest(scope, { characterId, limit: 10 });
  await pairs.newest(scope, { characterId: large, withYear: true, limit: 10 });
  // Enough to have a segment dissolved.
  const gone = Array.from({ length: 400 }, (_, n): MemoryChange => ({ kind: 'delete', memoryId: memory(n + 10).id }));
  await memories.write(scope, large, gone, by);
}

async function useChanges({ changes }: Store): Promise<void> {
  await changes.stamp(scope);
  const filters = [
    {},
    { characterId: large },
    { kind: 'model' as const },
    { since: now },
    { toReview: true },
    { client: 'x' },
    { only: 'edits' as const },
    { only: 'learnt' as const, since: now },
    { only: 'noted' as const, since: now },
  ];
  await changes.reviews(scope);
  await changes.batch(scope, large, 'batch');
  await changes.batches(scope, { characterId: large, limit: 10 });
  await changes.batches(scope, { characterId: large, limit: 10, before: { at: now, skip: 1 } });
  await changes.changedBy(scope, 'b');
  for (const filter of filters) await changes.list(scope, { limit: 10, ...filter });
  for (const one of [{}, { characterId: large }, { kind: 'user' }] as const)
    await changes.behind(scope, { number: 1 }, { limit: 10, ...one });
  await changes.review(scope, large, memory(1).id, 1, 'kept', now);
  await changes.statistics(scope, { characterId: large, from: now, to: now + 9 });
  for (const leastImportance of [undefined, 'NORMAL'] as const)
    await changes.timeline(scope, { characterId: large, from: now, to: now + 9, leastImportance });
}

async function useRecalls({ recalls }: Store): Promise<void> {
  const about = { characterId: large, by: 'me', via: 'key', kind: 'search', query: 'x' } as const;
  await recalls.add(
    't1',
    [0, 1].map((n) => ({ ...about, at: now + n, results: n === 0 ? [] : [{ memoryId: memory(9).id, relevance: 1 }] })),
  );
  for (const characterId of [undefined, large])
    for (const empty of [undefined, true, false]) await recalls.list(scope, { limit: 10, characterId, empty });
  for (const filter of [
    { weak: true },
    { helped: true },
    { helped: false, characterId: large },
    { gap: true, client: 'x', words: 'x', kind: 'hook' },
    { grouped: true },
    { no: 1 },
    { dismissed: true },
  ] as const)
    await recalls.list(scope, { limit: 10, ...filter });
  const [first] = await recalls.list(scope, { limit: 1 });
  for (const rating of ['useful', 'wrong'] as const) await recalls.rate(scope, first!.no, rating, undefined, now);
  const [given] = await recalls.list(scope, { limit: 1, helped: true });
  await recalls.use(scope, [{ no: given!.no, memoryIds: [memory(9).id] }]);
  for (const is of [false, true]) {
    await recalls.dismiss(scope, first!.no, is, now);
    await recalls.choose(scope, large, memory(9).id, is ? 'trusted' : undefined, now);
  }
  await recalls.chosen(scope, large);
  await recalls.forget('t1', now + 1, 10);
}

async function useSearch({ search }: Store): Promise<void> {
  const { material } = await search.read(scope, large, analyzeQuery('harbour voilin iolin', now), 'general');
  const numbers = [...material.passages.memoryNo.slice(0, 3)];
  await search.fetch(scope, large, numbers);
  await search.texts(scope, large, numbers);
  await search.readCached(scope, large, analyzeQuery('harbour', now));
  await search.fetchCached(scope, large, numbers, { indexVersion: 1, recentVersion: 1 });
  await search.numberOf(scope, large, memory(1).id);
  await search.refresh(5);
}

async function useAudit({ audit, webhooks, outbox, memories, tenants }: Store): Promise<void> {
  const webhook = {
    id: id(8_500_000),
    url: 'https://example.com',
    events: ['*' as const],
    includeContent: true,
    secret: 's',
  };
  const page = { page: 0, limit: 10 };
  await webhooks.create(scope, webhook, now);
  await webhooks.create(scope, { ...webhook, id: id(8_500_001), characterIds: [large] }, now);
  await webhooks.list(scope);
  await webhooks.get(scope, webhook.id);
  await webhooks.rotate(scope, webhook.id, 't', now, now);
  await memories.write(scope, large, [added(4, { id: id(8_600_000), content: 'Told' })], by);
  await outbox.isDue(now);
  const lease = { holder: 'me', until: now + 100 };
  const limits = { parallel: 4, total: 9 };
  const [due, ...others] = await outbox.exchange([], lease, limits, now);
  await outbox.renew(lease, [due!.deliveryId]);
  await outbox.release(
    'me',
    others.map(({ deliveryId }) => deliveryId),
    now,
  );
  const attempt = { at: '', ms: 1, httpStatus: 410 };
  await outbox.exchange([{ deliveryId: due!.deliveryId, attempt }], lease, limits, now);
  await webhooks.change(scope, webhook.id, { status: 'DISABLED' }, now);
  await webhooks.change(scope, webhook.id, { status: 'ENABLED' }, now);
  const { deliveries } = await webhooks.deliveries(scope, webhook.id, page);
  await webhooks.redeliver(scope, webhook.id, deliveries[0]!.id, now);
  await audit.record(scope, { characterId: large }, 'AccessDenied', now);
  await audit.list(scope, { characterId: large }, { order: 'ASC', limit: 10 });
  await audit.list(scope, {}, { order: 'DESC', limit: 10 });
  await audit.prune(now - 1, 10);
  await outbox.prune(now - 1, 10);
  await tenants.setTier('t2', 'FREE', now + 1, now);
  await outbox.settleTiers(now + 2);
  await webhooks.remove(scope, webhook.id, now);
}

async function useErasing({ erasing, memories, files, recalls, forgetting }: Store): Promise<void> {
  const told = { id: id(9_700_001), content: 'The cello is in the attic' };
  await memories.write(
    scope,
    large,
    [added(7, told), added(8, { id: id(9_700_002), content: 'The cello is sold' })],
    by,
  );
  await recalls.add('t1', [
    { characterId: large, at: now, by: 'agent', via: 'stdio', kind: 'search', query: 'cello', results: [] },
  ]);
  await forgetting.ask(scope, large, 'the cello', [id(9_700_002)], now);
  const snapshot = { fileId: id(9_700_003), path: 'cello.md', content: Buffer.from('The cello'), contentHash: 'cello' };
  await files.push(scope, large, { ...snapshot, capture: false, pieces: [] }, () => [], by);
  const choice = { memoryIds: [told.id, id(9_700_002)], words: ['cello'] };
  await erasing.worded(scope, large, { after: -1, limit: 10 });
  await erasing.worded(scope, large, { ids: choice.memoryIds });
  await erasing.traces(scope, large, choice, 'store');
  await erasing.begin(scope, large, id(9_700_004), choice, by);
  while (await erasing.step(now + 60_000)) {}
  await erasing.list(scope, large, 10);
  await memories.writeEach(scope, large, [added(9, { ...told, source: { kind: 'import' } })], by);
  await memories.write(scope, large, [added(9, told)], { ...by, kind: 'user' });
}

async function useMachine(store: MachineStore): Promise<void> {
  const { hooks, hostExtractions, watches, backups } = store;
  await backups.last();
  const session = { host: 'codex', session: 'one' };
  const receipt = { event: 'Stop', characterId: large, given: 0, tokens: 0, captured: 0, leftOut: {} };
  const turn = { key: 'one', said: ['said'], role: 'user' as const, memory: memory(0, { id: id(6_100_000) }) };
  const to = { path: '/t', position: 1, head: '' };
  await hooks.captured(scope, session, { from: undefined, to, turns: [turn], receipt }, now);
  await hooks.find(scope, session, large);
  await hooks.notCaptured(scope, session, large, [{ key: 'two', said: ['said'] }]);
  await hooks.counts(scope, session, large);
  await hooks.recalled(scope, session, { asked: 'q', restarts: true, memoryIds: ['a'], receipt }, now);
  await hooks.recalled(
    scope,
    { ...session, session: 'two' },
    { asked: 'q', restarts: true, memoryIds: [], receipt },
    now + 1e12,
  );
  await hooks.forget(scope, { ...session, session: 'two' }, large, now);
  await hooks.receipts(scope, 10);
  const clause = { text: 'x', outcome: 'kept', reason: 'y', kind: 'rule', memoryId: id(6_100_000) } as const;
  await captureTurn(store, scope, large, [clause], { session: 'three', now });
  await hooks.turns(scope, { limit: 10 });
  await hooks.turns(scope, { session: 'one', limit: 10 });
  await hooks.turns(scope, { characterId: large, before: 9, limit: 10 });
  await hooks.turn(scope, '1');
  await hooks.clauseKept(scope, large, '1', 0, id(6_100_000));
  await hooks.verdicts(scope, large);
  await hooks.forgetVerdicts(scope, large, 'rule', now);
  const later = { ...session, session: 'four' };
  await hooks.captured(scope, later, { from: undefined, to, turns: [turn], overAt: now, receipt }, now);
  await hostExtractions.sessionEnded(scope, later, now);
  await hostExtractions.isDue(scope, 5, 0, now);
  const begun = await hostExtractions.begin(scope, 5, 0, now);
  await hostExtractions.end(scope, begun!.extractionId, { kept: 1, clauses: [clause] }, now);
  await hostExtractions.begunSince(scope, 0);
  await hostExtractions.list(scope, 10);
  await hostExtractions.end(scope, begun!.extractionId, 'unasked', now);
  const watch = { path: '/n', kind: 'directory' as const, deleteMissing: false };
  await watches.put(scope, large, watch, now);
  await watches.list(scope);
  await watches.pathsBelow(scope, large, '/n');
  await watches.filesBelow(scope, large, '/n');
  await watches.pathsWithContent(scope, large, '/n', 'b'.repeat(64));
  await watches.rename(scope, large, '/n/b.md', '/n/z.md', by);
  await watches.remove(scope, '/n', undefined, now);
  await watches.markMissing(scope, large, '/n/a.md', true, by);
}

async function useProjects({ projects, characters, replicas }: MachineStore): Promise<void> {
  const project = { names: ['api', 'api (work)'], folder: '/work/api', remote: 'remote:a', place: 'place:a' };
  const asked = (more: Partial<Project>) => ({ project: { ...project, root: 'a', ...more }, isMissing: () => true });
  const { name: _, ...made } = character(8_700_000);
  await projects.findOrMake(scope, asked({}), { ...made, visibility: 'PRIVATE' }, 'BUSINESS', now);
  await projects.beside(scope, made.id, 8);
  await projects.nameOf(scope, asked({ place: 'place:b' }));
  await projects.hasOtherReaders(scope, large);
  await projects.characters(scope);
  await projects.saying(scope, 'Note 1 about the harbour');
  await projects.find(scope, asked({ place: 'place:b', folder: '/b' }), now);
  await projects.assign(scope, { ...project, root: null }, large, now);
  await projects.informed(scope, large);
  await projects.joins(scope);
  await projects.join(scope, large, made.id, 'b1', now);
  await projects.unjoin(scope, 'b1', undefined, now);
  for (const other of [made.id, undefined])
    for (const isApart of [true, false]) await projects.keepApart(scope, large, other, isApart, now);
  const synced = character(8_700_001);
  await characters.create(scope, synced, 'BUSINESS', now);
  const shared = { url: 'file:///shared', storeId: 's', member: 'laptop', keyFile: '' };
  await replicas.connect(scope, shared, [{ characterId: synced.id, remoteId: synced.id }], now);
  const unnamed = { names: [synced.name], folder: '/c', gitFolder: '/c/.git', place: 'place:c', root: null };
  await projects.find(scope, { project: unnamed, isMissing: () => false }, now);
  await replicas.disconnect(scope, [synced.id], now);
  await projects.release(scope, large, now);
}

async function useFiles(store: Store): Promise<void> {
  const { files, captures } = store;
  let pushes = 0;
  const piece = (text: string): NewPiece => ({
    key: text,
    bodyKey: text,
    memory: memory(0, { id: id(4_000_000 + pushes), content: `${text} ${pushes}` }),
  });
  const push = (pieces: NewPiece[], changes: PieceChange[], more: { capture?: boolean; label?: string } = {}) => {
    pushes += 1;
    const hash = String(pushes).padStart(64, '0');
    const content = Buffer.from(`content ${pushes}`);
    const given = { fileId: id(5_000_000), path: '/n/a.md', content, contentHash: hash, capture: false, ...more };
    return files.push(scope, large, { ...given, pieces }, () => changes, { ...by, now: now + pushes });
  };
  const known = (text: string): PieceIdentity => ({ key: text, bodyKey: text });
  const { fileId } = await push([], [{ kind: 'add', piece: piece('one') }], { label: 'Notes' });
  await push([], [{ kind: 'move', known: known('one'), piece: piece('two') }]);
  await push([], [{ kind: 'vanish', known: known('two') }]);
  const pieces = ['three', 'four'].map(piece);
  await push(
    [],
    pieces.map((one) => ({ kind: 'add', piece: one })),
    { capture: true },
  );
  for (let more = 0; more < maxVersions; more++) await push([], []);
  pushes -= 1;
  await push([], [], { label: 'Other' });
  await files.find(scope, large, '/n/a.md');
  await files.get(scope, fileId);
  await files.list(scope, large, { page: 0, limit: 10 });
  await files.status(scope, large, 10);
  for (const state of ['ACTIVE', 'ALL'] as const)
    await store.memories.list(scope, large, { state, page: 0, limit: 10, fileId });
  const [job, next] = await captures.claim(['BUSINESS'], now + 100, { holder: 'me', until: now + 200 }, 2);
  await captures.claim(['BUSINESS'], now + 100, { holder: 'me', until: now + 200 }, 2, 'turns');
  await captures.backlog(['BUSINESS'], now);
  await captures.renew({ holder: 'me', until: now + 300 }, [job!.jobId]);
  await captures.finish('me', job!.jobId, [added(3, { id: id(6_000_000), content: 'From a piece' })], by);
  await captures.fail('me', next!.jobId, 'no answer', now + 300, now);
  await captures.release('me', now + 100);
  const category = { name: 'facts', description: 'mine', importance: 'HIGH' as const, hints: [], isDefault: false };
  const changes = [added(3, { id: id(6_000_001), content: 'Imported' })];
  await files.importMemories(scope, large, { categories: [category], changes }, by);
  await files.countImport(scope, large, [category], [memory(3, { category: 'facts' })]);
  await useStaging(store);
}

async function useStagedMoves({ files }: Pick<Store, 'files'>): Promise<void> {
  const under = (heading: string) =>
    Array.from({ length: 300 }, (_, n): NewPiece => {
      const more = {
        id: id(8_000_000 + n),
        content: `${heading} ${n}`,
        category: 'facts',
        source: { kind: 'file' as const },
      };
      return { key: `${heading} ${n}`, bodyKey: String(n), memory: memory(n, more) };
    });
  const push = (heading: string, reconcile: (pieces: NewPiece[]) => PieceChange[]) => {
    const file = { fileId: id(5_000_002), path: '/n/c.md', content: Buffer.from(heading), contentHash: heading };
    const pieces = under(heading);
    return files.push(scope, large, { ...file, capture: false, pieces }, () => reconcile(pieces), by);
  };
  const moved = (from: string, pieces: NewPiece[]) =>
    pieces.map((piece): PieceChange => ({ kind: 'move', known: { ...piece, key: `${from} ${piece.bodyKey}` }, piece }));
  await push('First', (pieces) => pieces.map((piece) => ({ kind: 'add', piece })));
  // At the last moment one of the pieces moves no longer.
  let left = 301;
  await push('Second', (pieces) => moved('First', pieces.slice(0, --left)));
  await push('Third', (pieces) => moved('Second', pieces.slice(0, left)));
}

/** More than fit into one unit: they are staged. */
async function useStaging({ files }: Store): Promise<void> {
  const many = Array.from({ length: 300 }, (_, n) =>
    memory(n, { id: id(7_000_000 + n), content: `Staged ${n}`, category: 'facts' }),
  );
  const changes = many.map((one): MemoryChange => ({ kind: 'add', memory: one }));
  const broken: MemoryChange = { kind: 'delete', memoryId: id(9_999_999) };
  const failing = files.importMemories(scope, large, { categories: [], changes: [...changes, broken] }, by);
  await failing.then(
    () => Promise.reject(new Error('it was stored')),
    () => undefined,
  );
  await files.importMemories(scope, large, { categories: [], changes }, by);
  const pieces = many.map((one): NewPiece => ({ key: one.id, bodyKey: one.id, memory: one }));
  const file = { fileId: id(5_000_001), path: '/n/b.md', content: Buffer.from('b'), contentHash: 'b'.repeat(64) };
  // At the last moment one of the pieces is no longer new.
  let left = many.length + 1;
  const reconcile = () => {
    left -= 1;
    return pieces.slice(0, left).map((piece): PieceChange => ({ kind: 'add', piece }));
  };
  await files.push(scope, large, { ...file, capture: false, pieces }, reconcile, by);
  await files.confirm(scope, large, { path: file.path, contentHash: file.contentHash });
  await useStagedMoves({ files });
  await files.clearAbandoned(now);
}

async function useEmbeddings({ embeddings, memories }: Store): Promise<void> {
  await embeddings.currentModel();
  await embeddings.useModel(model);
  await embeddings.dropAll();
  await embeddings.useModel(model);
  const another = { name: 'another', dimensions: undefined };
  await embeddings.waitingTenants(another, now);
  await embeddings.countWaiting(another, scope);
  await embeddings.backlog(another, 't1');
  await embeddings.takeWaiting(another, 't1', 100, 10_000);
  await embeddings.waitingTenants(model, now);
  await embeddings.countWaiting(model, scope);
  await embeddings.backlog(model, 't1');
  await embeddings.lease('me', 't1', now, now + 10);
  const vector = Float32Array.from({ length: dimensions }, (_, i) => i - 3);
  const embedAll = async () => {
    const waiting = await embeddings.takeWaiting(model, 't1', 10_000, 10_000_000);
    await embeddings.save(
      model,
      waiting.map((one) => ({ ...one, vector })),
    );
  };
  await embedAll();
  await memories.reassign(scope, large, small, [{ memoryId: memory(7).id }], by);
  const changed = { kind: 'update' as const, memoryId: memory(2).id, fields: { content: 'Embedded once more' } };
  await memories.write(scope, large, [changed], by);
  await embedAll();
  for (const characterId of [large, small]) await embeddings.nearest(model, scope, characterId, vector, 5, [1, 2]);
  await embeddings.release('me');
}
