import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCommand } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/harness.ts';
import { asPerson } from '../support/own-sign-in.ts';
import { startServe } from '../support/served.ts';

const env = { SERVICE_CHARACTER: 'mia', SERVICE_TIER: 'BUSINESS' };
const secret = /ams[gr]?_[\w-]{20,}/;
type Grants = { grants: { id: string; client: string; access: string }[] };
type Audit = { events: { action: string; outcome: string }[] };

/** A built server that is its own authorization server, and a person who is signed in to it. */
async function server() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { SERVICE_SIGN_IN: 'built-in', SERVICE_PUBLIC_URL: url, SERVICE_TIER: 'BUSINESS' };
  const { key } = await startServe(join(temporaryFolder(), 'server.db'), settings, port);
  const person = await asPerson(url, String(key));
  const grants = async () => ((await person.ask('GET', '/v1/grants')).body as unknown as Grants).grants;
  const audited = async (action: string) =>
    ((await person.ask('GET', `/v1/audit?action=${action}`)).body as unknown as Audit).events.map((one) => one.outcome);
  return { url, key: String(key), person, grants, audited };
}
type Server = Awaited<ReturnType<typeof server>>;

/** A machine whose person has a browser: `browse` does what it does with the address. */
function machine({ url }: Pick<Server, 'url'>) {
  const folder = temporaryFolder();
  const run = (...args: string[]) => {
    const { child, said } = startCommand(folder, args, env);
    child.stdin.end();
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
    return { child, said, ended };
  };
  /** Begins to sign in; where the browser is sent. */
  const begin = async (...more: string[]) => {
    const running = run('connect', url, '--character', 'mia', '--sign-in', '--no-open', '--json', ...more);
    const { child, said, ended } = running;
    const address = await new Promise<URL>((resolve, reject) => {
      child.stderr.on('data', () => {
        const found = / (http:\S+)\n/.exec(said.stderr)?.[1];
        if (found !== undefined) resolve(new URL(found));
      });
      void ended.then(() => reject(new Error(said.stderr)));
    });
    return { address, ended };
  };
  const file = () => {
    const folderOfKeys = join(folder, 'connections');
    return join(folderOfKeys, readdirSync(folderOfKeys)[0] ?? '');
  };
  const held = () => JSON.parse(readFileSync(file(), 'utf8')) as Record<string, string | number>;
  const change = (more: object) => writeFileSync(file(), JSON.stringify({ ...held(), ...more }));
  const connect = async ({ person }: Server, decision: object = {}) => {
    const { address, ended } = await begin();
    await fetch(await person.decide(address, decision));
    return ended;
  };
  return { folder, run, begin, file, held, change, connect };
}

