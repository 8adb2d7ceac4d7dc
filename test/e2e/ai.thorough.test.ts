import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getLoadablePath } from 'sqlite-vec';
import { expect, test } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import { serviceScope } from '../../src/domain/principal.ts';
import { testKey } from '../support/ai.ts';
import type { TierAnswer } from '../support/answers.ts';
import { openSession, openStore, startOfTime, temporaryFolder } from '../support/harness.ts';
import { hanging, Provider } from '../support/provider.ts';
import { type Spawned, startServer } from '../support/spawned.ts';

/** A store with memories that have no embeddings yet, as one that never had a key. */
async function storeWith(count: number): Promise<string> {
  const path = join(temporaryFolder(), 'memory.db');
  const session = await openSession({ path, character: 'Ada' });
  await session.call('add_memory_direct', { content: 'The first of many', category: 'facts' });
  await session.close();
  const store = openStore(path);
  const found = await store.characters.find(serviceScope('local'), 'Ada');
  const changes = Array.from({ length: count - 1 }, (_, i) => ({
    kind: 'add' as const,
    memory: {
      id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
      content: `Fact number ${i} of a long list`,
      salience: 0.5,
      importance: 'NORMAL' as const,
      source: { kind: 'direct' as const },
    },
  }));
  await store.memories.write(serviceScope('local'), found?.id ?? '', changes, { changedBy: 'test', now: startOfTime });
  await store.close();
  return path;
}

const withKey = (provider: Provider, more: Record<string, string> = {}) => ({
  SERVICE_AI_API_KEY: testKey,
  SERVICE_AI_BASE_URL: `${provider.url}/v1`,
  SERVICE_CHARACTER: 'Ada',
  ...more,
});

const pending = async (server: Spawned) => (await server.call<TierAnswer>('get_tier')).ai.embedding.pending;

test('a server killed during background embedding ends with one embedding per memory', async () => {
  const path = await storeWith(1_500);
  const provider = await Provider.start();
  provider.scriptEmbeddings(...Array.from({ length: 10 }, () => ({})));
  provider.embedding = hanging;
  const killed = await startServer(path, withKey(provider));
  expect(await pending(killed)).toBe(1_500);
  await expect.poll(() => provider.embeddings.length).toBe(11);
  killed.child.kill('SIGKILL');
  await killed.ended();
  provider.embedding = {};
  const left = new Database(path);
  expect(left.prepare('SELECT count(*) AS n FROM embeddings').get()).toStrictEqual({ n: 1_000 });
  // The leases of the dead process are over.
  left.prepare('UPDATE leases SET until = 0').run();
  left.close();
  const server = await startServer(path, withKey(provider));
  await expect.poll(() => pending(server)).toBe(0);
  server.child.stdin.end();
  await server.ended();

  // Only the batch of the killed process is requested again.
  const asked = provider.embeddings.reduce((sum, { body }) => sum + (body.input as string[]).length, 0);
  expect(asked).toBe(1_600);
  const db = new Database(path);
  db.loadExtension(getLoadablePath());
  const count = (sql: string) => (db.prepare(sql).get() as { n: number }).n;
  expect(count('SELECT count(*) AS n FROM embeddings')).toBe(1_500);
  expect(count('SELECT count(*) AS n FROM memory_bits')).toBe(1_500);
  expect(count('SELECT count(*) AS n FROM memories WHERE embedded = 1')).toBe(1_500);
  db.close();
});

test('a server with a key and a backlog loads no client and no sqlite-vec before the handshake ends', async () => {
  const path = await storeWith(50);
  const provider = await Provider.start();
  const seen = join(temporaryFolder(), 'loaded');
  const hook = `import { appendFileSync } from 'node:fs';
    export async function resolve(specifier, context, next) {
      appendFileSync(${JSON.stringify(seen)}, specifier + '\\n');
      return next(specifier, context);
    }`;
  const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code).replaceAll("'", '%27')}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hook))});`;
  const server = await startServer(path, {
    ...withKey(provider),
    NODE_OPTIONS: `--import=${dataUrl(register)}`,
  });
  await server.request('tools/list');
  const loaded = () => readFileSync(seen, { encoding: 'utf8', flag: 'a+' });
  expect(loaded()).not.toMatch(/openai|anthropic|sqlite-vec/u);
  expect(provider.received).toHaveLength(0);
  await expect.poll(() => pending(server)).toBe(0);
  expect(loaded()).toMatch(/openai/u);
  expect(loaded()).not.toMatch(/anthropic/u);
});

test('the AI key is sent to the provider only', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const provider = await Provider.start();
  const server = await startServer(path, withKey(provider, { SERVICE_LOG_LEVEL: 'debug', OPENAI_LOG: 'debug' }));
  const echo = `Incorrect API key provided: ${testKey}. Bearer ${testKey.slice(0, 20)}***${testKey.slice(-6)}`;
  provider.script({ operations: [{ operation: 'ADD', content: 'Kept', category: 'facts' }] });
  const answers: unknown[] = [await server.call('add_memory', { content: 'Some text' })];
  for (const status of [400, 401, 403, 404, 409, 422]) {
    provider.usual = { status, message: echo };
    provider.embedding = { status, message: echo };
    answers.push(await server.call('add_memory', { content: `Some text ${status}` }));
    answers.push(await server.call('search_memories', { query: 'text' }));
  }
  answers.push(await server.call('get_tier'), await server.call('export_character', {}));
  server.child.stdin.end();
  await server.ended();
  const left = [JSON.stringify(answers), server.lines.join('\n'), server.stderr, readFileSync(path, 'latin1')];
  for (const text of left) {
    for (let i = 0; i + 10 <= testKey.length; i++) expect(text).not.toContain(testKey.slice(i, i + 10));
  }
  expect(provider.received.length).toBeGreaterThan(6);
});
