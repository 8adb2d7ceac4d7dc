import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { serviceScope } from '../../src/domain/principal.ts';
import { openStore, temporaryFolder } from '../support/harness.ts';
import { program, type Spawned, startServer } from '../support/spawned.ts';

const call = (id: number, name: string, input: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } });
const add = (id: number) =>
  call(id, 'add_memory_direct', { characterId: 'Ada', content: `fact ${id}`, category: 'general' });

function queue(server: Spawned, count: number): void {
  server.child.stdin.write(Array.from({ length: count }, (_, i) => `${add(1_000 + i)}\n`).join(''));
}

const acknowledged = (lines: string[]) => lines.filter((line) => line.includes('"operation":"ADD"')).length;

async function storedIn(path: string): Promise<number> {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return (await store.tenants.usage(serviceScope('local'), Date.now())).memories;
}

const ways: [string, (server: Spawned) => void][] = [
  ['the end of stdin', (server) => void server.child.stdin.end()],
  ['SIGTERM', (server) => void server.child.kill('SIGTERM')],
  ['SIGINT', (server) => void server.child.kill('SIGINT')],
];

test.each(ways)(
  '%s stops a server with thousands of queued calls, and acknowledged writes are stored',
  async (_, end) => {
    const path = join(temporaryFolder(), 'memory.db');
    const server = await startServer(path);
    await server.call('create_character', { name: 'Ada' });
    const count = 20_000;
    queue(server, count);
    await expect.poll(() => acknowledged(server.lines)).toBeGreaterThan(0);
    end(server);
    expect(await server.ended()).toBe(0);
    expect(acknowledged(server.lines)).toBeLessThan(count);
    const unanswered = (await storedIn(path)) - acknowledged(server.lines);
    expect(unanswered).toBeGreaterThanOrEqual(0);
    // A running call may be stored without an answer; a waiting one is not.
    expect(unanswered).toBeLessThanOrEqual(32);
  },
);

test('a server stops even if the host reads no answers', async () => {
  const server = await startServer(join(temporaryFolder(), 'memory.db'));
  server.child.stdout.pause();
  const list = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' });
  server.child.stdin.write(Array.from({ length: 3_000 }, (_, i) => `${list(1_000 + i)}\n`).join(''));
  server.child.kill('SIGTERM');
  const [code] = await once(server.child, 'exit');
  expect(code).toBe(0);
});

test('a script that writes its requests and closes is answered, even for a last line without newline', async () => {
  const server = await startServer(join(temporaryFolder(), 'memory.db'));
  const ids = [1_000, 1_001, 1_002, 1_003, 1_004];
  server.child.stdin.end(ids.map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })).join('\n'));
  expect(await server.ended()).toBe(0);
  expect(server.lines.slice(1).map((line) => JSON.parse(line).id)).toStrictEqual(ids);
});

/** A host that starts a server, queues calls and prints the server's id and its answers; it ends only by force. */
const host = `
const { spawn } = require('node:child_process');
const [program, calls] = process.argv.slice(1);
const server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
console.log(server.pid);
server.stdout.pipe(process.stdout);
server.stdin.write(calls);
`;

test('a server stops when its host is killed, also with queued calls', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const first = [
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    call(2, 'create_character', { name: 'Ada' }),
  ];
  const calls = [...first, ...Array.from({ length: 400 }, (_, i) => add(1_000 + i))].join('\n');
  const env = { PATH: process.env.PATH ?? '', SERVICE_DB: path, SERVICE_RATE_LIMITS: 'off' };
  const child = spawn(process.execPath, ['-e', host, program, `${calls}\n`], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  let pid = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (pid === 0) pid = Number(line);
    else lines.push(line);
    if (acknowledged(lines) > 0) break;
  }
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  child.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(await storedIn(path)).toBeGreaterThanOrEqual(acknowledged(lines));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
