import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Database } from '../../../src/base/sqlite.ts';
import { createStore } from '../../../src/features/sqlite.ts';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { StoreUnusable } from '../../../src/storage/unusable.ts';
import { openSession, openWithAda, type Session, temporaryFolder } from '../../support/harness.ts';
import { openHttp } from '../../support/http-harness.ts';

const note = (n: number) => ({ characterId: 'Ada', content: `${n} ${'x'.repeat(9_000)}`, category: 'facts' });

/** A session on a connection that the test may touch. */
async function openTouchable() {
  const path = join(temporaryFolder(), 'memory.db');
  const connection = openConnection(path);
  onTestFinished(() => connection.close());
  const session = await openWithAda({ path, services: { store: createStore(connection) } });
  return { session, connection };
}

const unavailable = (reason: string) => ({
  type: 'ServiceUnavailable',
  status: 503,
  message: `The store can't be used: ${reason}. Nothing was changed.`,
});

async function count(session: Session): Promise<unknown> {
  return (await session.call('list_memories', { characterId: 'Ada' })).total;
}

describe('a disk that fails while the store is open', () => {
  test('a full disk fails a write whole, while reads go on, and recovers', async () => {
    const { session, connection } = await openTouchable();
    await session.call('add_memory_direct', note(0));
    const pages = Number(connection.sqlite.pragma('page_count', { simple: true }));
    connection.sqlite.pragma(`max_page_count = ${pages + 1}`);
    const batch = {
      characterId: 'Ada',
      fileName: 'a.json',
      fileContent: JSON.stringify([note(1).content, note(2).content]),
    };
    expect(await session.fault('import_document', batch)).toMatchObject(unavailable('the disk is full'));
    expect(await count(session)).toBe(1);
    expect(session.logged.at(-1)).toMatchObject({ level: 'error', fields: { operation: 'import_document' } });
    connection.sqlite.pragma(`max_page_count = ${pages + 10_000}`);
    expect(await session.call('import_document', batch)).toMatchObject({ memoriesAdded: 4 });
  });

  test('a read-only disk allows reads', async () => {
    const { session, connection } = await openTouchable();
    connection.sqlite.pragma('query_only = ON');
    expect(await session.fault('add_memory_direct', note(1))).toMatchObject(
      unavailable('it is read-only for this user'),
    );
    expect(await count(session)).toBe(0);
  });

  test('a damaged page is reported as at the start', async () => {
    const session = await openWithAda();
    await session.call('add_memory_direct', note(1));
    await session.close();
    const db = new Database(session.path);
    const page = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'memories'`).pluck().get());
    const size = Number(db.pragma('page_size', { simple: true }));
    db.close();
    const file = openSync(session.path, 'r+');
    writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
    closeSync(file);
    const again = await openSession({ path: session.path });
    const damaged = unavailable('it is no SQLite database or is damaged');
    expect(await again.fault('list_memories', { characterId: 'Ada' })).toMatchObject(damaged);
    expect(await again.fault('add_memory_direct', note(2))).toMatchObject(damaged);
    expect(await again.call('list_characters')).toMatchObject({ total: 1 });
  });

  test.each([
    ['SQLITE_IOERR_WRITE', 'the disk answers with an error'],
    ['SQLITE_IOERR_FSYNC', 'the disk answers with an error'],
    ['SQLITE_CANTOPEN', 'the file or its folder cannot be opened'],
    ['SQLITE_READONLY_DBMOVED', 'it is read-only for this user'],
  ])('the disk error %s is reported as at the start', async (code, reason) => {
    const { connection } = await openTouchable();
    const failing = () => {
      throw new Database.SqliteError('disk I/O error', code);
    };
    await expect(connection.write(failing)).rejects.toMatchObject(unavailable(reason));
    await expect(connection.read(failing)).rejects.toMatchObject(unavailable(reason));
  });

  test('an error that is not about the disk is passed on', async () => {
    const { connection } = await openTouchable();
    const wrong = connection.read(() => connection.all('SELECT * FROM nowhere'));
    await expect(wrong).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
  });

  test('a disk error over HTTP is 503 with Retry-After', async () => {
    const { session, connection } = await openTouchable();
    const http = await openHttp({ path: session.path, services: { store: createStore(connection) } });
    const key = await http.keyOf('OWNER');
    const names = { content: 'x', category: 'facts', salience: 0.5 };
    connection.sqlite.pragma('query_only = ON');
    const { status, body, headers } = await http.ask('POST', '/v1/characters/Ada/memories/direct', {
      key,
      body: names,
    });
    expect([status, body]).toMatchObject([503, { error: unavailable('it is read-only for this user') }]);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('a folder that cannot be created', () => {
  test.each(['/proc/nowhere/memory.db', '/proc/nowhere/deep/er/memory.db', '/dev/null/memory.db'])(
    'the path %s is refused at once in one line',
    (path) => {
      let error: unknown;
      try {
        openConnection(path);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(StoreUnusable);
      expect(String(error)).toMatch(/^StoreUnusable: The store \S+ can't be used: [^\n]*folder[^\n]*$/);
    },
  );
});
