import { randomUUID } from 'node:crypto';
import { Database } from '../../../base/sqlite.ts';
import { serviceScope } from '../../../domain/principal.ts';
import { openConnection } from '../open.ts';
import { createStore } from '../store.ts';

/** How long a note waits for other processes. */
const timeoutMs = 20_000;

/** Notes that a backup of a store was made: it still holds what is erased later. @param now milliseconds */
export function noteBackup(path: string, file: string, now: number): void {
  inFile(path, (sqlite) => {
    // A store of an earlier release is only copied, never changed.
    if (!hasTable(sqlite, 'backups')) return;
    const sql = 'INSERT INTO backups (file, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at';
    sqlite.prepare(sql).run(file, now);
  });
}

function inFile<Result>(path: string, work: (sqlite: Database) => Result, readonly = false): Result {
  const sqlite = new Database(path, { fileMustExist: true, timeout: timeoutMs, readonly });
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

const hasTable = (sqlite: Database, name: string) =>
  sqlite.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;

/** Whether something was erased from the store in a file; undefined where it is damaged. */
function hasErased(path: string): boolean | undefined {
  const any = 'SELECT 1 FROM erased_texts UNION ALL SELECT 1 FROM backups LIMIT 1';
  const look = (sqlite: Database) => hasTable(sqlite, 'erased_texts') && sqlite.prepare(any).get() !== undefined;
  try {
    return inFile(path, look, true);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

const isDamage = (error: unknown) => /^SQLITE_(?:CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code));

/** What a store takes over from the one that it replaces; characters are the same by their ids. */
const takeOver = [
  'INSERT OR IGNORE INTO backups SELECT file, at FROM replaced.backups',
  `INSERT OR IGNORE INTO erasure_secrets SELECT tenant_id, secret FROM replaced.erasure_secrets
   WHERE tenant_id IN (SELECT id FROM tenants)`,
  // Their steps were done there, or belong to what is erased again here.
  `INSERT OR IGNORE INTO erasures (id, character_no, at, member_id, erased_by, memories, removed, step, done_at, change_no)
   SELECT old.id, characters.no, at, member_id, erased_by, memories, removed, step, coalesce(done_at, at), change_no
   FROM replaced.erasures AS old JOIN replaced.characters AS of ON of.no = old.character_no
   JOIN characters ON characters.id = of.id`,
  `INSERT OR IGNORE INTO erased_texts (character_no, digest, memory_id, erasure_id)
   SELECT erasures.character_no, digest, memory_id, erasure_id
   FROM replaced.erased_texts JOIN erasures ON erasures.id = erasure_id`,
];

/**
 * Has a restored store erase what the store that it replaces had erased since the backup. Returns how many memories;
 * undefined where a damage of that store hides it.
 * @param replaced the file of that store
 */
export async function eraseAgain(path: string, replaced: string, now: number): Promise<number | undefined> {
  const isNeeded = hasErased(replaced);
  if (!isNeeded) return isNeeded === undefined ? undefined : 0;
  const db = openConnection(path);
  const store = createStore(db, []);
  try {
    db.sqlite.prepare('ATTACH ? AS replaced').run(replaced);
    await db.write(() => takeOver.forEach((sql) => void db.sqlite.exec(sql)));
    const rows = db.sqlite
      .prepare(
        `SELECT DISTINCT tenant_id AS tenant, characters.id AS character, memories.id AS memory
         FROM erased_texts JOIN memories ON memories.character_no = erased_texts.character_no AND memories.id = memory_id
         JOIN characters ON characters.no = memories.character_no`,
      )
      .all() as { tenant: string; character: string; memory: string }[];
    db.sqlite.exec('DETACH replaced');
    const characters = new Map<string, { tenant: string; memoryIds: string[] }>();
    for (const { tenant, character, memory } of rows) {
      const of = characters.get(character) ?? { tenant, memoryIds: [] };
      of.memoryIds.push(memory);
      characters.set(character, of);
    }
    for (const [character, { tenant, memoryIds }] of characters) {
      const by = { changedBy: 'restore', kind: 'system', now } as const;
      const scope = serviceScope(tenant, 'restore');
      await store.erasing.begin(scope, character, randomUUID(), { memoryIds, words: [] }, by);
    }
    while ((await store.erasing.step(now))?.waits === false) {}
    return rows.length;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  } finally {
    await store.close();
  }
}
