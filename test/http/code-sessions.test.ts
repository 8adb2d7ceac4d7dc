import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { localOperations, operationsByName } from '../../src/features/operations.ts';
import { CodeSessions } from '../../src/service/tenancy/code-sessions.ts';
import { FolderSides } from '../support/folder-sides.ts';
import { openSession, temporaryFolder } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

const minute = 60_000;
const operations = new Map([...operationsByName, ...localOperations.map((one) => [one.name, one] as const)]);
const owner = { ...localOwner('BUSINESS'), name: 'dashboard', via: 'dashboard' } as const;

async function open() {
  const { store, clock } = await openSession();
  let ids = 0;
  const sessions = new CodeSessions(owner, { store, now: () => clock.now, newId: () => `session ${++ids}` });
  const trail = async () => {
    const { events } = await store.audit.list(owner, {}, { order: 'ASC', limit: 100 });
    return events.map(({ action, targetId, actor }) => [action, targetId, actor.via]);
  };
  return { clock, sessions, trail };
}

test('a code is valid once, for a minute, and only the newest one', async () => {
  const { clock, sessions } = await open();
  const first = sessions.newCode();
  const code = sessions.newCode();
  for (const wrong of [first, `${code}x`, '']) await expect(sessions.open(wrong, '')).rejects.toThrow(/once/);
  const token = await sessions.open(code, 'browser');
  expect((await sessions.authenticate(token)).principal).toStrictEqual(owner);
  await expect(sessions.open(code, '')).rejects.toThrow(/once/);
  const late = sessions.newCode();
  clock.now += minute;
  await expect(sessions.open(late, '')).rejects.toThrow(/once/);
});

test('a promise for a code resolves once, when the code is used or replaced', async () => {
  const { sessions } = await open();
  const told: string[] = [];
  sessions.newCode(() => told.push('first'));
  const code = sessions.newCode(() => told.push('second'));
  expect(told).toStrictEqual(['first']);
  await expect(sessions.open(`${code}x`, '')).rejects.toThrow(/once/);
  expect(told).toStrictEqual(['first']);
  await sessions.open(code, '');
  sessions.newCode();
  expect(told).toStrictEqual(['first', 'second']);
});

test('sessions of codes are listed and revoked, and expire after 12 hours', async () => {
  const { clock, sessions, trail } = await open();
  const tokens = [];
  for (const agent of ['a', 'b', 'c']) tokens.push(await sessions.open(sessions.newCode(), agent));
  const [a = '', b = '', c = ''] = tokens;
  expect((await sessions.list()).map(({ id, userAgent }) => [id, userAgent])).toStrictEqual([
    ['session 3', 'c'],
    ['session 2', 'b'],
    ['session 1', 'a'],
  ]);
  const auditContext = { action: 'end_session', name: owner.name, via: owner.via };
  await sessions.end({ ...owner, auditContext }, 'session 1');
  await expect(sessions.end(owner, 'session 1')).rejects.toThrow(/no session/);
  await sessions.close(b);
  await expect(sessions.authenticate(a)).rejects.toThrow(/ended/);
  await expect(sessions.authenticate(b)).rejects.toThrow(/ended/);
  expect((await sessions.authenticate(c)).identity).toBe('session 3');
  await sessions.close(b);
  expect(await trail()).toStrictEqual([
    ...[1, 2, 3].map((n) => ['sign_in', `session ${n}`, 'dashboard']),
    ['end_session', 'session 1', 'dashboard'],
    ['sign_out', 'session 2', 'dashboard'],
  ]);
  clock.now += 12 * 60 * minute;
  await expect(sessions.authenticate(c)).rejects.toThrow(/ended/);
});

test('a code signs in over HTTP in place of a key', async () => {
  const { sessions } = await open();
  const { ask, key } = await openHttp({ services: { sessions }, http: { sessions } });
  const headers = { 'x-requested-with': 'dashboard', origin: 'http://localhost' };
  expect((await ask('POST', '/session', { key: undefined, body: { key }, headers })).status).toBe(401);
  const answer = await ask('POST', '/session', { key: undefined, body: { key: sessions.newCode() }, headers });
  const { body } = await ask('GET', '/v1/sessions', { key: String(answer.body.token) });
  expect(body).toMatchObject({ sessions: [{ member: owner.name, current: true }] });
});

