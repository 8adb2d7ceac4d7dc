import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { environment } from '../support/served.ts';
import { program, startServer } from '../support/spawned.ts';

/** Starts `ui`, by default without a browser, and waits for its link. */
async function startUi(path: string, env: Record<string, string> = {}, flags = ['--no-open'], cwd = process.cwd()) {
  const child = spawn(process.execPath, [program, 'ui', ...flags], { cwd, env: environment(path, env) });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  const link = await new Promise<URL>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /^http:\S+$/m.exec(printed)?.[0];
      if (found !== undefined) resolve(new URL(found));
    });
    child.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    child.once('close', (code) => reject(new Error(`ui ended with ${code}: ${printed}`)));
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, link, ended };
}

/** The holder of the link; `signIn` exchanges it for a session. */
function visitor({ origin, hash }: URL) {
  const code = new URLSearchParams(hash.slice(1)).get('code');
  const headers = { 'x-requested-with': 'test', origin, 'content-type': 'application/json' };
  const exchange = () => fetch(`${origin}/session`, { method: 'POST', headers, body: JSON.stringify({ key: code }) });
  /** What the requests of the session send. */
  const signIn = async () => {
    const { token } = (await (await exchange()).json()) as { token: string };
    return { ...headers, authorization: `Bearer ${token}` };
  };
  return { headers, exchange, signIn };
}

test('ui shows what agents store meanwhile to whoever has its one-time link, until it ends', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const host = await startServer(path);
  await host.call('create_character', { name: 'Ada' });
  const { child, link, ended } = await startUi(path);
  const { origin } = link;
  expect(link.hostname).toBe('127.0.0.1');
  const { exchange, signIn } = visitor(link);
  expect((await fetch(`${origin}/v1/characters`)).status).toBe(401);
  const headers = await signIn();
  const second = await exchange();
  expect([second.status, second.headers.get('set-cookie')]).toStrictEqual([401, null]);
  const page = await fetch(`${origin}/`);
  const script = /src="(\/assets\/[^"]+)"/.exec(await page.text())?.[1];
  expect((await fetch(origin + script)).status).toBe(200);
  await host.call('add_memory_direct', { characterId: 'Ada', content: 'Ada likes tea.', category: 'facts' });
  const found = await fetch(`${origin}/v1/characters/Ada/memories`, { headers });
  expect(await found.json()).toMatchObject({ total: 1, memories: [{ content: 'Ada likes tea.' }] });
  // Another that is asked for the same port says what to do, and ends.
  await expect(startUi(path, {}, ['--no-open', '--port', link.port])).rejects.toThrow(
    `ui ended with 1: agent-memory-service: can't listen on 127.0.0.1:${link.port}: another program does; choose`,
  );
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  await expect(fetch(origin)).rejects.toThrow();
});

