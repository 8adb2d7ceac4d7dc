import { yieldToOthers } from '../../../../base/pace.ts';
import type { Engine } from '../../engine.ts';
import { adopted } from './adopt.ts';

/** Rows that one short unit removes. */
const batch = 1_000;

/**
 * Removes the rest of a staging in short units, without touching its memories. If its memories are visible, adds their
 * words to the vocabulary: until then a misspelt word does not find them.
 * @param requireSame throws if the store has been replaced in the meantime
 */
export async function clearStaging(engine: Engine, no: number, requireSame: () => void): Promise<void> {
  const clear = () => {
    requireSame();
    return clearSome(engine, no);
  };
  while (await engine.db.write(clear)) await yieldToOthers();
}

/** Removes stagings whose process died; returns their number. */
export async function clearAbandoned(engine: Engine, now: number): Promise<number> {
  const { db } = engine;
  // Looked up first: nothing to clear costs no write.
  const { abandoned, requireSame } = await db.read(() => ({
    abandoned: db.all<{ no: number }>('SELECT no FROM stagings WHERE until <= ?', now),
    requireSame: db.sameFile(),
  }));
  for (const { no } of abandoned) await clearStaging(engine, no, requireSame);
  return abandoned.length;
}

/** One step, inside a write unit; whether there is more to do. */
function clearSome({ db, index }: Engine, no: number): boolean {
  const sql = 'SELECT character_no, until FROM stagings WHERE no = ?';
  const staging = db.get<{ character_no: number; until: number }>(sql, no);
  if (!staging) return false;
  const isAdopted = staging.until === adopted;
  // Half removed rows must not become memories.
  if (!isAdopted) db.run('UPDATE stagings SET until = 0 WHERE no = ?', no);
  const segment = db.get<{ segment: number }>('SELECT segment FROM staged_segments WHERE staging_no = ? LIMIT 1', no);
  if (segment) {
    index.discard(staging.character_no, segment.segment);
    db.run('DELETE FROM staged_segments WHERE staging_no = ? AND segment = ?', no, segment.segment);
    return true;
  }
  if (isAdopted) {
    db.run(
      `INSERT INTO search_vocabulary (character_no, term)
       SELECT ?, term FROM staged_terms WHERE staging_no = ? ORDER BY term LIMIT ?
       ON CONFLICT DO NOTHING`,
      staging.character_no,
      no,
      batch,
    );
  }
  for (const [table, key] of [
    ['staged_terms', 'term'],
    ['staged_memories', 'position'],
    ['staged_moves', 'position'],
  ]) {
    const { changes } = db.run(
      `DELETE FROM ${table} WHERE staging_no = @no
         AND ${key} IN (SELECT ${key} FROM ${table} WHERE staging_no = @no ORDER BY ${key} LIMIT @batch)`,
      { no, batch },
    );
    if (changes > 0) return true;
  }
  if (isAdopted) index.touch(staging.character_no);
  db.run('DELETE FROM stagings WHERE no = ?', no);
  return false;
}