test('a store’s key gives no access to the operations of the machine that `ui` runs on', async () => {
  const home = realpathSync(temporaryFolder());
  mkdirSync(join(home, 'notes'));
  writeFileSync(join(home, 'notes/plans.md'), '- The roof is red.\n');
  let checked = 0;
  const checkHosts = async () => {
    checked += 1;
    return [];
  };
  const backUp = () => Promise.reject(new Error('asked'));
  const hostSetup = { found: checkHosts, connect: () => Promise.reject(new Error('asked')) };
  const { ask, key: own, tenant } = await openHttp({ operations, home, services: { checkHosts, hostSetup, backUp } });
  const { text: foreign } = await tenant('Elsewhere');
  for (const key of [own, foreign]) {
    const { body: ada } = await ask('POST', '/v1/characters', { key, body: { name: 'Ada' } });
    const refused = async (method: string, path: string, body?: object) => {
      const answer = await ask(method, path, { key, ...(body && { body }) });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: { error: { type: 'AccessDenied' } } });
    };
    await refused('PUT', '/v1/watches', { characterId: ada.id, path: '~/notes' });
    await refused('GET', '/v1/watches');
    await refused('DELETE', '/v1/watches?path=~/notes');
    await refused('POST', '/v1/watches/now', {});
    await refused('POST', '/v1/hosts/check', {});
    await refused('POST', '/v1/hosts/connect', { host: 'cursor' });
    await refused('POST', '/v1/backups', {});
    await refused('POST', '/v1/connections/exchange', { folder: '~/notes' });
  }
  expect(checked).toBe(0);
});

test('a folder that all memories go into is chosen by the dashboard of `ui` alone, and joined there', async () => {
  const place = join(realpathSync(temporaryFolder()), 'shared');
  const hostSetup = { found: async () => [], connect: () => Promise.reject(new Error('asked')) };
  const machine = async (services: object) => {
    const { sessions } = await open();
    const { ask, session } = await openHttp({ operations, services: { sessions, ...services }, http: { sessions } });
    const headers = { 'x-requested-with': 'dashboard', origin: 'http://localhost' };
    const { body } = await ask('POST', '/session', { key: undefined, body: { key: sessions.newCode() }, headers });
    await session.call('create_character', { name: 'Desk' });
    return async (folder: string) =>
      (await ask('POST', '/v1/connections/exchange', { key: String(body.token), body: { folder } })).body;
  };
  const server = await machine({});
  expect(await server(place)).toMatchObject({ error: { type: 'NotFound' } });
  const desk = await machine({ hostSetup });
  expect(await desk(join(place, 'deeper'))).toMatchObject({ error: { type: 'InvalidInput' } });
  expect(await desk(place)).toMatchObject({ exchanged: [{ character: 'Desk' }] });
  expect(existsSync(join(place, 'agent-memory.json'))).toBe(true);
  // Another machine has begun this one.
  const { path } = await FolderSides.open(1);
  const attic = await machine({ hostSetup });
  expect(await attic(path)).toMatchObject({ exchanged: [{ character: 'Ada' }, { character: 'Desk' }] });
});

test('a folder that a hostile machine prepared names no character `me`, nor by a control character', async () => {
  const hostSetup = { found: async () => [], connect: () => Promise.reject(new Error('asked')) };
  const { sessions } = await open();
  const { ask } = await openHttp({ operations, services: { sessions, hostSetup }, http: { sessions } });
  const headers = { 'x-requested-with': 'dashboard', origin: 'http://localhost' };
  const { body } = await ask('POST', '/session', { key: undefined, body: { key: sessions.newCode() }, headers });
  const join = async (name: string) => {
    const folder = realpathSync(temporaryFolder());
    const characters = [{ id: crypto.randomUUID(), name, categoryPreset: 'standard', memories: 0 }];
    const content = { storeId: 'a'.repeat(32), machine: 'evil', characters };
    writeFileSync(`${folder}/agent-memory.json`, JSON.stringify({ format: 1, content }));
    return (await ask('POST', '/v1/connections/exchange', { key: String(body.token), body: { folder } })).body;
  };
  expect(await join('a\u0000b')).toMatchObject({ error: { message: expect.stringContaining('U+0000') } });
  expect(await join('Me')).toMatchObject({ exchanged: [{ character: 'Me (evil)' }] });
});
