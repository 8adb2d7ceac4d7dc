import { expect, test } from 'vitest';
import type { AuditEvent } from '../../src/domain/audit.ts';
import { localScope as scope } from '../support/builders.ts';
import { openHttp } from '../support/http-harness.ts';

interface Page {
  events: AuditEvent[];
  nextCursor?: string;
}

const ndjson = { accept: 'application/x-ndjson' };

async function withLines() {
  const http = await openHttp();
  for (let n = 0; n < 7; n++) {
    http.session.clock.now += 1_000;
    await http.ask('POST', '/v1/characters', { body: { name: `Character ${n}` } });
  }
  const page = async (query: string) =>
    (await http.ask('GET', `/v1/audit?action=create_character&${query}`)).body as unknown as Page;
  return { ...http, page };
}

test('audit lines are listed newest first, page by page', async () => {
  const { page } = await withLines();
  const first = await page('limit=4');
  expect(first.events).toHaveLength(4);
  const second = await page(`limit=4&cursor=${first.nextCursor}`);
  expect(second.events).toHaveLength(3);
  expect(second.nextCursor).toBeUndefined();
  const times = [...first.events, ...second.events].map(({ at }) => at);
  expect(times).toStrictEqual(times.toSorted().toReversed());
  const ids = [...first.events, ...second.events].map(({ id }) => id);
  expect(new Set(ids).size).toBe(7);
});

test('audit lines are filtered by time, member, character and outcome', async () => {
  const { page, session, ask } = await withLines();
  const all = (await page('')).events;
  const [, second] = all;
  expect((await page(`since=${second!.at}`)).events).toStrictEqual(all.slice(0, 2));
  expect((await page(`until=${second!.at}`)).events).toStrictEqual(all.slice(2));
  expect((await page('characterId=Character%203')).events).toHaveLength(1);
  expect((await page('outcome=AccessDenied')).events).toStrictEqual([]);
  const { name } = second!.actor;
  expect((await page(`member=${encodeURIComponent(name)}`)).events).toHaveLength(7);
  expect((await page(`member=${second!.actor.memberId}`)).events).toHaveLength(7);
  expect((await page('member=nobody')).events).toStrictEqual([]);
  expect((await ask('GET', '/v1/audit?cursor=x')).body.error).toMatchObject({ type: 'InvalidInput' });
  expect((await ask('GET', '/v1/audit?characterId=Nobody')).status).toBe(404);
  expect(session.logged.filter(({ level }) => level === 'error')).toStrictEqual([]);
});

test('an export streams all matches oldest first, and is logged; a listing is not', async () => {
  const { page, ask, session } = await withLines();
  const all = (await page('')).events;
  session.clock.now += 1;
  const before = (await ask('GET', '/v1/audit?action=list_audit_events')).body as unknown as Page;
  expect(before.events).toStrictEqual([]);
  const { headers, text, status } = await ask('GET', '/v1/audit?action=create_character&limit=2', { headers: ndjson });
  expect([status, headers.get('content-type')]).toStrictEqual([200, 'application/x-ndjson']);
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as AuditEvent)).toStrictEqual(all.toReversed());
  const after = (await ask('GET', '/v1/audit?action=list_audit_events')).body as unknown as Page;
  expect(after.events).toMatchObject([{ outcome: 'OK', detail: ['limit', 'action'].toSorted() }]);
});

test('the audit log needs the role ADMIN and the tier BUSINESS, and shows earlier lines after an upgrade', async () => {
  const { ask, keyOf, session } = await openHttp({ tier: 'DEVELOPER' });
  await ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  expect((await ask('GET', '/v1/audit')).body.error).toMatchObject({ type: 'FeatureNotAvailable' });
  expect((await ask('GET', '/v1/webhooks')).body.error).toMatchObject({ type: 'FeatureNotAvailable' });
  await session.store.tenants.setTier('local', 'BUSINESS', 0, session.clock.now);
  const { events } = (await ask('GET', '/v1/audit?action=create_character')).body as unknown as Page;
  expect(events).toHaveLength(1);
  expect((await ask('GET', '/v1/audit', { key: await keyOf('ADMIN') })).status).toBe(200);
  const member = await keyOf('MEMBER');
  for (const path of ['/v1/audit', '/v1/webhooks']) {
    expect((await ask('GET', path, { key: member })).body.error).toMatchObject({ type: 'InsufficientRole' });
  }
});

test('another tenant sees none of the audit log', async () => {
  const { ask, tenant } = await withLines();
  const other = await tenant('Other');
  const { events } = (await ask('GET', '/v1/audit', { key: other.text })).body as unknown as Page;
  expect(events.map(({ action }) => action)).toStrictEqual(['create_tenant']);
});

test('audit lines of MCP and REST name the request and its origin alike', async () => {
  const { listen, key, session } = await openHttp();
  const { url } = await listen();
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-request-id': 'asked-2',
        ...more,
      },
    });
  await post('/v1/characters', { name: 'Ada' });
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const opened = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const id = opened.headers.get('mcp-session-id') ?? '';
  await opened.text();
  const call = { name: 'create_character', arguments: { name: 'Bea' } };
  const answer = await post(
    '/mcp',
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
    { 'mcp-session-id': id },
  );
  expect(await answer.text()).toContain('Bea');
  const filter = { action: 'create_character' };
  const { events } = await session.store.audit.list(scope, filter, { order: 'ASC', limit: 10 });
  const from = { requestId: 'asked-2', address: '127.0.0.1' };
  expect(events).toMatchObject([from, from]);
});
