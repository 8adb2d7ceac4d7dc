import type { Connection } from '../connection.ts';

/**
 * Takes a memory's embedding away, in the unit that changes its text or deletes it; an active memory without one waits.
 * The coarse index is tidied by the next process that embeds: until then its entry leads to no vector.
 */
export function dropEmbedding(db: Connection, memoryNo: number): void {
  const marked = db.run('UPDATE memories SET embedded = NULL WHERE no = ? AND embedded IS NOT NULL', memoryNo);
  if (marked.changes === 0) return;
  const removed = db.run('DELETE FROM embeddings WHERE memory_no = ?', memoryNo);
  if (removed.changes > 0) db.run('INSERT OR IGNORE INTO embedding_removals (memory_no) VALUES (?)', memoryNo);
}
