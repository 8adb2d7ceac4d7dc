import type { Engine } from '../engine.ts';

/** A memory that a piece led to. */
export interface LinkedMemory {
  no: number;
  id: string;
  source_kind: string;
  source_file: string | null;
  /** Active, with the text and weights that the sync gave it. */
  untouched: 0 | 1;
  /** How many other pieces say the same. */
  shared: number;
}

export function linkedMemories({ db }: Engine, pieceNo: number): LinkedMemory[] {
  return db.all<LinkedMemory>(
    `SELECT memories.no, memories.id, memories.source_kind, memories.source_file,
       memories.state = 'ACTIVE' AND memories.content = revisions.content
         AND memories.salience = revisions.salience AND memories.importance = revisions.importance AS untouched,
       (SELECT count(*) FROM piece_memories AS other
        WHERE other.memory_no = memories.no AND other.piece_no <> piece_memories.piece_no) AS shared
     FROM piece_memories
     JOIN memories ON memories.no = piece_memories.memory_no
     JOIN revisions ON revisions.memory_no = memories.no AND revisions.revision = piece_memories.revision
     WHERE piece_memories.piece_no = ?`,
    pieceNo,
  );
}

/** Records that a memory, in this revision, is what a piece led to. */
export function linkMemory({ db }: Engine, pieceNo: number, memoryId: string, revision: number): void {
  db.run(
    `INSERT INTO piece_memories (piece_no, memory_no, revision) SELECT ?, no, ? FROM memories WHERE id = ?
     ON CONFLICT DO UPDATE SET revision = excluded.revision`,
    pieceNo,
    revision,
    memoryId,
  );
}
