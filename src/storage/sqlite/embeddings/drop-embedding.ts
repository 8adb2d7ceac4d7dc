import type { Connection } from '../connection.ts';

/**
 * Takes memories' embeddings away, in the unit that changes their text or deletes them; an active memory without one
 * waits. The coarse index is tidied by the next process that embeds: until then its entries lead to no vector.
 */
export function dropEmbeddings(db: Connection, memoryNos: readonly number[]): void {
  const list = JSON.stringify(memoryNos);
  const among = 'IN (SELECT value FROM json_each(@list))';
  const marked = db.run(`UPDATE memories SET embedded = NULL WHERE no ${among} AND embedded IS NOT NULL`, { list });
  if (marked.changes === 0) return;
  db.run(
    `INSERT OR IGNORE INTO embedding_removals (memory_no) SELECT memory_no FROM embeddings WHERE memory_no ${among}`,
    { list },
  );
  db.run(`DELETE FROM embeddings WHERE memory_no ${among}`, { list });
}
