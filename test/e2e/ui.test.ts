import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { environment } from '../support/served.ts';
import { program, startServer } from '../support/spawned.ts';

/** Starts `ui` without a browser and waits for its link. */
async function startUi(path: string) {
  const child = spawn(process.execPath, [program, 'ui', '--no-open'], { env: environment(path) });
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

test('ui shows what agents store meanwhile, to whoever has its link, once, until it is ended', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const host = await startServer(path);
  await host.call('create_character', { name: 'Ada' });
  const { child, link, ended } = await startUi(path);
  const { origin } = link;
  expect(link.hostname).toBe('127.0.0.1');
  const code = new URLSearchParams(link.hash.slice(1)).get('code');
  const headers = { 'x-requested-with': 'test', origin, 'content-type': 'application/json' };
  const signIn = () => fetch(`${origin}/session`, { method: 'POST', headers, body: JSON.stringify({ key: code }) });
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
