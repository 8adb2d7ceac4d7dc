import type { Connection } from '../connection.ts';
import type { MemoryIndex } from '../engine.ts';

/**
 * Takes a memory's embedding away in the unit that changes or deletes the memory; an active memory without one waits.
 * The coarse index is tidied by the next process that embeds: until then its entry leads to no vector.
 */
export function vectorUpkeep(db: Connection): MemoryIndex {
  return {
    add() {},
    remove({ memoryNo }) {
      const { changes } = db.run('UPDATE memories SET embedded = NULL WHERE no = ? AND embedded IS NOT NULL', memoryNo);
      if (changes === 0) return;
      const removed = db.run('DELETE FROM embeddings WHERE memory_no = ?', memoryNo);
      if (removed.changes > 0) db.run('INSERT OR IGNORE INTO embedding_removals (memory_no) VALUES (?)', memoryNo);
    },
  };
}

/** Lets several indexes follow every write. */
export function allOf(...indexes: MemoryIndex[]): MemoryIndex {
  return {
    add: (memory) => {
      for (const index of indexes) index.add(memory);
    },
    remove: (memory) => {
      for (const index of indexes) index.remove(memory);
    },
  };
}
