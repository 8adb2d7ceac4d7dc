import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { environment } from '../support/served.ts';
import { program, startServer } from '../support/spawned.ts';

/** Starts `ui` without a browser and waits for its link. */
async function startUi(path: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, 'ui', '--no-open'], { env: environment(path, env) });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  const link = await new Promise<URL>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /^http:\S+$/m.exec(printed)?.[0];
      if (found !== undefined) resolve(new URL(found));
    });
    child.once('exit', (code) => reject(new Error(`ui ended with ${code}: ${printed}`)));
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, link, ended };
}

/** Who has the link; `signIn` exchanges it for a session. */
function visitor({ origin, hash }: URL) {
  const code = new URLSearchParams(hash.slice(1)).get('code');
  const headers = { 'x-requested-with': 'test', origin, 'content-type': 'application/json' };
  const signIn = () => fetch(`${origin}/session`, { method: 'POST', headers, body: JSON.stringify({ key: code }) });
  return { headers, signIn };
}

test('ui shows what agents store meanwhile, to whoever has its link, once, until it is ended', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const host = await startServer(path);
  await host.call('create_character', { name: 'Ada' });
  const { child, link, ended } = await startUi(path);
  const { origin } = link;
  expect(link.hostname).toBe('127.0.0.1');
  const { headers, signIn } = visitor(link);
  expect((await fetch(`${origin}/v1/characters`)).status).toBe(401);
  const first = await signIn();
  expect(first.status).toBe(204);
  expect((await signIn()).status).toBe(401);
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await fetch(`${origin}/`);
  const script = /src="(\/assets\/[^"]+)"/.exec(await page.text())?.[1];
  expect((await fetch(origin + script)).status).toBe(200);
  await host.call('add_memory_direct', { characterId: 'Ada', content: 'Ada likes tea.', category: 'facts' });
  const found = await fetch(`${origin}/v1/characters/Ada/memories`, { headers: { ...headers, cookie } });
  expect(await found.json()).toMatchObject({ total: 1, memories: [{ content: 'Ada likes tea.' }] });
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  await expect(fetch(origin)).rejects.toThrow();
});

test('ui says what doctor says of the hosts of this machine', async () => {
  const home = temporaryFolder();
  const path = join(home, 'memory.db');
  const entry = { command: process.execPath, args: [program], env: { SERVICE_DB: path } };
  mkdirSync(join(home, '.cursor'));
  writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { memory: entry } }));
  const { child, link, ended } = await startUi(path, { HOME: home });
  const { headers, signIn } = visitor(link);
  const cookie = (await signIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
  const check = (sent: Record<string, string>) =>
    fetch(`${link.origin}/v1/hosts/check`, { method: 'POST', headers: sent, body: '{}' });
  expect((await check(headers)).status).toBe(401);
  const { origin: _, ...elsewhere } = headers;
  expect((await check({ ...elsewhere, cookie, origin: 'http://elsewhere.test' })).status).toBe(403);
  const { hosts } = (await (await check({ ...headers, cookie })).json()) as { hosts: object[] };
  expect(hosts).toMatchObject([{ host: 'cursor', file: join(home, '.cursor/mcp.json'), ok: true }]);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('ui watches the notes of this machine, and is told which', async () => {
  const home = realpathSync(temporaryFolder());
  mkdirSync(join(home, 'notes'));
  writeFileSync(join(home, 'notes/plans.md'), '- The roof is red.\n');
  const { child, link, ended } = await startUi(join(home, 'memory.db'), { HOME: home });
  const { headers, signIn } = visitor(link);
  const cookie = (await signIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
  const ask = async (method: string, path: string, body?: object) => {
    const sent = { method, headers: { ...headers, cookie }, ...(body && { body: JSON.stringify(body) }) };
    return (await (await fetch(`${link.origin}/v1${path}`, sent)).json()) as { id?: string; total?: number };
  };
  const { id: characterId } = await ask('POST', '/characters', { name: 'Ada' });
  expect(await ask('PUT', '/watches', { characterId, path: '/etc' })).toMatchObject({
    error: { type: 'InvalidInput' },
  });
  const path = join(home, 'notes');
  expect(await ask('PUT', '/watches', { characterId, path: '~/notes' })).toMatchObject({ path, kind: 'directory' });
  await expect.poll(() => ask('GET', '/characters/Ada/memories'), { timeout: 20_000 }).toMatchObject({ total: 1 });
  expect(await ask('GET', '/watches')).toMatchObject({ watches: [{ path, watchedSince: expect.any(String) }] });
  expect(await ask('GET', '/characters/Ada/sync/status')).toMatchObject({ watching: { held: [], failed: [] } });
  const query = new URLSearchParams({ path, characterId: `${characterId}` });
  expect(await ask('DELETE', `/watches?${query}`)).toStrictEqual({ removed: 1 });
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});
