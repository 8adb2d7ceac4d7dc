import { expect, test } from 'vitest';
import { operations } from '../../../src/features/operations.ts';
import { isForClients } from '../../../src/gate/operation.ts';
import { revision } from '../../../src/mcp/revision.ts';
import type { Http } from '../../support/http-harness.ts';
import { asPerson, openOwnSignIn, ScriptedClient } from '../../support/own-sign-in.ts';

/** A client that the OWNER has allowed all that it asks for, for the whole server. */
async function connectedToAll(
  http: Http,
  publicUrl: string,
  { redirect = 'https://client.example/callback', scope = 'memory:read memory:write' } = {},
) {
  const client = new ScriptedClient(publicUrl, redirect);
  await client.register();
  const person = await asPerson(publicUrl, http.key);
  const back = await person.decide(client.address({ resource: publicUrl, scope }));
  const { body } = await client.redeem(String(back.searchParams.get('code')), { resource: publicUrl });
  return { access: String(body.access_token), granted: body.scope };
}

test('operations on people, and on changes under review, are for members only', () => {
  const forMembers = operations.filter((one) => one.group !== 'admin' && !isForClients(one)).map(({ name }) => name);
  expect(forMembers.sort()).toStrictEqual([
    'apply_retention',
    'delete_character',
    'dismiss_question',
    'erase_memories',
    'join_names',
    'keep_both',
    'keep_kind',
    'list_erasures',
    'mute_memory',
    'restore_character',
    'review_capture',
    'review_change',
    'review_forget_request',
    'set_sharing',
  ]);
  const forClients = operations.filter((one) => one.group === 'admin' && isForClients(one)).map(({ name }) => name);
  expect(forClients.sort()).toStrictEqual(['exchange_changes', 'whoami']);
});

test.each([
  ['PUT', 'sharing', { visibility: 'PUBLIC' }],
  ['DELETE', '', undefined],
  ['POST', 'retention', { days: 1 }],
])('sharing, deletion and retention of a character are for members: %s %s', async (method, path, body) => {
  const { http, publicUrl } = await openOwnSignIn();
  const { id } = (await http.ask('POST', '/v1/characters', { body: { name: 'Ada', visibility: 'PRIVATE' } })).body;
  const { access } = await connectedToAll(http, publicUrl);
  const asked = await http.ask(method, `/v1/characters/${id}/${path}`.replace(/\/$/, ''), { key: access, body });
  expect(asked).toMatchObject({ status: 403, body: { error: { type: 'AccessDenied' } } });
  expect((await http.ask('GET', `/v1/characters/${id}`)).body).toMatchObject({ visibility: 'PRIVATE' });
});

test('tools for members only are listed for a member, and not for a client', async () => {
  const { http, publicUrl } = await openOwnSignIn();
  const { access } = await connectedToAll(http, publicUrl);
  const listed = async (key: string) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'mcp-protocol-version': revision, 'mcp-method': 'tools/list' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } };
    const { tools } = (await http.ask('POST', '/mcp', { key, body, headers })).body.result as {
      tools: { name: string }[];
    };
    return tools.map(({ name }) => name);
  };
  const ofMember = await listed(http.key);
  const forMembers = operations.filter((one) => !isForClients(one)).map(({ name }) => name);
  expect(ofMember).toContain('set_sharing');
  expect(await listed(access)).toStrictEqual(ofMember.filter((name) => !forMembers.includes(name)));
});

test('a client cannot review a change that waits for a person', async () => {
  const { http, publicUrl } = await openOwnSignIn();
  const { id } = (await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } })).body;
  const { access } = await connectedToAll(http, publicUrl);
  const memory = { content: 'Ada likes tea.', category: 'facts' };
  await http.ask('POST', `/v1/characters/${id}/memories/direct`, { key: access, body: memory });
  const { changes } = (await http.ask('GET', '/v1/changes')).body as { changes: object[] };
  expect(changes).toMatchObject([{ by: { kind: 'model', client: 'Scripted' } }]);
  const path = `/v1/changes/${(changes[0] as { id: string }).id}/review`;
  const asked = { key: access, body: { verdict: 'kept' } };
  expect(await http.ask('POST', path, asked)).toMatchObject({ status: 403 });
});

test('only a replica with its own scope sets the author and time of a change', async () => {
  const { http, publicUrl, clock } = await openOwnSignIn();
  const { id: characterId } = (await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } })).body;
  const machine = { redirect: 'http://127.0.0.1:7777/done', scope: 'memory:read memory:write memory:replicate' };
  const site = { redirect: 'https://client.example/callback', scope: machine.scope };
  const told = { by: 'user', client: 'Dashboard', at: Date.parse('2020-09-13T00:00:00Z') };
  const history: object[] = [];
  const scopes: unknown[] = [];
  for (const [n, { redirect, scope }] of [machine, { ...machine, scope: 'memory:write' }, site].entries()) {
    const { access, granted } = await connectedToAll(http, publicUrl, { redirect, scope });
    scopes.push(granted);
    const memoryId = `11111111-1111-4111-8111-11111111111${n}`;
    const content = `Ada likes tea number ${n}.`;
    const added = { id: `000000000000000${n}`, memoryId, kind: 'add', ...told, said: true, content, category: 'facts' };
    const rest = { source: 'direct', occurredAt: told.at, salience: 0.5, importance: 'NORMAL' };
    const message = JSON.stringify({ form: 2, changes: [{ ...added, ...rest }] });
    const path = `/v1/characters/${characterId}/exchange`;
    const answer = (await http.ask('POST', path, { key: access, body: { message } })).body;
    expect(JSON.parse(String(answer.message))).toMatchObject({ refused: [] });
    const { revisions } = (await http.ask('GET', `/v1/characters/${characterId}/memories/${memoryId}/history`)).body;
    history.push((revisions as object[])[0]!);
  }
  expect(scopes).toStrictEqual([machine.scope, 'memory:read memory:write', 'memory:read memory:write']);
  const own = { client: 'Scripted', createdAt: new Date(clock.now).toISOString() };
  expect(history).toMatchObject([{ client: 'Dashboard', createdAt: '2020-09-13T00:00:00.000Z' }, own, own]);
});
