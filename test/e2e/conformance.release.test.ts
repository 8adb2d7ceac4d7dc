import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { createConformanceServer } from '../support/conformance-server.ts';
import { installSuite, runSuite, type Suite, withKey } from '../support/conformance-suite.ts';
import { temporaryFolder } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';
import { startServe } from '../support/served.ts';

const released = '0.1.16';
/** The first one that knows the revision without handshakes. */
const newest = '0.2.0-alpha.12';

const expectedFailures = (name: string) => [
  '--expected-failures',
  join(import.meta.dirname, '../fixtures/conformance', `${name}.yaml`),
];

/** Skips where npm reaches no registry, but never in CI. */
function suiteOr(context: TestContext, version: string): Suite {
  try {
    return installSuite(version);
  } catch (error) {
    if (process.env.CI) throw error;
    return context.skip(`the conformance suite cannot be installed: ${(error as Error).message}`);
  }
}

/** A server with the suite's own tools. */
async function serveTools(version?: string): Promise<string> {
  const mcp = { tools: [], surface: [], maxSessions: 200, idleMs: 60_000, create: createConformanceServer };
  const http = await openHttp({ http: { mcp } });
  const { url } = await http.listen();
  return withKey(url, http.key, version);
}

test('the built server passes the scenarios that need no tools of the suite', async (context) => {
  const suite = suiteOr(context, released);
  const { url, key = '' } = await startServe(join(temporaryFolder(), 'memory.db'), { SERVICE_LOG_LEVEL: 'info' });
  const found = await runSuite(suite, await withKey(url, key), [...expectedFailures('own-0.1.16'), '--suite', 'all']);
  expect(found.exitCode, found.output).toBe(0);
  expect(found.passed).toStrictEqual([
    'completion-complete',
    'dns-rebinding-protection',
    'ping',
    'prompts-list',
    'resources-list',
    'server-initialize',
    'server-sse-multiple-streams',
    'tools-list',
  ]);
}, 600_000);

for (const version of ['2025-11-25', '2025-06-18', '2025-03-26']) {
  test(`every scenario passes in version ${version}`, async (context) => {
    const found = await runSuite(suiteOr(context, released), await serveTools(version), ['--suite', 'all']);
    expect(found.exitCode, found.output).toBe(0);
    expect(found.passed).toHaveLength(31);
    // It looks at streams that a server ends early. This one answers such a call with one document.
    expect(found.unjudged).toStrictEqual(['server-sse-polling']);
  }, 600_000);
}

test('the scenarios for revisions without a handshake pass', async (context) => {
  const args = [...expectedFailures('tools-2026-07-28'), '--requirements', '2026-07-28'];
  const found = await runSuite(suiteOr(context, newest), await serveTools(), args);
  expect(found.exitCode, found.output).toBe(0);
  expect(found.failures.get('server-stateless')).toStrictEqual([
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-server-no-log-without-loglevel',
  ]);
  expect(found.passed).toHaveLength(33);
}, 600_000);
