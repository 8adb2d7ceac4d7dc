import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  bearerOf,
  endCredential,
  readCredential,
  writeCredential,
} from '../../../src/features/replicas/service/credential.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const start = Date.parse('2026-01-15T10:00:00Z');
const hourMs = 3_600_000;
const secret = (prefix: string, n: number) => prefix + `${n}`.padStart(43, 'x');
const signedIn = (n: number, expiresAt: number) => ({
  resource: 'https://memory.example.org',
  tokenEndpoint: 'https://memory.example.org/oauth/token',
  revocationEndpoint: 'https://memory.example.org/oauth/revoke',
  clientId: 'reg.client',
  access: secret('amsg_', n),
  refresh: secret('amsr_', n),
  expiresAt,
});

/** A machine, and a server that answers what `answers` says. */
function machine() {
  const folder = temporaryFolder();
  const store = openStore(join(folder, 'memory.db'));
  onTestFinished(() => store.close());
  const clock = { now: start };
  const asked: URLSearchParams[] = [];
  let renewed = 1;
  const answers = {
    next: (): [number, unknown] => {
      renewed += 1;
      const tokens = { access_token: secret('amsg_', renewed), refresh_token: secret('amsr_', renewed) };
      return [200, { ...tokens, token_type: 'Bearer', expires_in: 3_600 }];
    },
  };
  const ask = (async (_: string, { body }: { body: URLSearchParams }) => {
    asked.push(body);
    // Others come in while the server thinks.
    await new Promise((done) => setImmediate(done));
    const [status, said] = answers.next();
    return new Response(JSON.stringify(said), { status });
  }) as unknown as typeof fetch;
  const file = join(folder, 'server.key');
  const bearer = () => bearerOf(file, { store, now: () => clock.now }, ask);
  return { store, clock, asked, answers, ask, file, bearer };
}

test('one process refreshes the token before it expires; the others read the result', async () => {
  const { asked, clock, file, bearer } = machine();
  writeCredential(file, signedIn(1, start + hourMs));
  const processes = [bearer(), bearer(), bearer()];
  const tokens = () => Promise.all(processes.flatMap((one) => [one(), one()]));
  expect(new Set(await tokens())).toStrictEqual(new Set([secret('amsg_', 1)]));
  clock.now = start + hourMs - 30_000;
  expect(new Set(await tokens())).toStrictEqual(new Set([secret('amsg_', 2)]));
  expect(asked.map((form) => form.get('refresh_token'))).toStrictEqual([secret('amsr_', 1)]);
  expect(readCredential(file)).toStrictEqual(signedIn(2, clock.now + hourMs));
  // A token that the server refuses is renewed too, once.
  await Promise.all(processes.map((one) => one(secret('amsg_', 2))));
  expect(asked).toHaveLength(2);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.part'))).toStrictEqual([]);
});

test('a process that died during a refresh blocks the others only for a refresh’s duration', async () => {
  const { store, asked, clock, file, bearer } = machine();
  writeCredential(file, signedIn(1, start));
  await store.replicas.claim('dead', start + 40_000, start, `sign-in ${file}`);
  // The right to exchange is another one.
  expect(await store.replicas.claim('other', start + 1, start)).toBe(true);
  const claims = vi.spyOn(store.replicas, 'claim');
  const waiting = bearer()();
  await expect.poll(() => claims.mock.calls.length).toBeGreaterThan(1);
  expect(asked).toStrictEqual([]);
  clock.now = start + 40_000;
  expect(await waiting).toBe(secret('amsg_', 2));
});

test('an expired sign-in says so and keeps its file, and no message contains a token', async () => {
  const { answers, file, bearer } = machine();
  writeCredential(file, signedIn(1, start));
  const refusals: [number, unknown, string][] = [
    [400, { error: 'invalid_grant', error_description: 'The member "Ada" is suspended.' }, 'Unauthorized'],
    [429, { error: { type: 'TierLimitExceeded' } }, 'ServiceUnavailable'],
    [200, { access_token: secret('amsg_', 9) }, 'ServiceUnavailable'],
    [502, '<html>', 'ServiceUnavailable'],
  ];
  for (const [status, said, type] of refusals) {
    answers.next = () => [status, said];
    const error = await bearer()().catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ type });
    expect(String(error)).not.toMatch(/ams[gr]_/);
    if (type === 'Unauthorized') expect(String(error)).toMatch(/suspended.*Sign in again: .* --sign-in/);
  }
  expect(readCredential(file)).toStrictEqual(signedIn(1, start));
});

test('a file with another content is refused without quoting it, and a key file is accepted', async () => {
  const { ask, asked, answers, file, bearer } = machine();
  for (const text of [`{"refresh":"${secret('amsr_', 1)}"`, `{"refresh":"${secret('amsr_', 1)}"}`]) {
    writeFileSync(file, text);
    expect(() => bearer()).toThrow('holds no key or sign-in');
    expect(() => bearer()).not.toThrow('amsr_');
  }
  writeCredential(file, secret('ams_', 1));
  expect(await bearer()('refused')).toBe(secret('ams_', 1));
  expect(await endCredential(file, ask)).toBeUndefined();
  expect(asked).toStrictEqual([]);
  writeCredential(file, signedIn(1, start));
  answers.next = () => [503, 'later'];
  expect(await endCredential(file, ask)).toContain('HTTP 503');
  expect(asked.map((form) => form.get('token'))).toStrictEqual([secret('amsr_', 1)]);
  expect(() => readCredential(file)).toThrow('holds no key');
});
