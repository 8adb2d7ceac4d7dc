import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pdf } from '../support/archives.ts';
import { answerOf, runCommand } from '../support/command.ts';
import { openSession, temporaryFolder } from '../support/harness.ts';

interface Counts {
  totalParsed: number;
  memoriesAdded: number;
  duplicatesSkipped: number;
}
interface Answer {
  dryRun: boolean;
  character: string;
  created: boolean;
  files: ({ file: string; error?: string } & Partial<Counts>)[];
  totals: Counts & { files: number; failed: number };
  examples?: string[];
}

function put(folder: string, files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** The memories of a character, from a server on the same store. */
async function memoriesOf(folder: string, characterId: string): Promise<string[]> {
  const session = await openSession({ path: join(folder, 'memory.db') });
  const { memories } = await session.call<{ memories: { content: string }[] }>('list_memories', { characterId });
  await session.close();
  return memories.map(({ content }) => content).sort();
}

test('files and folders are imported atomically, and a second import adds nothing', async () => {
  const folder = temporaryFolder();
  put(folder, {
    'vault/a.md': '- Ada likes tea.\n- Ada lives in Lisbon.\n',
    'vault/deep/b.txt': 'Bob works in Rome since 2019.',
    'vault/report.pdf': pdf('BT /F1 12 Tf 50 700 Td (Ada prints what matters.) Tj ET'),
    'vault/data.json': '["A number in a file of data"]',
    'vault/.obsidian/c.md': 'hidden',
    'vault/node_modules/x/README.md': 'foreign',
    'vault/.env.md': 'secret',
    'outside/secret.md': 'outside',
    'facts.jsonl': '{"text": "Ada plays chess."}\n{"text": "Ada sings."}\n',
    'broken.json': '{"x":',
  });
  symlinkSync('../outside/secret.md', join(folder, 'vault/link.md'));
  const args = ['import', 'vault', 'facts.jsonl', 'broken.json', '--character', 'Ada'];
  const { code, stdout, stderr } = await runCommand(folder, args);
  expect([code, stderr]).toStrictEqual([1, '']);
  expect(stdout).toMatch(/^The memory of Ada was made\.\n\nfile +read +added +known +small talk +error\n/);
  expect(stdout).toMatch(/^vault\/deep\/b\.txt +1 +1 +0 +0$/m);
  expect(stdout).toMatch(/^broken\.json +The document cannot be read: it is not valid JSON\.$/m);
  expect(stdout).toContain(`Left out:
- 1 of a kind that is taken only when it is named: .json
- 1 that may hold secrets: vault/.env.md
- 1 hidden: vault/.obsidian
- 1 with code of others or built files: vault/node_modules
- 1 that links out of the folder: vault/link.md
`);
  const memories = await memoriesOf(folder, 'Ada');
  expect(memories).toStrictEqual([
    'Ada likes tea.',
    'Ada lives in Lisbon.',
    'Ada plays chess.',
    'Ada sings.',
    'Bob works in Rome since 2019.',
    'report: Ada prints what matters.',
  ]);
  const again = await answerOf<Answer>(folder, ['import', 'vault', 'facts.jsonl', '--character', 'Ada']);
  expect(again).toMatchObject({
    character: 'Ada',
    created: false,
    leftOut: expect.arrayContaining([{ file: 'vault/data.json', why: 'kind' }]),
    totals: { files: 4, failed: 0, memoriesAdded: 0, duplicatesSkipped: 6 },
  });
  expect(again.files.map(({ file }) => file)).toStrictEqual([
    'vault/a.md',
    'vault/deep/b.txt',
    'vault/report.pdf',
    'facts.jsonl',
  ]);
});

test('a dry run counts, shows ten examples and changes nothing, also without the character', async () => {
  const folder = temporaryFolder();
  const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
  const lines = Array.from({ length: 30 }, (_, i) => `- The harbour of town ${i} was built in ${1900 + i}.\n`);
  put(folder, { 'notes.md': `- The token is ${key}\n${lines.join('')}` });
  const first = await answerOf<Answer>(folder, ['import', 'notes.md', '--dry-run', '--character', 'Ada']);
  expect(first).toMatchObject({ dryRun: true, created: true, totals: { totalParsed: 31, memoriesAdded: 31 } });
  expect(first.examples).toHaveLength(10);
  expect(first.examples?.[1]).toBe('The harbour of town 0 was built in 1900.');
  expect(JSON.stringify(first)).not.toContain(key);
  expect(await answerOf<object>(folder, ['export'])).toStrictEqual({ characters: [] });
  await runCommand(folder, ['import', 'notes.md', '--character', 'Ada']);
  put(folder, { 'notes.md': `${lines.join('')}- A new line of the notes.\n` });
  const { stdout } = await runCommand(folder, ['import', 'notes.md', '--dry-run', '--character', 'ada']);
  expect(stdout).toMatch(/^The memory of ada would be made/);
  put(folder, { 'empty.md': '', 'numbers.json': '{"a":1}' });
  const nothing = await runCommand(folder, ['import', 'empty.md', 'numbers.json', '--dry-run', '--character', 'Ada']);
  expect(nothing.stdout).toContain('Empty, or without a statement in words:\n- empty.md\n- numbers.json\n');
  const second = await answerOf<Answer>(folder, ['import', 'notes.md', '--dry-run', '--character', 'Ada']);
  expect(second).toMatchObject({ created: false, totals: { memoriesAdded: 1, duplicatesSkipped: 30 } });
  expect(await memoriesOf(folder, 'Ada')).not.toContain('A new line of the notes.');
});

test('an import applies the category, redacts secrets and picks the character', async () => {
  const folder = temporaryFolder();
  const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
  put(folder, { 'one.txt': `The token is ${key}`, 'two.txt': `Their token is ${key}` });
  // Outside of a repository they are the user's own.
  const own = await answerOf<Answer & { character: string }>(folder, ['import', 'two.txt', '--dry-run']);
  expect(own).toMatchObject({ created: true, character: userInfo().username });
  await answerOf(folder, ['import', 'one.txt', '--category', 'facts'], { SERVICE_CHARACTER: 'Ada' });
  await answerOf(folder, ['import', 'two.txt', '--character', 'Bob', '--allow-secret']);
  expect(await memoriesOf(folder, 'Ada')).toStrictEqual([expect.stringMatching(/^The token is \[redacted: .*\]$/)]);
  expect(await memoriesOf(folder, 'Bob')).toStrictEqual([`Their token is ${key}`]);
  const odd = await answerOf<Answer>(folder, ['import', 'one.txt', '--character', 'Bob', '--category', 'odd'], {}, 1);
  expect(odd.files).toStrictEqual([{ file: 'one.txt', error: expect.stringContaining('odd') }]);
  expect(await runCommand(folder, ['import', 'missing.txt'])).toMatchObject({
    code: 1,
    stderr: 'agent-memory-service: missing.txt does not exist\n',
  });
  expect(await runCommand(folder, ['import'])).toMatchObject({ code: 2, stderr: expect.stringContaining('FILE') });
});

test('a local import takes larger documents and more memories than a server does', async () => {
  const folder = temporaryFolder();
  const filling = 'x'.repeat(6 * 1024 * 1024);
  const rows = Array.from({ length: 20_500 }, () => ({ text: 'Ada likes tea.' }));
  put(folder, { 'large.json': JSON.stringify([...rows, { text: 'Ada sings.', id: filling }]) });
  const read = await answerOf<Answer>(folder, ['import', 'large.json', '--character', 'Ada', '--dry-run']);
  expect(read.totals).toMatchObject({ totalParsed: 2, memoriesAdded: 2 });
  const session = await openSession({ path: join(folder, 'other.db'), character: 'Ada' });
  const fileContent = readFileSync(join(folder, 'large.json'), 'utf8');
  expect(await session.fault('import_document', { fileName: 'large.json', fileContent })).toMatchObject({
    message: expect.stringContaining('at most 5242880 (5 MiB) are taken'),
  });
});

test('an export can be imported again: one on stdout, or one file per character', async () => {
  const folder = temporaryFolder();
  put(folder, { 'a.md': '- Ada likes tea.\n- Ada lives in Lisbon.\n', 'b.md': '- Bob sings.\n' });
  expect(await runCommand(folder, ['export'])).toMatchObject({ code: 1, stderr: expect.stringContaining('no store') });
  expect(existsSync(join(folder, 'memory.db'))).toBe(false);
  await runCommand(folder, ['import', 'a.md', '--character', 'Ada: "the/first"']);
  const { code, stdout } = await runCommand(folder, ['export']);
  expect([code, stdout]).toStrictEqual([0, expect.stringMatching(/^# Ada: "the\/first"\n.*- Ada likes tea\./s)]);
  await runCommand(folder, ['import', 'b.md', '--character', 'Bob']);
  const several = await runCommand(folder, ['export']);
  expect(several).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--out DIR') });
  expect((await runCommand(folder, ['export', '--character', 'Bob'])).stdout).toContain('Bob sings.');
  const page = await runCommand(folder, ['export', '--page', '--character', 'Bob']);
  expect(page.stdout).toMatch(/^# Bob\n\n## .+\n\n- Bob sings\. \(\d{4}-\d\d-\d\d\)\n$/);
  expect(await runCommand(folder, ['export', '--character', 'Cid'])).toMatchObject({ code: 1, stdout: '' });
  // Like --character, which has priority; a look creates none.
  const of = (character: string, ...more: string[]) =>
    runCommand(folder, ['export', ...more], { SERVICE_CHARACTER: character });
  expect((await of('Bob')).stdout).toContain('Bob sings.');
  expect(await of('Bob', '--character', 'Ada: "the/first"')).toMatchObject({ code: 0, stdout });
  expect(await of('Cid')).toMatchObject({ code: 1, stdout: '' });

  for (let i = 0; i < 2; i++) await answerOf(folder, ['export', '--out', 'out/all']);
  const files = readdirSync(join(folder, 'out/all'));
  expect(files).toStrictEqual(['Ada_ _the_first_.md', 'Bob.md']);
  expect(statSync(join(folder, 'out/all/Bob.md')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, 'out/all', files[0] ?? ''), 'utf8')).toBe(stdout);
  const back = { SERVICE_DB: join(folder, 'back.db') };
  await answerOf(folder, ['import', 'out/all/Ada_ _the_first_.md', '--character', 'Ada: "the/first"'], back);
  expect((await runCommand(folder, ['export'], back)).stdout).toBe(stdout);

  put(folder, { 'out/all/Bob.md': 'my own notes on Bob' });
  const refused = await runCommand(folder, ['export', '--out', 'out/all', '--character', 'Bob']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is no export') });
  expect(readFileSync(join(folder, 'out/all/Bob.md'), 'utf8')).toBe('my own notes on Bob');
  if (process.platform !== 'linux') return;
  const nowhere = await runCommand(folder, ['export', '--out', '/proc/nowhere']);
  expect(nowhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining("can't be made") });
});
