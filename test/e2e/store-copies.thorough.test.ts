import { once } from 'node:events';
import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import { latestVersion } from '../../src/storage/sqlite/disk/identity.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { answerOf, folderWith, note, runCommand, startCommand } from '../support/command.ts';
import { damage, overwrite } from '../support/damage.ts';
import { openStore, temporaryFolder } from '../support/harness.ts';
import { startServer } from '../support/spawned.ts';

/** The notes in a store's file, which must be whole. */
function notesIn(path: string): string[] {
  const db = new Database(path, { fileMustExist: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    return db.prepare('SELECT content FROM memories ORDER BY no').pluck().all() as string[];
  } finally {
    db.close();
  }
}

const store = (folder: string) => join(folder, 'memory.db');
/** Without the socket for hooks, once it has existed for a second. */
const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== 'tmp' && !entry.isSocket())
    .map(({ name }) => name)
    .sort();
const keptIn = (folder: string) => filesIn(folder).filter((name) => /^memory\.db\.before-restore-[-\dT]+Z$/.test(name));

describe('backup', () => {
  test('a backup is one consistent file, for the user alone, made while a server writes', async () => {
    const folder = temporaryFolder();
    const server = await startServer(store(folder), { SERVICE_CHARACTER: 'Ada' });
    let written = 0;
    let isDone = false;
    const write = () => server.call('add_memory_direct', { content: `Note ${++written}`, category: 'facts' });
    while (written < 20) await write();
    const writing = (async () => {
      while (!isDone) await write();
    })();
    const answer = await answerOf<{ memories: number }>(folder, ['backup', 'copy.db']);
    isDone = true;
    await writing;
    expect(filesIn(folder)).toStrictEqual(['copy.db', 'memory.db', 'memory.db-shm', 'memory.db-wal']);
    expect(statSync(join(folder, 'copy.db')).mode & 0o777).toBe(0o600);
    expect(answer.memories).toBeGreaterThanOrEqual(20);
    expect(notesIn(join(folder, 'copy.db'))).toStrictEqual(
      Array.from({ length: answer.memories }, (_, i) => `Note ${i + 1}`),
    );
    expect(await server.call('list_memories')).toMatchObject({ total: written });
  });

  test('a backup overwrites an earlier backup of the same store and no other file', async () => {
    const folder = await folderWith('one');
    expect((await runCommand(folder, ['backup', 'copy.db'])).code).toBe(0);
    await note(folder, 'two');
    const { code, stdout } = await runCommand(folder, ['backup', 'copy.db']);
    expect([code, stdout]).toStrictEqual([0, expect.stringMatching(/^backup +size +characters[^\n]*\n.*copy\.db/)]);
    expect(notesIn(join(folder, 'copy.db'))).toStrictEqual(['one', 'two']);
    const others: [name: string, make: (path: string) => unknown, why: string][] = [
      ['text', (path) => writeFileSync(path, 'a letter'), 'no backup of this store'],
      ['other', (path) => openStore(path).close(), 'no backup of this store'],
      ['folder', (path) => mkdirSync(path), 'is no file'],
      ['dangling', (path) => symlinkSync('nowhere', path), 'is no file'],
      ['itself', (path) => linkSync(store(folder), path), 'the store itself'],
      ['missing/copy.db', () => undefined, 'does not exist'],
    ];
    for (const [name, make, why] of others) {
      await make(join(folder, name));
      const before = filesIn(folder);
      const refused = await runCommand(folder, ['backup', name]);
      expect([refused.code, refused.stdout, refused.stderr]).toStrictEqual([1, '', expect.stringContaining(why)]);
      expect(filesIn(folder)).toStrictEqual(before);
    }
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe('a letter');
  });

  test('an interrupted backup leaves no partial file', async () => {
    const folder = await folderWith('one');
    const connection = openConnection(store(folder));
    for (let i = 0; i < 80; i++) {
      const sql = 'INSERT INTO file_contents (content_hash, bytes) VALUES (?, ?)';
      await connection.write(() => connection.run(sql, `filling ${i}`, Buffer.alloc(1_000_000, i)));
    }
    await connection.close();
    const { child, said } = startCommand(folder, ['backup', 'copy.db']);
    const ended = once(child, 'close');
    await expect.poll(() => filesIn(folder), { interval: 1 }).toContain('copy.db.partial');
    child.kill('SIGINT');
    const [code] = await ended;
    // It may already have happened.
    expect(code === 130 ? filesIn(folder) : ['memory.db', code]).toStrictEqual(
      code === 130 ? ['memory.db'] : ['memory.db', 0],
    );
    expect([said.stderr, filesIn(folder).filter((name) => name.includes('partial'))]).toStrictEqual(['', []]);
  });

  test('a missing or damaged store gives no backup', async () => {
    const empty = temporaryFolder();
    expect(await runCommand(empty, ['backup', 'copy.db'])).toMatchObject({ code: 1, stderr: /no store at/ });
    const folder = await folderWith('one');
    damage(store(folder), 'memories');
    const { code, stderr } = await runCommand(folder, ['backup', 'copy.db']);
    expect([code, stderr]).toStrictEqual([1, expect.stringContaining('damaged')]);
    expect(filesIn(folder)).toStrictEqual(['memory.db']);
  });
});