test('ui shows doctor’s findings about the hosts of this machine', async () => {
  const home = temporaryFolder();
  const path = join(home, 'memory.db');
  const entry = { command: process.execPath, args: [program], env: { SERVICE_DB: path } };
  mkdirSync(join(home, '.cursor'));
  writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { memory: entry } }));
  // It was started in a clone whose file names a program of the clone.
  const project = join(home, 'clone');
  const trap = join(project, 'agent-memory-service.cjs');
  mkdirSync(join(project, '.git'), { recursive: true });
  writeFileSync(trap, `require('fs').writeFileSync(${JSON.stringify(join(home, 'ran'))}, '')`);
  const theirs = { command: process.execPath, args: [trap] };
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: { memory: theirs } }));
  const { child, link, ended } = await startUi(path, { HOME: home }, undefined, project);
  const { headers, signIn } = visitor(link);
  const signedIn = await signIn();
  const check = (sent: Record<string, string>) =>
    fetch(`${link.origin}/v1/hosts/check`, { method: 'POST', headers: sent, body: '{}' });
  expect((await check(headers)).status).toBe(401);
  expect((await check({ ...signedIn, origin: 'http://elsewhere.test' })).status).toBe(403);
  const { hosts } = (await (await check(signedIn)).json()) as { hosts: object[] };
  const refused = { ok: false, detail: expect.stringMatching(/^not launched/), file: join(project, '.mcp.json') };
  expect(hosts).toMatchObject([
    { host: 'claude-code', ...refused },
    { host: 'cursor', file: join(home, '.cursor/mcp.json'), ok: true },
    { host: 'copilot-cli', ...refused },
  ]);
  expect(existsSync(join(home, 'ran'))).toBe(false);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('ui watches notes of this machine and lists the watched folders', async () => {
  const home = realpathSync(temporaryFolder());
  mkdirSync(join(home, 'notes'));
  writeFileSync(join(home, 'notes/plans.md'), '- The roof is red.\n');
  const { child, link, ended } = await startUi(join(home, 'memory.db'), { HOME: home });
  const headers = await visitor(link).signIn();
  const ask = async (method: string, path: string, body?: object) => {
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await (await fetch(`${link.origin}/v1${path}`, sent)).json()) as { id?: string; total?: number };
  };
  const { id: characterId } = await ask('POST', '/characters', { name: 'Ada' });
  expect(await ask('PUT', '/watches', { characterId, path: '/etc' })).toMatchObject({
    error: { type: 'InvalidInput' },
  });
  const path = join(home, 'notes');
  expect(await ask('PUT', '/watches', { characterId, path: '~/notes' })).toMatchObject({ path, kind: 'directory' });
  await expect.poll(() => ask('GET', '/characters/Ada/memories')).toMatchObject({ total: 1 });
  expect(await ask('GET', '/watches')).toMatchObject({ watches: [{ path, watchedSince: expect.any(String) }] });
  expect(await ask('GET', '/characters/Ada/sync/status')).toMatchObject({ watching: { held: [], failed: [] } });
  const query = new URLSearchParams({ path, characterId: `${characterId}` });
  expect(await ask('DELETE', `/watches?${query}`)).toStrictEqual({ removed: 1 });
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('ui backs its store up once for clicks at a time, and says why it cannot', async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, 'Downloads'));
  const { child, link, ended } = await startUi(join(home, 'memory.db'), { HOME: home });
  const headers = await visitor(link).signIn();
  const backUp = async () =>
    (await (await fetch(`${link.origin}/v1/backups`, { method: 'POST', headers, body: '{}' })).json()) as {
      file?: string;
      error?: object;
    };
  const [one, other] = await Promise.all([backUp(), backUp()]);
  expect(one).toMatchObject({ file: expect.stringContaining(join(home, 'Downloads')), characters: 0 });
  expect(other).toStrictEqual(one);
  expect(readdirSync(join(home, 'Downloads'))).toHaveLength(1);
  rmSync(join(home, 'Downloads'), { recursive: true });
  symlinkSync('/proc', join(home, 'Downloads'));
  const error = {
    type: 'InternalError',
    message: expect.stringMatching(/can't be written: .+ Nothing was changed\.$/),
  };
  expect(await backUp()).toMatchObject({ error });
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

/** Puts an opener into a folder that records its call; returns the page that it was given. */
function openerIn(folder: string) {
  const seen = join(folder, 'opened');
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\nprintf '%s\\n' "$0" "$@" > '${seen}.part'\nmv '${seen}.part' '${seen}'\n`,
      {
        mode: 0o755,
      },
    );
  }
  return async (): Promise<string> => {
    await expect.poll(() => existsSync(seen)).toBe(true);
    const [, page = '', ...more] = readFileSync(seen, 'utf8').trim().split('\n');
    expect(more).toStrictEqual([]);
    return page;
  };
}

describe.skipIf(process.platform === 'win32')('the browser opens a page instead of the code', () => {
  async function openUi(home = temporaryFolder(), TMPDIR = temporaryFolder()) {
    const opened = openerIn(home);
    const env = { HOME: home, TMPDIR, PATH: `${home}:${process.env.PATH}` };
    const ui = await startUi(join(home, 'memory.db'), env, []);
    return { ...ui, TMPDIR, page: await opened() };
  }

  test('the opened page is readable by its user alone, redirects to the link and is deleted after use', async () => {
    const { child, link, ended, page } = await openUi();
    const code = link.hash.slice('#code='.length);
    expect(page).not.toContain(code);
    expect([statSync(dirname(page)).mode & 0o777, statSync(page).mode & 0o777]).toStrictEqual([0o700, 0o600]);
    expect(readFileSync(page, 'utf8')).toContain(`content="0; url=${link.href}"`);
    expect((await visitor(link).exchange()).status).toBe(200);
    expect(existsSync(dirname(page))).toBe(false);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  test('the opened page is deleted when `ui` ends unused', async () => {
    const { child, ended, page } = await openUi();
    expect(existsSync(page)).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(existsSync(dirname(page))).toBe(false);
  });

  test('the opened page lies where a snap browser can read it', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'snap'));
    const { child, ended, TMPDIR, page } = await openUi(home);
    expect(dirname(dirname(page))).toBe(process.platform === 'linux' ? home : TMPDIR);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});
