import type { Engine } from '../engine.ts';

/** A memory that a piece led to. */
export interface LinkedMemory {
  no: number;
  id: string;
  source_kind: string;
  untouched: 0 | 1;
}

/** Whether a linked memory is active, with the text and weights that the sync gave it. */
const untouched = `memories.state = 'ACTIVE' AND memories.content = revisions.content
  AND memories.salience = revisions.salience AND memories.importance = revisions.importance`;

export function linkedMemories({ db }: Engine, pieceNo: number): LinkedMemory[] {
  return db.all<LinkedMemory>(
    `SELECT memories.no, memories.id, memories.source_kind, ${untouched} AS untouched
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

/** Parts pieces from their memories. Answers those that came from a file, that nobody edited and no other piece says. */
export function unlinkPieces({ db }: Engine, pieceNos: readonly number[]): number[] {
  const list = JSON.stringify(pieceNos);
  const own = db.all<{ no: number }>(
    `SELECT DISTINCT memories.no FROM json_each(?) AS piece
     CROSS JOIN piece_memories ON piece_no = piece.value
     CROSS JOIN memories ON memories.no = piece_memories.memory_no
     CROSS JOIN revisions ON revisions.memory_no = memories.no AND revisions.revision = piece_memories.revision
     WHERE source_file IS NOT NULL AND ${untouched}`,
    list,
  );
  db.run('DELETE FROM piece_memories WHERE piece_no IN (SELECT value FROM json_each(?))', list);
  const orphans = db.all<{ no: number }>(
    `SELECT value AS no FROM json_each(?)
     WHERE NOT EXISTS (SELECT 1 FROM piece_memories WHERE memory_no = value)`,
    JSON.stringify(own.map(({ no }) => no)),
  );
  return orphans.map(({ no }) => no);
}