describe('connect --sign-in', () => {
  test('a machine signs in, exchanges and refreshes, and disconnecting ends the grant at the server', {
    timeout: 60_000,
  }, async () => {
    const there = await server();
    const laptop = machine(there);
    await laptop.run('add', '京都でお茶を飲む。', '--category', 'facts').ended;
    const { address, ended } = await laptop.begin();
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'memory:read memory:write memory:replicate',
      resource: there.url,
    });
    const redirect = new URL(String(address.searchParams.get('redirect_uri')));
    expect(redirect.hostname).toBe('127.0.0.1');
    // Another page's guess ends nothing.
    for (const search of ['?state=guess&code=x', '', '?error=access_denied']) {
      expect((await fetch(redirect.href + search)).status).toBe(400);
    }
    const back = await there.person.decide(address);
    const page = await fetch(back);
    expect([page.status, await page.text()]).toStrictEqual([200, expect.stringContaining('You are signed in')]);
    // The answer is good once: the port is closed, or refuses it.
    const again = await fetch(back).then(
      ({ status }) => status,
      () => 400,
    );
    expect(again).toBe(400);
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ exchanged: [{ character: 'mia' }] });
    expect(stdout + stderr).not.toMatch(secret);
    if (process.platform !== 'win32') expect(statSync(laptop.file()).mode & 0o777).toBe(0o600);
    expect(await there.grants()).toMatchObject([{ client: expect.stringMatching(/^agent-memory-service on/) }]);

    laptop.change({ expiresAt: 0 });
    await laptop.run('add', 'وصلت الرسالة', '--category', 'facts').ended;
    const both = [laptop.run('sync'), laptop.run('sync'), laptop.run('sync')];
    for (const { ended: one } of both) expect(await one).toMatchObject({ code: 0, stderr: '' });
    expect(await there.audited('refresh_grant')).toStrictEqual(['OK']);
    const { body } = await there.person.ask('POST', '/v1/search', { characterIds: ['mia'], query: 'وصلت الرسالة' });
    expect(JSON.stringify(body)).toContain('وصلت الرسالة');

    const connections = (await laptop.run('connections', '--json').ended).stdout;
    expect(connections).not.toMatch(secret);
    expect(await laptop.run('disconnect').ended).toMatchObject({ code: 0, stderr: '' });
    expect(await there.grants()).toStrictEqual([]);
    expect(readdirSync(join(laptop.folder, 'connections'))).toStrictEqual([]);
  });

  test('a sign-in that is denied, or limited to reading, leaves nothing behind', { timeout: 60_000 }, async () => {
    const there = await server();
    const laptop = machine(there);
    await laptop.run('add', 'Tea is served at five.', '--category', 'facts').ended;
    expect(await laptop.connect(there, { allow: false })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The sign-in was refused: The person did not agree.'),
    });
    expect(await there.audited('refuse_client')).toStrictEqual(['OK']);
    expect(await laptop.connect(there, { access: 'READ' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('You allowed reading alone'),
    });
    const dry = await laptop.begin('--dry-run');
    await fetch(await there.person.decide(dry.address));
    expect(await dry.ended).toMatchObject({ code: 0 });
    expect(await there.grants()).toStrictEqual([]);
    expect(readdirSync(laptop.folder)).not.toContain('connections');
  });

  test('an answer of another server or an invalid code signs nobody in', { timeout: 60_000 }, async () => {
    const there = await server();
    const laptop = machine(there);
    await laptop.run('add', 'Tea is served at five.', '--category', 'facts').ended;
    for (const [name, value, message] of [
      ['iss', 'https://evil.example', 'Another server has answered'],
      ['code', 'x'.repeat(43), 'unknown, used, expired'],
    ] as const) {
      const { address, ended } = await laptop.begin();
      const back = await there.person.decide(address);
      back.searchParams.set(name, value);
      await fetch(back);
      expect(await ended).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    }
    expect(readdirSync(laptop.folder)).not.toContain('connections');
  });

  test('a grant revoked at the server asks for another sign-in', { timeout: 60_000 }, async () => {
    const there = await server();
    const laptop = machine(there);
    await laptop.run('add', 'The harbour is open.', '--category', 'facts').ended;
    expect(await laptop.connect(there)).toMatchObject({ code: 0 });
    for (const { id } of await there.grants()) await there.person.ask('DELETE', `/v1/grants/${id}`);
    const refused = await laptop.run('sync').ended;
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stdout).toContain('Sign in again: agent-memory-service connect');
    expect(refused.stdout + refused.stderr).not.toMatch(secret);
    const own = String(laptop.held().refresh);
    expect(await laptop.connect(there)).toMatchObject({ code: 0 });
    expect(laptop.held().refresh).not.toBe(own);
    expect(await laptop.run('sync').ended).toMatchObject({ code: 0 });
    // Signed in once more, the earlier grant ends.
    const earlier = await there.grants();
    expect(await laptop.connect(there)).toMatchObject({ code: 0 });
    const now = await there.grants();
    expect([earlier.length, now.length]).toStrictEqual([1, 1]);
    expect(now[0]?.id).not.toBe(earlier[0]?.id);
  });

  test('a server without sign-in is reported, and --sign-in excludes --key-file', { timeout: 60_000 }, async () => {
    const plain = await startServe(join(temporaryFolder(), 'server.db'));
    const laptop = machine(plain);
    const connect = (...more: string[]) => laptop.run('connect', plain.url, '--all', '--sign-in', ...more).ended;
    expect(await connect()).toMatchObject({ code: 1, stderr: expect.stringContaining('offers no sign-in') });
    expect(await connect('--key-file', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('not both') });
    const away = laptop.run('connect', plain.url, '--all', '--key-file', '/nowhere/key');
    expect(await away.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^.*key can't be read \(ENOENT\)\n$/),
    });
  });
});
