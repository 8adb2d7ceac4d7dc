import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import type { AuditEvent } from '../../src/domain/audit.ts';
import { type EventType, eventBody } from '../../src/domain/event.ts';
import { dayMs } from '../../src/domain/text.ts';
import { operations } from '../../src/features/operations.ts';
import { groups } from '../../src/gate/operation.ts';
import { localScope as scope } from '../support/builders.ts';
import { calls, captured, type Known, mark, type Output, signIn } from '../support/every-call.ts';
import { openHttp } from '../support/http-harness.ts';
import { withTenantAi } from '../support/tenant-ai.ts';
import { withHome } from '../support/watched-home.ts';

/** Recorded although the store does not change. */
const recorded = ['test_webhook', 'test_ai_settings', 'get_file', 'export_character', 'export_memories'];
const eventSender = { check: () => undefined, send: async () => ({ httpStatus: 204, text: mark }) };

const lines = async (session: Awaited<ReturnType<typeof withHome>>) => {
  return (await session.store.audit.list(scope, {}, { order: 'ASC', limit: 1_000 })).events;
};

describe('the audit log', () => {
  test('the tests call every operation', () => {
    const called = new Set(calls.map(([name]) => name));
    expect([...called].toSorted()).toStrictEqual(operations.map(({ name }) => name).toSorted());
  });

  test('every change has an audit line, reads have none, no line has contents, and events are as published', async () => {
    const session = await withHome({ toolsets: [...groups], services: { eventSender }, recallLogDays: 30 });
    withTenantAi(session.services);
    await signIn(session.store, session.clock.now);
    session.write('seen.md', `- A ${mark} was seen.\n`);
    const known: Known = { home: session.home };
    let count = (await lines(session)).length;
    for (const [name, input, learn] of calls) {
      if (name === 'review_capture') await captured(session.store);
      if (name === 'apply_retention') session.clock.now += 2 * dayMs;
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

  test('every change that is repeated with its key runs once, and is marked in its own transaction', async () => {
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
      if (name === 'apply_retention') session.clock.now += 2 * dayMs;
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
    const not = [
      'memory.batch',
      'memory.erased',
      'extraction.failed',
      'tier.changed',
      'webhook.disabled',
      'webhook.test',
    ];
    expect([...types].toSorted()).toStrictEqual(
      (await import('../../src/domain/event.ts')).eventNames.filter((name) => !not.includes(name)).toSorted(),
    );
    expect(webhook).toBeDefined();
  }

  test('every refusal has an audit line, for every caller and rule', async () => {
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

  test('a revoked key adds one audit line a minute', async () => {
    const { session, ask, keyOf } = await openHttp();
    const key = await keyOf('MEMBER');
    const [, made] = await session.store.keys.list('local');
    await session.store.keys.revoke(made!.id, session.clock.now);
    const refusals = async () => {
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
