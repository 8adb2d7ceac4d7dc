import { once } from 'node:events';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localScope as scope } from '../support/builders.ts';
import { startCommand } from '../support/command.ts';
import { openStore, temporaryFolder } from '../support/harness.ts';

/** The program in a folder of its own. */
function start(args: string[], more: Record<string, string> = {}, folder = temporaryFolder()) {
  return { ...startCommand(folder, args, more), folder };
}

const commands: [string, string[]][] = [
  ['help', ['--help']],
  ['tenants', ['tenants', 'list', '--json']],
  ['a wrong command', ['odd']],
  ['backup', ['backup', 'other.db']],
  ['restore', ['restore', 'copy.db', '--yes']],
  ['import', ['import', 'notes.md', '--character', 'Ada']],
  ['a dry run', ['import', 'notes.md', '--character', 'Ada', '--dry-run']],
  ['export', ['export', '--json']],
  ['doctor', ['doctor']],
];

test.each(commands)('the command %s survives a reader that closes the pipe', async (name, args) => {
  const folder = temporaryFolder();
  await openStore(join(folder, 'memory.db')).close();
  copyFileSync(join(folder, 'memory.db'), join(folder, 'copy.db'));
  writeFileSync(join(folder, 'notes.md'), '- Ada likes tea.\n');
  const { child, said, temporary } = start(args, {}, folder);
  child.stdout.destroy();
  const [code] = await once(child, 'close');
  expect(code).toBe(name === 'a wrong command' ? 2 : 0);
  expect(said.stderr.split('\n').filter(Boolean)).toHaveLength(name === 'a wrong command' ? 1 : 0);
  expect(readdirSync(temporary)).toStrictEqual([]);
});

test('demo survives a reader of one line, and completes', async () => {
  const { child, said, temporary } = start(['demo']);
  await once(child.stdout, 'data');
  expect(readdirSync(temporary)).toHaveLength(1);
  child.stdout.destroy();
  const [code] = await once(child, 'close');
  expect([code, said.stderr]).toStrictEqual([0, '']);
  expect(readdirSync(temporary)).toStrictEqual([]);
});

test('demo deletes its folder when it is interrupted', async () => {
  const { child, said, temporary } = start(['demo']);
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect([code, said.stderr]).toStrictEqual([130, '']);
  expect(readdirSync(temporary)).toStrictEqual([]);
});

test('the stdio server stops when its output is closed, and acknowledged writes are stored', async () => {
  const { child, folder } = start(['stdio'], { SERVICE_LOG_LEVEL: 'error' });
  const ask = (id: number, method: string, params: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const clientInfo = { name: 'test', version: '1' };
  ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await once(child.stdout, 'data');
  ask(2, 'tools/call', { name: 'create_character', arguments: { name: 'Ada' } });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  ask(3, 'tools/list', {});
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  const store = openStore(join(folder, 'memory.db'));
  onTestFinished(() => store.close());
  expect(await store.characters.find(scope, 'Ada')).toMatchObject({ name: 'Ada' });
});

test('serve survives the end of its log’s reader', async () => {
  const { child, said } = start(['serve', '--port', '0']);
  while (!said.stderr.includes('"serving"')) await once(child.stderr, 'data');
  const url = /"url":"([^"]+)"/.exec(said.stderr)?.[1];
  child.stderr.destroy();
  // Every request is a log line.
  for (let i = 0; i < 3; i++) expect((await fetch(`${url}/v1/tier`)).status).toBe(401);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toStrictEqual([0, null]);
});
