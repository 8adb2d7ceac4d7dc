import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/harness.ts';
import { program } from '../support/spawned.ts';

const file = join(import.meta.dirname, '../../docs/commands.md');

/** A home with some notes and one host. */
function home(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'notes'));
  writeFileSync(join(folder, 'notes/ada.md'), '- Ada likes tea.\n- Ada lives in Lisbon with her dog Turing.\n- Ok.\n');
  writeFileSync(join(folder, 'notes/team.md'), '# Team\n\n- We decided to release on 12 March 2027.\n');
  mkdirSync(join(folder, '.cursor'));
  const env = { SERVICE_DB: join(folder, 'memory.db'), SERVICE_CHARACTER: 'Ada' };
  const memory = { command: process.execPath, args: [program], env };
  writeFileSync(join(folder, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { memory } }));
  return folder;
}

/** Parts that differ between runs. */
function settled(output: string, folder: string): string {
  // A short run may end before the encoder has read the memories; the longest cell of its column says so.
  const [waiting = ''] = /; memories that wait for it: \d+/.exec(output) ?? [];
  return (
    output
      .replace(waiting, '')
      .replace(new RegExp(`(?<=^(?:is {2}name|ok {2}integrity).*) {${waiting.length}}(?=(?:ms|\\d+)$)`, 'gm'), '')
      .replaceAll(folder, '/home/ada')
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '0b5a3c1e-7d42-4f0e-9c55-1f2e3d4c5b6a')
      .replace(/(?<= {2})\d{4}-\d\d-\d\d(?= {2}(?:\S+ +)?0b5a)/g, '2027-03-12')
      .replace(/\d{4}-\d\d-\d\dT\d{6}Z/g, '2027-03-12T101530Z')
      .replace(/(?<=--cursor )\w{8,}/g, 'WzE4MDQ4MTU0MzAwMDAsNF0')
      .replace(/^(ok +node +)[\d.]+/m, '$120.19.0')
      .replace(/\d+ GB free|\d+ MB free/, '120 GB free')
      // A store that was just written has a log of its own.
      .replace(/\b0\.\d MB\b/g, '0.7 MB')
      .replace(/^(ok +(?:integrity|cursor) .* )\d+$/gm, '$112')
  );
}

test('docs/commands.md shows the answers of the commands; npm run docs renews them', async () => {
  const folder = home();
  const parts = readFileSync(file, 'utf8').split(/(?<=^```console\n)([^`]*)(?=^```$)/m);
  for (let i = 1; i < parts.length; i += 2) {
    const lines = parts[i]?.split('\n').filter((line) => line.startsWith('$ ')) ?? [];
    const played: string[] = [];
    for (const line of lines) {
      const { code, stdout, stderr } = await runCommand(folder, line.split(' ').slice(2));
      expect([line, code, stderr]).toStrictEqual([line, 0, '']);
      played.push(`${line}\n${settled(stdout, folder)}`);
    }
    parts[i] = played.join('\n');
  }
  expect(parts.length).toBeGreaterThan(9);
  await expect(parts.join('')).toMatchFileSnapshot(file);
});
