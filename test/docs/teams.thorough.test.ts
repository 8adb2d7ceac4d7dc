import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { startServe } from '../support/served.ts';

const file = join(import.meta.dirname, '../../docs/teams.md');
const separator = '\u001e';

/** A fenced block: only commands (`sh`), or with their answers (`console`). */
interface Block {
  language: string;
  /** One command a line in a `console` block; the whole in a `sh` block. */
  commands: string[];
}

function read(text: string): (string | Block)[] {
  return text.split(/^(```(?:sh|console)\n[\s\S]*?^```\n)/m).map((part) => {
    const [, language, body = ''] = /^```(sh|console)\n([\s\S]*)```\n$/.exec(part) ?? [];
    if (language === undefined) return part;
    const typed = body.split('\n').filter((line) => line.startsWith('$ '));
    return { language, commands: language === 'sh' ? [body] : typed.map((line) => line.slice(2)) };
  });
}

/** Parts that differ between runs: ids are numbered in order. */
function settled(output: string): string {
  const ids: string[] = [];
  return output
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `${String(ids.indexOf(id) + 1).padStart(8, '0')}-0000-4000-8000-000000000000`;
    })
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2027-03-12T10:15:30.000Z')
    .replaceAll('\r', '');
}

/** Runs commands in one shell against one server, and returns the output of each. */
function play(commands: string[], address: string, key: string): string[] {
  const script = commands
    .map((command) => `${command.replaceAll('127.0.0.1:8787', address).replace('ams_…', key)}\nprintf '\\036'\n`)
    .join('');
  const { stdout, stderr, status } = spawnSync('sh', { input: script, encoding: 'utf8' });
  expect([stderr, status]).toStrictEqual(['', 0]);
  return stdout.split(separator).slice(0, -1);
}

const settingsIn = (command: string) =>
  Object.fromEntries([...command.matchAll(/^(SERVICE_\w+)=(\S+)/gm)].map(([, name = '', value = '']) => [name, value]));

const isStart = (command: string) => command.includes('agent-memory-service serve');
const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)('docs/teams.md shows what its commands answer; npm run docs runs them again', async () => {
  const parts = read(readFileSync(file, 'utf8'));
  const blocks = parts.filter((part) => typeof part !== 'string');
  const starts = blocks.filter(({ commands: [first = ''] }) => isStart(first));
  const outputs: string[] = [];
  for (const [i, start] of starts.entries()) {
    const { url, key = '' } = await startServe(
      join(temporaryFolder(), 'memory.db'),
      settingsIn(start.commands[0] ?? ''),
    );
    const own = blocks.slice(blocks.indexOf(start) + 1, starts[i + 1] && blocks.indexOf(starts[i + 1] as Block));
    outputs.push(
      ...play(
        own.flatMap(({ commands }) => commands),
        new URL(url).host,
        key,
      ),
    );
  }
  const next = outputs.values();
  const written = parts.map((part) => {
    if (typeof part === 'string') return part;
    const { language, commands } = part;
    const shown = commands.map((command) => {
      if (isStart(command)) return command;
      const output = next.next().value ?? '';
      if (language === 'sh') return command;
      return `$ ${command}\n${output === '' || output.endsWith('\n') ? output : `${output}\n`}`;
    });
    return `\`\`\`${language}\n${shown.join('')}\`\`\`\n`;
  });
  expect(blocks.length).toBeGreaterThan(9);
  await expect(settled(written.join(''))).toMatchFileSnapshot(file);
});
