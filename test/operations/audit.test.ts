import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AuditEvent } from '../../src/domain/audit.ts';
import { type EventType, eventBody } from '../../src/domain/event.ts';
import { isMachineStore, type Store } from '../../src/domain/stores/store.ts';
import { groups } from '../../src/gate/operation.ts';
import { operations } from '../../src/operations/index.ts';
import { captureTurn } from '../support/captured-turn.ts';
import { openHttp } from '../support/http-harness.ts';
import { withTenantAi } from '../support/tenant-ai.ts';
import { withHome } from '../support/watched-home.ts';

/** Stands in every text that is given; no line may hold it. */
const mark = 'zebra';
const c = { characterId: mark };

type Known = Record<string, string>;
type List = 'deliveries' | 'changes' | 'recalls' | 'sessions';
type Output = Record<string, string> & { [Key in List]?: { id: string }[] };
/** Input of every operation, in an order in which each does something. Ids of what was made before are in `known`. */
const calls: [name: string, input: (known: Known) => object, learn?: (output: Output, known: Known) => void][] = [
  ['create_character', () => ({ name: mark, tags: [mark], profile: { background: mark } })],
  [
    'create_webhook',
    () => ({ url: 'https://example.com/zebra', events: ['*'], description: mark, includeContent: true }),
    ({ id }, known) => (known.webhook = id!),
  ],
  ['update_webhook', ({ webhook }) => ({ webhookId: webhook, description: `${mark} 2` })],
  ['rotate_webhook_secret', ({ webhook }) => ({ webhookId: webhook })],
  ['get_webhook', ({ webhook }) => ({ webhookId: webhook })],
  ['list_webhooks', () => ({})],
  ['test_webhook', ({ webhook }) => ({ webhookId: webhook })],
  ['update_profile', () => ({ ...c, personality: mark })],
  ['update_agent_config', () => ({ ...c, ownerId: mark })],
  ['set_aliases', () => ({ ...c, aliases: [`${mark} alias`] })],
  ['set_tags', () => ({ ...c, tags: [`${mark} tag`] })],
  ['resolve_alias', () => ({ alias: `${mark} alias` })],
  ['clone_character', () => ({ ...c, name: `${mark} twin` })],
  ['add_category', () => ({ ...c, name: `${mark} kind`, description: mark })],
  ['update_category', () => ({ ...c, name: `${mark} kind`, description: `${mark} 2` })],
  ['add_memory', () => ({ ...c, content: `Ada likes the ${mark} and decided to draw one.` })],
  [
    'add_memory_direct',
    () => ({ ...c, content: `A ${mark} lives here.`, category: `${mark} kind` }),
    ({ id }, known) => (known.memory = id!),
  ],
  ['update_memory', ({ memory }) => ({ ...c, memoryId: memory, content: `No ${mark} lives here.` })],
  ['delete_memory', ({ memory }) => ({ ...c, memoryId: memory })],
  ['restore_memory', ({ memory }) => ({ ...c, memoryId: memory })],
  ['get_memory', ({ memory }) => ({ ...c, memoryId: memory })],
  ['get_memory_history', ({ memory }) => ({ ...c, memoryId: memory })],
  ['explain_memory', ({ memory }) => ({ ...c, memoryId: memory, query: mark })],
  ['list_memories', () => c],
  ['search_memories', () => ({ ...c, query: mark })],
  ['assemble_context', () => c],
  ['list_characters', () => ({ tag: mark })],
  ['get_character', () => c],
  ['list_categories', () => c],
  ['delete_category', () => ({ ...c, name: `${mark} kind`, reassignTo: 'general' })],
  [
    'sync_file',
    () => ({ ...c, filePath: `${mark}.md`, fileContent: `# ${mark}\n\n- One ${mark}.\n- Two ${mark}.\n`, label: mark }),
    ({ fileId }, known) => (known.file = fileId!),
  ],
  ['get_sync_status', () => c],
  ['list_files', () => c],
  ['get_file', ({ file }) => ({ fileId: file })],
  ['import_document', () => ({ ...c, fileName: `${mark}.md`, fileContent: `- Three ${mark}.\n` })],
  ['export_character', () => c],
  ['watch_path', ({ home }) => ({ ...c, path: `${home}/notes`, label: mark })],
  ['list_watched_paths', () => ({})],
  ['sync_now', () => c],
  ['unwatch_path', ({ home }) => ({ path: `${home}/notes` })],
  ['get_tier', () => ({})],
  ['whoami', () => ({})],
  ['list_members', () => ({})],
  ['add_member', () => ({ name: mark, role: 'MEMBER' }), ({ id }, known) => (known.member = id!)],
  ['update_member', ({ member }) => ({ memberId: member, name: `${mark} 2` })],
  ['create_key', ({ member }) => ({ name: mark, member }), ({ id }, known) => (known.key = id!)],
  ['list_keys', () => ({})],
  ['revoke_key', ({ key }) => ({ keyId: key })],
  ['remove_member', ({ member }) => ({ memberId: member })],
  [
    'list_webhook_deliveries',
    ({ webhook }) => ({ webhookId: webhook, limit: 100 }),
    ({ deliveries }, known) => (known.delivery = deliveries![0]!.id),
  ],
  ['list_sessions', () => ({}), ({ sessions }, known) => (known.session = sessions![0]!.id)],
  ['end_session', ({ session }) => ({ sessionId: session })],
  ['get_ai_settings', () => ({})],
  ['test_ai_settings', () => ({})],
  ['redeliver_webhook', ({ webhook, delivery }) => ({ webhookId: webhook, deliveryId: delivery })],
  ['list_audit_events', () => ({})],
  ['list_recalls', () => ({}), ({ recalls }, known) => (known.recall = recalls![0]!.id)],
  ['rate_recall', ({ recall }) => ({ recallId: recall, rating: 'useful' })],
  ['set_sharing', () => ({ ...c, visibility: 'PRIVATE' })],
  ['list_changes', () => c, ({ changes }, known) => (known.change = changes![0]!.id)],
  ['review_change', ({ change }) => ({ changeId: change, verdict: 'kept' })],
  ['get_statistics', () => c],
  ['list_hook_receipts', () => ({})],
  ['review_capture', () => ({ clauseId: '1.0', verdict: 'kept' })],
  ['keep_kind', () => ({ ...c, kind: 'rule' })],
  ['revert_memory', ({ memory }) => ({ ...c, memoryId: memory, revision: 1 })],
  ['add_memories', () => ({ ...c, memories: [{ content: `${mark} too`, category: 'general' }] })],
  ['change_memories', ({ memory }) => ({ ...c, ids: [memory], change: { importance: 'HIGH' } })],
  ['rename_category', () => ({ ...c, name: 'goals', newName: `${mark} sort` })],
  ['rename_character', () => ({ ...c, name: mark })],
  ['archive_character', () => c],
  ['unarchive_character', () => c],
  ['delete_character', () => c],
  ['restore_character', () => c],
  ['delete_webhook', ({ webhook }) => ({ webhookId: webhook })],
  ['set_ai_settings', () => ({ provider: 'anthropic', model: mark, key: `sk-${mark}` })],
];

