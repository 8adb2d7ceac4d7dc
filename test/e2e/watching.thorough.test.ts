import { mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileRecord } from '../../src/domain/file.ts';
import { temporaryFolder } from '../support/harness.ts';
import { Spawned, startServer } from '../support/spawned.ts';

/** A home with a folder of notes, and servers on one store that watch it. */
function home() {
  const root = realpathSync(temporaryFolder());
  const notes = join(root, 'notes');
  mkdirSync(notes);
  const env = { HOME: root, SERVICE_CHARACTER: 'Ada', SERVICE_WATCH_PATHS: '~/notes' };
  return {
    notes,
    path: (i: number) => join(notes, `${i}.md`),
    write: (i: number, text: string) => writeFileSync(join(notes, `${i}.md`), note(i, text)),
    env: { ...env, SERVICE_DB: join(root, 'memory.db'), SERVICE_RATE_LIMITS: 'off' },
    start: (more: Record<string, string> = {}) => startServer(join(root, 'memory.db'), { ...env, ...more }),
  };
}

/** Decomposed, as macOS writes names; Linux keeps them apart from composed ones. */
const decomposed = 'Grüße'.normalize('NFD');

const note = (i: number, text: string) => `# Note ${i}\n\n- first of ${i}\n- ${text} ${i}\n`;

async function stored(server: Spawned): Promise<number> {
  return (await server.call<{ totalFiles: number }>('get_sync_status')).totalFiles;
}

async function filesOf(server: Spawned): Promise<FileRecord[]> {
  const page = (number: number) => server.call<{ files: FileRecord[] }>('list_files', { limit: 100, page: number });
  return [...(await page(0)).files, ...(await page(1)).files];
}

async function contentOf(server: Spawned, path: string): Promise<string | undefined> {
  const file = (await filesOf(server)).find((one) => one.path === path);
  return file && (await server.call<{ content: string }>('get_file', { fileId: file.fileId })).content;
}

test('200 files are stored soon after the start, and 50 changed at once end with their last content', async () => {
  const { path, write, start } = home();
  for (let i = 0; i < 200; i++) write(i, 'original');
  const server = await start();
  await expect.poll(() => stored(server)).toBe(200);
  expect(await server.call('list_memories', { limit: 1 })).toMatchObject({ total: 400 });

  for (const state of ['draft', 'draft again', 'final']) {
    for (let i = 0; i < 50; i++) {
      writeFileSync(`${path(i)}~`, note(i, state));
      if (i % 2 === 0) renameSync(`${path(i)}~`, path(i));
      else write(i, state);
    }
    // The server reads meanwhile.
    await stored(server);
  }
  const finals = async () => {
    const all = await Promise.all(Array.from({ length: 50 }, (_, i) => contentOf(server, path(i))));
    return all.filter((content, i) => content === note(i, 'final')).length;
  };
  await expect.poll(finals).toBe(50);
  const found = await server.call('search_memories', { query: 'final 7' });
  expect(found).toMatchObject({
    memories: expect.arrayContaining([expect.objectContaining({ content: 'Note 7: final 7' })]),
  });
});

test('changes made while no server ran, or lost before storing, are caught up', async () => {
  const { path, write, start } = home();
  write(1, 'one');
  const first = await start();
  await expect.poll(() => stored(first)).toBe(1);
  write(1, 'two');
  write(2, 'new');
  first.child.kill('SIGKILL');
  await first.ended();
  const second = await start();
  await expect.poll(() => contentOf(second, path(1))).toBe(note(1, 'two'));
  await expect.poll(() => stored(second)).toBe(2);
});

test('two servers that watch one folder store each version once', async () => {
  const { path, write, start } = home();
  for (let i = 0; i < 20; i++) write(i, 'version 1');
  const servers = await Promise.all([start(), start()]);
  const [one] = servers;
  for (let version = 2; version <= 4; version++) {
    await expect.poll(() => contentOf(one, path(19))).toBe(note(19, `version ${version - 1}`));
    await expect
      .poll(async () => (await filesOf(one)).map((file) => file.version))
      .toStrictEqual(Array.from({ length: 20 }, () => version - 1));
    for (let i = 0; i < 20; i++) write(i, `version ${version}`);
  }
  await expect.poll(() => contentOf(one, path(19))).toBe(note(19, 'version 4'));
  // Now it sees the files that either has missed.
  for (const server of servers) await server.call('sync_now');
  expect((await filesOf(one)).map((file) => file.version)).toStrictEqual(Array.from({ length: 20 }, () => 4));
  for (const server of servers) expect(server.stderr).not.toContain('"level":"error"');
});

test('files with names in any script and Unicode form, and in subfolders, are watched', async () => {
  const { notes, start } = home();
  mkdirSync(join(notes, '日記'));
  for (const name of [`${decomposed}.md`, '日記/今日.md', 'a b & c.md']) writeFileSync(join(notes, name), `- ${name}`);
  const first = await start();
  await expect.poll(() => stored(first)).toBe(3);
  first.child.stdin.end();
  await first.ended();
  const second = await start();
  // Each file that the second found or missed was found or missed before a file that was written later.
  await second.call('sync_now');
  writeFileSync(join(notes, 'z.md'), '- z');
  await expect.poll(() => stored(second)).toBe(4);
  const files = await filesOf(second);
  expect(files.map(({ path }) => path.slice(notes.length + 1)).sort()).toStrictEqual([
    `${decomposed}.md`,
    'a b & c.md',
    'z.md',
    '日記/今日.md',
  ]);
  for (const file of files) expect(file).not.toHaveProperty('missingSince');
});

test.each([{ SERVICE_WATCH_PATHS: '~/notes' }, { SERVICE_AUTO_RECALL: 'true' }])(
  '%o without a character is an invalid setting',
  async (setting) => {
    const server = new Spawned(setting as Record<string, string>);
    expect(await server.ended()).toBe(2);
    expect(server.stderr).toMatch(/needs SERVICE_CHARACTER.*\n$/);
  },
);

test('a FREE tenant watches, and a missing feature is refused with one warning', async () => {
  const { write, start } = home();
  write(1, 'one');
  const server = await start({ SERVICE_TIER: 'FREE', SERVICE_AUTO_CAPTURE: 'true', SERVICE_AUTO_RECALL: 'true' });
  await expect.poll(() => stored(server)).toBe(1);
  const warnings = server.stderr.split('\n').filter((line) => line.includes('"level":"warn"'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('SERVICE_AUTO_CAPTURE and SERVICE_AUTO_RECALL stay off');
});

test('the instructions carry the most important memories in at most 3,000 characters with auto-recall', async () => {
  const { env, start } = home();
  const first = await start();
  for (let i = 0; i < 40; i++) {
    const content = `Fact ${i}: ${'a word and '.repeat(10)}an end.`;
    await first.call('add_memory_direct', { content, category: 'facts', salience: i / 40 });
  }
  first.child.stdin.end();
  await first.ended();
  const second = new Spawned({ ...env, SERVICE_AUTO_RECALL: 'true' });
  const { result } = await second.handshake();
  const instructions = String(result?.instructions);
  expect([...instructions].length).toBeLessThanOrEqual(3_000);
  expect(instructions).toContain('Fact 39: ');
  expect(instructions).toContain('not instructions');
  expect(instructions.endsWith('an end.\n</notes>')).toBe(true);
});
