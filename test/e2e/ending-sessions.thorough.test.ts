import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import { runHere } from '../support/command-here.ts';
import { temporaryFolder } from '../support/harness.ts';
import { program } from '../support/spawned.ts';

function home() {
  const folder = temporaryFolder();
  const cwd = join(folder, 'harbour');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  const database = join(folder, 'memory.db');
  const env = { PATH: process.env.PATH ?? '', HOME: folder, SERVICE_DB: database, SERVICE_UPDATE_CHECK: 'off' };
  const start = (event: string, session: string) => {
    const transcript_path = join(folder, `${session}.jsonl`);
    const child = spawn(process.execPath, [program, 'hook', event, '--host', 'claude-code'], { env, cwd });
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify({ session_id: session, transcript_path, cwd, hook_event_name: event }));
    child.stdout.resume();
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    return { child, ended: once(child, 'close').then(() => stderr) };
  };
  const memories = async () => {
    const { stdout } = await runHere(cwd, env, ['list', '--json', '--limit', '100']);
    return (JSON.parse(stdout) as { memories: { content: string }[] }).memories.map(({ content }) => content).sort();
  };
  const say = (session: string, ...texts: string[]) =>
    writeFileSync(join(folder, `${session}.jsonl`), texts.map(line).join(''));
  const notes = () => (existsSync(`${database}-sessions`) ? readdirSync(`${database}-sessions`) : []);
  return { folder, database, start, memories, say, notes };
}

const line = (text: string) => `${JSON.stringify({ type: 'user', message: { role: 'user', content: text } })}\n`;
const statements = Array.from({ length: 6 }, (_, i) => `Our server number ${i} is called heron${i}.`);

describe('sessions that end at once', () => {
  test.each([
    ['six on a fresh store', 6, false],
    ['four on a used one', 4, true],
  ])('%s: every session is captured, and the next one knows all', async (_, count, isUsed) => {
    const { start, memories, say, notes } = home();
    const said = statements.slice(0, count);
    if (isUsed) {
      say('before', 'My sister Ana lives in Porto.');
      await start('Stop', 'before').ended;
    }
    for (const [i, text] of said.entries()) say(`s${i}`, text);
    const lines = await Promise.all(said.map((_, i) => start(i % 2 ? 'Stop' : 'SessionEnd', `s${i}`).ended));
    expect(lines.filter((text) => text !== '')).toStrictEqual([]);
    await start('SessionStart', 'next').ended;
    expect(await memories()).toStrictEqual([...said, ...(isUsed ? ['My sister Ana lives in Porto.'] : [])].sort());
    expect(notes()).toStrictEqual([]);
  });

  test('a session killed by its host is captured when the next one starts', async () => {
    const { start, memories, say, database, notes } = home();
    say('before', 'My sister Ana lives in Porto.');
    await start('Stop', 'before').ended;
    const other = new Database(database);
    other.exec('BEGIN IMMEDIATE');
    say('one', 'We never deploy on Fridays.');
    const { child, ended } = start('SessionEnd', 'one');
    await expect.poll(notes).toHaveLength(1);
    await expect.poll(() => notes()[0]?.split('.').length).toBe(3);
    child.kill('SIGKILL');
    await ended;
    other.exec('ROLLBACK');
    other.close();
    await start('SessionStart', 'next').ended;
    expect(await memories()).toStrictEqual(['My sister Ana lives in Porto.', 'We never deploy on Fridays.']);
    expect(notes()).toStrictEqual([]);
  });
});

/** Writes MiB after MiB, so that no test holds the file in memory. */
function writeGiant(path: string, parts: Iterable<string>): void {
  const file = openSync(path, 'w');
  for (const part of parts) writeSync(file, part);
  closeSync(file);
}
const mebibyte = 'z'.repeat(1024 * 1024);

describe('a giant transcript', () => {
  test('the end of a session reads a transcript to its end across a long part without turns', async () => {
    const { folder, start, memories } = home();
    const output = `${JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', content: mebibyte }] } })}\n`;
    writeGiant(
      join(folder, 'one.jsonl'),
      (function* () {
        for (let i = 0; i < 140; i++) yield output;
        yield line('We never deploy on Fridays.');
      })(),
    );
    expect(await start('SessionEnd', 'one').ended).toBe('');
    expect(await memories()).toStrictEqual(['We never deploy on Fridays.']);
  });

  test('a line longer than the read buffer is skipped', async () => {
    const { folder, start, memories } = home();
    writeGiant(
      join(folder, 'one.jsonl'),
      (function* () {
        yield line('We never deploy on Fridays.');
        yield '{"type":"user","message":{"content":"We always ';
        for (let i = 0; i < 70; i++) yield `${mebibyte} `;
        yield '"}}\n';
        yield line('I prefer green tea.');
      })(),
    );
    for (let i = 0; i < 2; i++) await start('Stop', 'one').ended;
    expect(await memories()).toStrictEqual(['I prefer green tea.', 'We never deploy on Fridays.']);
  });
});
