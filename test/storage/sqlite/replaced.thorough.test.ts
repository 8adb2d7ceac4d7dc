import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getLoadablePath } from 'sqlite-vec';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Log } from '../../../src/base/log.ts';
import { Database } from '../../../src/base/sqlite.ts';
import { createStore } from '../../../src/features/sqlite.ts';
import { storeIdOf } from '../../../src/storage/sqlite/disk/identity.ts';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { openSession, openStore, openWithAda, type Session, temporaryFolder } from '../../support/harness.ts';

const newPath = () => join(temporaryFolder(), 'home', 'memory.db');
const gone = {
  type: 'ServiceUnavailable',
  status: 503,
  message: expect.stringMatching(/moved or removed.*put it back/),
};

async function openWithNotes(path: string, ...notes: string[]): Promise<Session> {
  const session = await openWithAda({ path });
  for (const note of notes) await add(session, note);
  return session;
}

const add = (session: Session, content: string) =>
  session.call<{ operation?: string }>('add_memory_direct', { characterId: 'Ada', content, category: 'facts' });

async function contents(session: Session): Promise<string[]> {
  const { memories } = await session.call<{ memories: { content: string }[] }>('list_memories', { characterId: 'Ada' });
  return memories.map(({ content }) => content).sort();
}

/** The content of a file for somebody who opens it later. */
function stored(path: string): string[] {
  const db = new Database(path, { readonly: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    return db.prepare('SELECT content FROM memories ORDER BY content').pluck().all() as string[];
  } finally {
    db.close();
  }
}

/** A backup of the store as it is now, under a name of its own. */
function backUp(path: string): string {
  const copy = `${path}.backup`;
  const db = new Database(path);
  db.prepare('VACUUM INTO ?').run(copy);
  db.close();
  return copy;
}

describe('a store whose file goes away', () => {
  test('writes fail while the file is removed, and work when it is back', async () => {
    const path = newPath();
    const session = await openWithNotes(path, 'before');
    linkSync(path, `${path}.kept`);
    rmSync(path);
    expect(
      await session.fault('add_memory_direct', { characterId: 'Ada', content: 'x', category: 'facts' }),
    ).toMatchObject(gone);
    expect(await session.fault('list_memories', { characterId: 'Ada' })).toMatchObject(gone);
    expect(existsSync(path)).toBe(false);
    renameSync(`${path}.kept`, path);
    await add(session, 'after');
    expect(await contents(session)).toStrictEqual(['after', 'before']);
    await session.close();
    expect(stored(path)).toStrictEqual(['after', 'before']);
  });

  test('writes work again after the folder was moved away and back', async () => {
    const path = newPath();
    const session = await openWithNotes(path, 'before');
    renameSync(dirname(path), `${dirname(path)}-elsewhere`);
    const fault = await session.fault('add_memory_direct', { characterId: 'Ada', content: 'x', category: 'facts' });
    expect(fault).toMatchObject(gone);
    expect(fault.message).not.toContain(path);
    expect(session.logged.at(-1)).toMatchObject({ level: 'error', fields: { operation: 'add_memory_direct' } });
    renameSync(`${dirname(path)}-elsewhere`, dirname(path));
    await add(session, 'after');
    await session.close();
    expect(stored(path)).toStrictEqual(['after', 'before']);
  });
});

describe('a store whose file is replaced', () => {
  test('writes go to an older state of the store put in its place, and the newer one is saved beside it', async () => {
    const path = newPath();
    const session = await openWithNotes(path, 'first harbour');
    const backup = backUp(path);
    await add(session, 'second harbour');
    renameSync(backup, path);
    await add(session, 'third harbour');
    expect(await contents(session)).toStrictEqual(['first harbour', 'third harbour']);
    const found = await session.call('search_memories', { characterId: 'Ada', query: 'harbour' });
    expect(found).toMatchObject({ total: 2 });
    const other = await openSession({ path });
    expect(await contents(other)).toStrictEqual(['first harbour', 'third harbour']);
    await session.close();
    await other.close();
    expect(readdirSync(dirname(path)).sort()).toStrictEqual(['memory.db', 'memory.db.replaced']);
    expect(stored(path)).toStrictEqual(['first harbour', 'third harbour']);
    expect(stored(`${path}.replaced`)).toStrictEqual(['first harbour', 'second harbour']);
  });

  test('two processes continue with the same replaced file', async () => {
    const path = newPath();
    const one = await openWithNotes(path, 'first');
    const other = await openSession({ path });
    await add(other, 'second');
    renameSync(backUp(path), path);
    await add(one, 'of one');
    await add(other, 'of the other');
    expect(await contents(one)).toStrictEqual(['first', 'of one', 'of the other', 'second']);
    expect(await contents(other)).toStrictEqual(['first', 'of one', 'of the other', 'second']);
    await one.close();
    await other.close();
    expect(stored(path)).toStrictEqual(['first', 'of one', 'of the other', 'second']);
  });

  test('repeated replacement under many writes leaves every acknowledged one in some file', async () => {
    const path = newPath();
    const session = await openWithNotes(path);
    const acknowledged: string[] = [];
    const write = (round: string) =>
      Array.from({ length: 10 }, async (_, n) => {
        await add(session, `note ${n} ${round}`);
        acknowledged.push(`note ${n} ${round}`);
      });
    for (const round of ['of one', 'of two', 'of three']) {
      const before = write(`${round}, before`);
      await before[0];
      const after = write(`${round}, after`);
      renameSync(backUp(path), path);
      await Promise.all([...before, ...after]);
    }
    await session.close();
    const files = readdirSync(dirname(path)).filter((name) => !/-(wal|shm)$/.test(name));
    const found = new Set(files.flatMap((name) => stored(join(dirname(path), name))));
    expect(acknowledged).toHaveLength(60);
    expect(acknowledged.filter((note) => !found.has(note))).toStrictEqual([]);
    expect(files).toHaveLength(4);
  });

  test('an import interrupted by a replacement stores nothing, and its client is notified', async () => {
    const path = newPath();
    mkdirSync(dirname(path));
    const connection = openConnection(path);
    onTestFinished(() => connection.close());
    const session = await openWithAda({ path, services: { store: createStore(connection) } });
    await add(session, 'before');
    const fileContent = JSON.stringify(Array.from({ length: 500 }, (_, n) => `Fact ${n} about the harbour`));
    const given = { characterId: 'Ada', fileName: 'a.json', fileContent };
    const write = connection.write.bind(connection);
    let units = 0;
    vi.spyOn(connection, 'write').mockImplementation(async (unit) => {
      const result = await write(unit);
      units += 1;
      // The final store knows of the import, but lacks its first part.
      if (units === 1) backUp(path);
      if (units === 2) renameSync(`${path}.backup`, path);
      return result;
    });
    expect(await session.fault('import_document', given)).toMatchObject({
      type: 'ServiceUnavailable',
      message: expect.stringContaining('replaced meanwhile'),
    });
    expect(await contents(session)).toStrictEqual(['before']);
    expect(await session.call('import_document', given)).toMatchObject({ memoriesAdded: 500 });
  });

  test('a write interrupted by a replacement is repeated in the lasting file', async () => {
    const path = newPath();
    mkdirSync(dirname(path));
    const connection = openConnection(path);
    const tenants = () => connection.read(() => connection.all('SELECT id FROM tenants'));
    let runs = 0;
    await connection.write(() => {
      connection.run(`INSERT INTO tenants (id, name, tier, created_at) VALUES ('t', 't', 'FREE', 0)`);
      runs += 1;
      if (runs === 1) renameSync(backUp(path), path);
    });
    expect(runs).toBe(2);
    expect(await tenants()).toStrictEqual([{ id: 't' }]);
    await expect(connection.write(() => rmSync(path))).rejects.toMatchObject({ type: 'ServiceUnavailable' });
    await connection.close();
  });

  test.each([
    ['another store', (path: string) => void createStore(openConnection(path)).close()],
    ['another program’s database', (path: string) => new Database(path).exec('CREATE TABLE theirs (x)').close()],
  ])('%s in place of the store is refused and left alone, until the store is back', async (_, make) => {
    const path = newPath();
    const session = await openWithNotes(path, 'before');
    const foreign = join(temporaryFolder(), 'foreign.db');
    make(foreign);
    const bytes = readFileSync(foreign);
    renameSync(path, `${path}.kept`);
    renameSync(foreign, path);
    for (let i = 0; i < 2; i++) {
      expect(
        await session.fault('add_memory_direct', { characterId: 'Ada', content: 'x', category: 'facts' }),
      ).toMatchObject({ type: 'ServiceUnavailable', message: expect.stringContaining('not this store') });
    }
    expect(readFileSync(path).equals(bytes)).toBe(true);
    renameSync(`${path}.kept`, path);
    await add(session, 'after');
    await session.close();
    expect(readdirSync(dirname(path))).toStrictEqual(['memory.db']);
    expect(stored(path)).toStrictEqual(['after', 'before']);
  });

  test('a folder in place of the store is refused', async () => {
    const path = newPath();
    const session = await openWithNotes(path);
    rmSync(path);
    mkdirSync(path);
    expect((await session.fault('list_characters')).type).toBe('ServiceUnavailable');
  });

  test('extensions are loaded again after a replacement, which is logged once', async () => {
    const path = newPath();
    const said: unknown[][] = [];
    const log: Log = (...line) => said.push(line);
    mkdirSync(dirname(path));
    const connection = openConnection(path, { log });
    onTestFinished(() => connection.close());
    connection.loadExtension(getLoadablePath());
    const vectors = () => connection.read(() => connection.get('SELECT vec_length(vec_f32(?)) AS n', '[1, 2]'));
    expect(await vectors()).toStrictEqual({ n: 2 });
    renameSync(backUp(path), path);
    // Units look at the file once in each round of the event loop.
    await new Promise(setImmediate);
    expect(await vectors()).toStrictEqual({ n: 2 });
    expect(await vectors()).toStrictEqual({ n: 2 });
    expect(said).toStrictEqual([
      ['warn', expect.stringContaining('replaced while it was open'), { store: path, replaced: `${path}.replaced` }],
    ]);
  });
});

test('every store has a permanent id of its own', async () => {
  const idOf = async (path: string) => {
    const connection = openConnection(path);
    const id = storeIdOf(connection.sqlite);
    await connection.close();
    return id;
  };
  const path = newPath();
  const id = await idOf(path);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(await idOf(path)).toBe(id);
  expect(await idOf(newPath())).not.toBe(id);
  await openStore(path).close();
});