/** What is recorded although the store does not change. */
const recorded = ['test_webhook', 'test_ai_settings', 'get_file', 'export_character'];
const eventSender = { check: () => undefined, send: async () => ({ httpStatus: 204, text: mark }) };

const lines = async (session: Awaited<ReturnType<typeof withHome>>) => {
  const scope = { tenantId: 'local', memberId: 'local', role: 'OWNER' } as const;
  return (await session.store.audit.list(scope, {}, { order: 'ASC', limit: 1_000 })).events;
};

describe('the audit log', () => {
  test('every operation is called below', () => {
    expect(calls.map(([name]) => name).toSorted()).toStrictEqual(operations.map(({ name }) => name).toSorted());
  });

  test('every change has its line, reads have none, no line holds what was given, and each event is as it is published', async () => {
    const session = await withHome({ toolsets: [...groups], services: { eventSender }, recallLogDays: 30 });
    withTenantAi(session.services);
    await signIn(session.store, session.clock.now);
    session.write('seen.md', `- A ${mark} was seen.\n`);
    const known: Known = { home: session.home };
    let count = (await lines(session)).length;
    for (const [name, input, learn] of calls) {
      if (name === 'review_capture') await captured(session.store);
      const output = await session.call<Output>(name, input(known));
      learn?.(output, known);
      const fresh: AuditEvent[] = (await lines(session)).slice(count);
      count += fresh.length;
      const { hints } = operations.find((one) => one.name === name)!;
      const isExpected = !hints.readOnly || recorded.includes(name);
      expect([name, fresh.length > 0]).toStrictEqual([name, isExpected]);
      for (const line of fresh) {
        expect(line).toMatchObject({
          action: name,
          outcome: 'OK',
          actor: { memberId: 'local', name: 'local', via: 'stdio' },
        });
        const isOfCharacter = JSON.stringify(input(known)).includes('"characterId"') || name === 'get_file';
        if (isOfCharacter) expect([name, line.characterId]).toStrictEqual([name, expect.any(String)]);
      }
      expect(JSON.stringify(fresh)).not.toContain(mark);
      if (name === 'update_profile') expect(fresh[0]?.detail).toStrictEqual(['personality']);
      if (name === 'delete_memory') expect(fresh[0]?.targetId).toBe(known.memory);
      if (name === 'sync_file') expect(fresh[0]?.targetId).toBe(known.file);
      if (name === 'restore_character') await checkEvents(session, known.webhook!);
    }
  });

  test('every change that is repeated under its key happens once, and is marked in its own unit', async () => {
    const session = await withHome({ toolsets: [...groups], services: { eventSender }, recallLogDays: 30 });
    withTenantAi(session.services);
    await signIn(session.store, session.clock.now);
    session.write('seen.md', `- A ${mark} was seen.\n`);
    const known: Known = { home: session.home };
    const store = new Database(session.path, { readonly: true });
    onTestFinished(() => void store.close());
    const unmarked = store.prepare('SELECT count(*) FROM idempotency_keys WHERE changed = 0').pluck();
    for (const [name, input, learn] of calls) {
      if (name === 'review_capture') await captured(session.store);
      const params = { name, arguments: { ...input(known) }, _meta: { requestId: randomUUID() } };
      const first = await session.client.callTool(params);
      expect(first).not.toHaveProperty('isError');
      learn?.(first.structuredContent as Output, known);
      if (operations.find((one) => one.name === name)!.hints.readOnly) continue;
      const { length } = await lines(session);
      const again = await session.client.callTool(params);
      expect([name, again.structuredContent]).toStrictEqual([name, first.structuredContent]);
      expect([name, again._meta?.replayed]).toStrictEqual([name, true]);
      expect([name, (await lines(session)).length, unmarked.get()]).toStrictEqual([name, length, 0]);
    }
  });

  /** As if somebody had signed in to the dashboard. */
  async function captured(store: Store): Promise<void> {
    if (!isMachineStore(store)) throw new Error('hooks run on a store of a machine');
    const scope = { tenantId: 'local', memberId: 'local', role: 'OWNER' } as const;
    const character = await store.characters.find(scope, mark);
    const clause = { text: `The ${mark} is never fed.`, outcome: 'left out', reason: 'a task' } as const;
    await captureTurn(store, scope, character!.id, [clause]);
  }

  async function signIn(store: Store, now: number): Promise<void> {
    const { id: memberId } = await store.members.add('local', { id: 'm', name: 'Ann', role: 'ADMIN' }, now);
    const hash = new Uint8Array(32);
    await store.keys.add(memberId, { id: 'k', name: 'laptop', hash }, now);
    const session = { id: 's', keyId: 'k', hash, userAgent: mark, expiresAt: now + 1_000_000 };
    await store.sessions.open(session, now);
  }

  async function checkEvents(session: Awaited<ReturnType<typeof withHome>>, webhook: string): Promise<void> {
    const lease = { holder: 'test', until: session.clock.now + 1 };
    const due = await session.store.outbox.exchange([], lease, { parallel: 1_000, total: 1_000 }, session.clock.now);
    const types = new Set<EventType>();
    for (const { type, body } of due) {
      types.add(type);
      const schema = eventBody(type).strict();
      const parsed = schema.safeParse(JSON.parse(body));
      expect([type, parsed.error]).toStrictEqual([type, undefined]);
    }
    const not = ['memory.batch', 'extraction.failed', 'tier.changed', 'webhook.disabled', 'webhook.test'];
    expect([...types].toSorted()).toStrictEqual(
      (await import('../../src/domain/event.ts')).eventNames.filter((name) => !not.includes(name)).toSorted(),
    );
    expect(webhook).toBeDefined();
  }

  test('a refusal has its line, for every caller and every rule', async () => {
    const { session, ask, keyOf } = await openHttp();
    const { id } = await session.call<{ id: string }>('create_character', { name: 'Ada' });
    const viewer = await keyOf('VIEWER');
    const headers = { 'x-request-id': 'asked-1' };
    const refused = await ask('POST', '/v1/characters', { key: viewer, body: { name: mark }, headers });
    expect(refused.status).toBe(403);
    await ask('GET', '/v1/audit', { key: viewer });
    await session.store.tenants.setTier('local', 'FREE', session.clock.now, session.clock.now);
    await ask('POST', `/v1/characters/${id}/clone`, { body: { name: mark } });
    for (let n = 0; n < 3; n++) await ask('POST', '/v1/characters', { body: { name: `Other ${n}` } });
    const scope = { tenantId: 'local', memberId: 'local', role: 'OWNER' } as const;
    const { events } = await session.store.audit.list(scope, {}, { order: 'ASC', limit: 100 });
    const refusals = events.filter(({ outcome }) => outcome !== 'OK');
    expect(refusals.map(({ action, outcome }) => [action, outcome])).toStrictEqual([
      ['create_character', 'InsufficientRole'],
      ['list_audit_events', 'InsufficientRole'],
      ['clone_character', 'FeatureNotAvailable'],
      ['create_character', 'CharacterLimitExceeded'],
    ]);
    expect(refusals[0]).toMatchObject({ requestId: 'asked-1', actor: { via: 'key', keyId: expect.any(String) } });
    expect(JSON.stringify(refusals)).not.toContain(mark);
  });

  test('a key that is good no longer leaves a line a minute', async () => {
    const { session, ask, keyOf } = await openHttp();
    const key = await keyOf('MEMBER');
    const [, made] = await session.store.keys.list('local');
    await session.store.keys.revoke(made!.id, session.clock.now);
    const refusals = async () => {
      const scope = { tenantId: 'local', memberId: 'local', role: 'OWNER' } as const;
      const filter = { outcome: 'Unauthorized' } as const;
      return (await session.store.audit.list(scope, filter, { order: 'ASC', limit: 100 })).events;
    };
    for (let n = 0; n < 3; n++) expect((await ask('GET', '/v1/characters', { key })).status).toBe(401);
    expect(await refusals()).toMatchObject([
      { action: 'authenticate', targetId: made!.id, actor: { keyId: made!.id } },
    ]);
    session.clock.now += 60_000;
    await ask('GET', '/v1/characters', { key });
    expect(await refusals()).toHaveLength(2);
    await ask('GET', '/v1/characters', { key: 'ams_unknown' });
    expect(await refusals()).toHaveLength(2);
  });
});