describe('restore', () => {
  test('a restore replaces the store and keeps the old one with its write-ahead log', async () => {
    const folder = await folderWith('one');
    await runCommand(folder, ['backup', 'copy.db']);
    const server = await startServer(store(folder), { SERVICE_CHARACTER: 'Ada' });
    await server.call('add_memory_direct', { content: 'two', category: 'facts' });
    server.child.kill('SIGKILL');
    await server.ended();
    expect(filesIn(folder)).toContain('memory.db-wal');
    const answer = await answerOf<{ kept: string; memories: number }>(folder, ['restore', 'copy.db', '--yes']);
    expect(answer).toMatchObject({ memories: 1, kept: join(folder, keptIn(folder)[0] ?? '') });
    expect(filesIn(folder)).toStrictEqual(['copy.db', 'memory.db', ...keptIn(folder)]);
    expect(notesIn(store(folder))).toStrictEqual(['one']);
    expect(notesIn(answer.kept)).toStrictEqual(['one', 'two']);
    expect(statSync(store(folder)).mode & 0o777).toBe(0o600);
  });

  test('a restore refuses a file that is no whole store of this version, and changes nothing', async () => {
    const folder = await folderWith('one');
    const copy = (name: string, change: (path: string) => void) => {
      copyFileSync(store(folder), join(folder, name));
      change(join(folder, name));
    };
    const inside = (sql: string) => (path: string) => void new Database(path).exec(sql).close();
    copy('newer', inside('PRAGMA user_version = 99'));
    copy('foreign', inside('PRAGMA application_id = 7'));
    copy('damaged', (path) => damage(path, 'revisions'));
    copy('cut', (path) => writeFileSync(path, readFileSync(path).subarray(0, 50_000)));
    copy('no-index', (path) => {
      const db = new Database(path);
      db.unsafeMode().pragma('writable_schema = ON');
      db.exec(`UPDATE sqlite_schema SET sql = replace(sql, 'memories (', 'memories  (') WHERE name = 'memories'`);
      db.exec(
        `UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'memories_by_time' OR name LIKE 'memories\\_%' ESCAPE '\\'`,
      );
      db.close();
    });
    writeFileSync(join(folder, 'empty'), '');
    writeFileSync(join(folder, 'text'), 'a letter');
    mkdirSync(join(folder, 'folder'));
    const before = readFileSync(store(folder));
    const names = filesIn(folder);
    const faults: Record<string, string> = {
      newer: 'use a newer agent-memory-service',
      foreign: 'another program',
      damaged: 'damaged',
      cut: 'damaged',
      'no-index': 'damaged',
      empty: 'is empty',
      text: 'no SQLite database',
      folder: 'is no file',
      missing: 'no store at',
      'memory.db': 'the store itself',
    };
    for (const [name, why] of Object.entries(faults)) {
      const { code, stdout, stderr } = await runCommand(folder, ['restore', name, '--yes']);
      expect([name, code, stdout, stderr]).toStrictEqual([name, 1, '', expect.stringContaining(why)]);
    }
    expect(filesIn(folder)).toStrictEqual(names);
    expect(readFileSync(store(folder)).equals(before)).toBe(true);
  });

  test('a restore takes an older version’s backup, which the next start migrates', async () => {
    const folder = temporaryFolder();
    const old = gunzipSync(readFileSync(join(import.meta.dirname, '../fixtures/stores/0.1.0.db.gz')));
    writeFileSync(join(folder, 'old.db'), old);
    const { memories } = await answerOf<{ memories: number }>(folder, ['restore', 'old.db', '--yes']);
    expect(memories).toBeGreaterThan(0);
    expect(readFileSync(join(folder, 'old.db')).equals(old)).toBe(true);
    const again = await answerOf<{ version: number }>(folder, ['backup', 'copy.db']);
    expect(again).toMatchObject({ version: 1, memories });
    await openStore(store(folder)).close();
    expect(await answerOf(folder, ['backup', 'new.db'])).toMatchObject({ version: latestVersion, memories });
  });

  test('a restore is refused while a server has the store open, even an idle one', async () => {
    const folder = await folderWith('one');
    await runCommand(folder, ['backup', 'copy.db']);
    const server = await startServer(store(folder));
    const refused = await runCommand(folder, ['restore', 'copy.db', '--yes']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('open in another process') });
    expect(keptIn(folder)).toStrictEqual([]);
    server.child.stdin.end();
    await server.ended();
    expect((await runCommand(folder, ['restore', 'copy.db', '--yes'])).code).toBe(0);
  });

  test('a restore without a terminal requires --yes', async () => {
    const folder = await folderWith('one');
    await runCommand(folder, ['backup', 'copy.db']);
    const { code, stderr } = await runCommand(folder, ['restore', 'copy.db']);
    expect([code, stderr]).toStrictEqual([1, expect.stringContaining('--yes')]);
    expect(filesIn(folder)).toStrictEqual(['copy.db', 'memory.db']);
  });

  test('a restore replaces a damaged store, which is kept as it is', async () => {
    const folder = await folderWith('one');
    await runCommand(folder, ['backup', 'copy.db']);
    overwrite(store(folder), 0, 4_096);
    const broken = readFileSync(store(folder));
    // Somebody may still have it open: the index of its log exists.
    writeFileSync(`${store(folder)}-shm`, '');
    const refused = await runCommand(folder, ['restore', 'copy.db', '--yes']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('memory.db-shm away') });
    renameSync(`${store(folder)}-shm`, join(folder, 'away'));
    expect((await runCommand(folder, ['restore', 'copy.db', '--yes'])).code).toBe(0);
    expect(notesIn(store(folder))).toStrictEqual(['one']);
    expect(readFileSync(join(folder, keptIn(folder)[0] ?? '')).equals(broken)).toBe(true);
  });

  test('a restore creates a missing store and does not apply a leftover log to it', async () => {
    const folder = await folderWith('one');
    await runCommand(folder, ['backup', 'copy.db']);
    const elsewhere = join(folder, 'new', 'memory.db');
    mkdirSync(join(folder, 'new'));
    writeFileSync(`${elsewhere}-wal`, 'what is left of another store');
    const answer = await answerOf<{ kept?: string }>(folder, ['restore', 'copy.db', '--yes'], {
      SERVICE_DB: elsewhere,
    });
    expect(answer.kept).toBeUndefined();
    expect(notesIn(elsewhere)).toStrictEqual(['one']);
    expect(filesIn(join(folder, 'new'))).toHaveLength(2);
  });

  test('a restore keeps a symbolic link to the store', async () => {
    const folder = await folderWith('one');
    await runCommand(folder, ['backup', 'copy.db']);
    mkdirSync(join(folder, 'disk'));
    renameSync(store(folder), join(folder, 'disk', 'real.db'));
    symlinkSync(join('disk', 'real.db'), store(folder));
    expect((await runCommand(folder, ['restore', 'copy.db', '--yes'])).code).toBe(0);
    expect(lstatSync(store(folder)).isSymbolicLink()).toBe(true);
    expect(filesIn(join(folder, 'disk'))).toHaveLength(2);
    expect(notesIn(store(folder))).toStrictEqual(['one']);
  });
});

test.skipIf(process.platform !== 'linux')(
  'a server that waits for a restore’s lock opens the restored store',
  async () => {
    const folder = await folderWith('old');
    await runCommand(folder, ['backup', 'copy.db']);
    const lock = new Database(store(folder));
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.pragma('journal_mode = DELETE');
    lock.exec('BEGIN EXCLUSIVE; ROLLBACK');
    const starting = startServer(store(folder), { SERVICE_CHARACTER: 'Ada' });
    const opened = () =>
      readdirSync('/proc').some(
        (pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid && hasOpen(pid, store(folder)),
      );
    await expect.poll(opened).toBe(true);
    renameSync(store(folder), join(folder, 'aside.db'));
    renameSync(join(folder, 'copy.db'), store(folder));
    lock.close();
    const server = await starting;
    await server.call('add_memory_direct', { content: 'new', category: 'facts' });
    server.child.stdin.end();
    await server.ended();
    expect(notesIn(store(folder))).toStrictEqual(['old', 'new']);
    expect(notesIn(join(folder, 'aside.db'))).toStrictEqual(['old']);
  },
);

function hasOpen(pid: string, path: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === path);
  } catch {
    return false;
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
