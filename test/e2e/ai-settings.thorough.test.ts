import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testKey } from '../support/ai.ts';
import { runCommand } from '../support/command.ts';
import { type Body, temporaryFolder } from '../support/harness.ts';
import { Provider } from '../support/provider.ts';
import { startServe } from '../support/served.ts';

const storeIn = (folder: string) => join(folder, 'memory.db');
const secrets = [1, 2, 3].map(() => randomBytes(32).toString('base64')) as [string, string, string];
const [first, second, third] = secrets;

/** Every encoding in which a secret could be in a file or an answer. */
const formsOf = (text: string) => [
  text,
  Buffer.from(text).toString('hex'),
  Buffer.from(text, 'utf8').toString('base64').replaceAll('=', ''),
  Buffer.from(text, 'utf16le').toString('latin1'),
];

interface Serving {
  ask(method: string, path: string, body?: object): Promise<{ status: number; body: Body; text: string }>;
  /** The log, after its end. */
  stop(): Promise<string>;
  /** Once it listens. */
  logged(): string;
  key: string;
}

/** `serve` over a store, where a team may use the stand-in. @param known an existing key of the store */
async function serve(path: string, provider: Provider, env: Record<string, string>, known?: string): Promise<Serving> {
  const {
    url,
    key = known ?? '',
    child,
    ended,
    output,
  } = await startServe(path, {
    SERVICE_PRIVATE_HOSTS: new URL(provider.url).host,
    ...env,
  });
  return {
    key,
    logged: () => output.stderr,
    async ask(method, asked, body) {
      const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
      const answer = await fetch(`${url}/v1${asked}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      return { status: answer.status, body: isJson ? (JSON.parse(text) as Body) : {}, text };
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      return output.stderr;
    },
  };
}

/** A new store whose team has set up the stand-in with `testKey`. */
async function withOwnProvider(folder: string) {
  const provider = await Provider.start();
  const own = { provider: 'openai', baseUrl: `${provider.url}/v1` };
  const serving = await serve(storeIn(folder), provider, { SERVICE_SECRET_KEY: first });
  await serving.ask('POST', '/characters', { name: 'Ada' });
  const set = await serving.ask('PUT', '/ai-settings', { ...own, key: testKey, dailyTokens: 100_000 });
  expect(set).toMatchObject({ status: 200, body: { keySet: true, source: 'tenant' } });
  return { provider, own, serving, set };
}

const remember = ({ ask }: Serving) => ask('POST', '/characters/Ada/memories', { content: 'Ada moved to Bergen.' });
const byModel = { body: { extraction: 'ai' } };

test('a tenant’s AI key is in no answer, log, audit line, export or backup', async () => {
  const folder = temporaryFolder();
  const { provider, serving, set } = await withOwnProvider(folder);
  const { ask } = serving;
  const said = [set.text, (await remember(serving)).text];
  provider.script({ status: 401, message: `Incorrect API key provided: ${testKey}` });
  said.push((await ask('POST', '/ai-settings/test')).text);
  provider.script({ status: 400, message: `no such thing for ${testKey}` });
  said.push((await remember(serving)).text);
  expect(provider.received.map(({ headers }) => headers.authorization)).toContain(`Bearer ${testKey}`);
  const audit = await ask('GET', '/audit');
  const events = audit.body.events as { action: string }[];
  expect(events.map(({ action }) => action)).toContain('set_ai_settings');
  for (const path of ['/ai-settings', '/tier', '/characters/Ada/export', '/whoami', '/keys']) {
    said.push((await ask('GET', path)).text);
  }
  const file = join(folder, 'copy.backup');
  const backup = await runCommand(folder, ['backup', file]);
  expect(backup).toMatchObject({ code: 0 });
  const exported = await runCommand(folder, ['export', '--character', 'Ada']);
  expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining('Bergen') });
  said.push(audit.text, await serving.stop(), backup.stdout, backup.stderr, exported.stdout, exported.stderr);
  const bytes = readFileSync(file).toString('latin1');
  // The check can fail: the settings are in the file, and the key is not.
  expect(bytes).toContain(`${provider.url}/v1`);
  for (const secret of [testKey, first]) {
    for (const form of formsOf(secret))
      expect([said.join('\n').includes(form), bytes.includes(form)]).toStrictEqual([false, false]);
  }
});

test('a wrong SERVICE_SECRET_KEY is reported without losing anything; the old key re-encrypts the data', async () => {
  const folder = temporaryFolder();
  const { provider, serving } = await withOwnProvider(folder);
  expect(await remember(serving)).toMatchObject(byModel);
  await serving.stop();
  const again = (env: Record<string, string>) => serve(storeIn(folder), provider, env, serving.key);
  const asked = provider.received.length;

  const wrong = await again({ SERVICE_SECRET_KEY: second });
  await expect.poll(wrong.logged).toMatch(/"level":"error".*sealed with another SERVICE_SECRET_KEY.*Nothing is lost/);
  expect(await remember(wrong)).toMatchObject({
    status: 502,
    body: { error: { type: 'ExtractionFailed', message: expect.stringContaining('another SERVICE_SECRET_KEY') } },
  });
  expect(await wrong.ask('GET', '/ai-settings')).toMatchObject({
    body: { keySet: true, source: 'tenant', dailyTokens: 100_000, reason: expect.stringContaining('Nothing is lost') },
  });
  expect(await wrong.ask('GET', '/characters/Ada/memories')).toMatchObject({ status: 200 });
  await wrong.stop();
  // Not the stand-in with another key, and no other provider instead.
  expect(provider.received).toHaveLength(asked);

  const rotating = await again({ SERVICE_SECRET_KEY: third, SERVICE_SECRET_KEY_OLD: first });
  expect(await remember(rotating)).toMatchObject(byModel);
  expect(await rotating.stop()).not.toContain('"level":"error"');
  const rotated = await again({ SERVICE_SECRET_KEY: third });
  expect(await remember(rotated)).toMatchObject(byModel);
  expect(await rotated.stop()).not.toContain('SERVICE_SECRET_KEY');
});

test('a backup restored with another secret key keeps memories, and an AI key can be set again', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const { provider, own, serving } = await withOwnProvider(folder);
  await serving.ask('POST', '/characters/Ada/memories/direct', { content: 'Ada plays the violin.', category: 'facts' });
  const file = join(folder, 'copy.backup');
  expect(await runCommand(folder, ['backup', file])).toMatchObject({ code: 0 });
  await serving.stop();
  expect(await runCommand(other, ['restore', file, '--yes'])).toMatchObject({ code: 0 });
  const elsewhere = await serve(storeIn(other), provider, { SERVICE_SECRET_KEY: second }, serving.key);
  await expect.poll(elsewhere.logged).toContain('sealed with another SERVICE_SECRET_KEY');
  expect(await elsewhere.ask('GET', '/characters/Ada/memories')).toMatchObject({
    body: { memories: [{ content: 'Ada plays the violin.' }] },
  });
  expect(await remember(elsewhere)).toMatchObject({ status: 502 });
  expect(await elsewhere.ask('PUT', '/ai-settings', { ...own, key: testKey })).toMatchObject({ status: 200 });
  expect(await remember(elsewhere)).toMatchObject(byModel);
  await elsewhere.stop();
});
