import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createConformanceServer } from '../support/conformance-server.ts';
import { installSuite, runSuite, type Suite, withKey } from '../support/conformance-suite.ts';
import { temporaryFolder } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';
import { startServe } from '../support/served.ts';

let released: Suite | undefined;
let why: unknown;
beforeAll(() => {
  try {
    released = installSuite('0.1.16');
  } catch (error) {
    // Where nothing can be installed there is nothing to run; CI must be able to.
    if (process.env.CI) throw error;
    why = error;
  }
}, 500_000);

const expected = (name: string) => join(import.meta.dirname, '../fixtures/conformance', `${name}.yaml`);

async function served(version: string): Promise<string> {
  const mcp = { tools: [], maxSessions: 40, idleMs: 60_000, create: createConformanceServer };
  const http = await openHttp({ http: { mcp } });
  const { url } = await http.listen();
  return withKey(url, http.key, version);
}

test('debug', async () => {
  const url = await served('2025-11-25');
  const found = await runSuite(released!, url, ['--suite', 'all']);
  console.log(found.output.slice(-6000), found);
}, 300_000);
