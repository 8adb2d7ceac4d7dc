import type { LinkedMemory } from '../../../domain/file-rules.ts';
import { type LinkedRow, toLinked } from '../../rows/files.ts';
import type { Engine } from '../engine.ts';

/** The revision of a memory that the sync of a piece wrote. */
type LeftRow = LinkedRow & { left_revision: number };

/** The memories of pieces, each once. */
export function linkedMemories({ db }: Engine, pieceNos: readonly number[]): (LinkedMemory & { no: number })[] {
  const rows = db.all<LeftRow>(
    `SELECT memories.no, memories.id, memories.content, memories.salience, memories.importance, memories.state,
         memories.source_kind, memories.source_file, revisions.content AS left_content,
         revisions.revision AS left_revision, revisions.salience AS left_salience, revisions.importance AS left_importance,
         EXISTS (SELECT 1 FROM piece_memories AS other WHERE other.memory_no = memories.no
           AND other.piece_no NOT IN (SELECT value FROM json_each(@pieces))) AS shared
       FROM json_each(@pieces) AS piece
       CROSS JOIN piece_memories ON piece_memories.piece_no = piece.value
       CROSS JOIN memories ON memories.no = piece_memories.memory_no
       CROSS JOIN revisions ON revisions.memory_no = memories.no AND revisions.revision = piece_memories.revision`,
    { pieces: JSON.stringify(pieceNos) },
  );
  // SQL's DISTINCT would compare whole texts.
  const distinct = new Map(rows.map((row) => [`${row.no} ${row.left_revision}`, row]));
  return [...distinct.values()].map(toLinked);
}

/** Links a memory, in this revision, to a piece. */
export function linkMemory({ db }: Engine, pieceNo: number, memoryId: string, revision: number): void {
  db.run(
    `INSERT INTO piece_memories (piece_no, memory_no, revision)
     SELECT pieces.no, memories.no, ? FROM pieces CROSS JOIN files ON files.no = pieces.file_no
     CROSS JOIN memories ON memories.id = ? AND memories.character_no = files.character_no WHERE pieces.no = ?
     ON CONFLICT DO UPDATE SET revision = excluded.revision`,
    revision,
    memoryId,
    pieceNo,
  );
}

export function unlinkPieces({ db }: Engine, pieceNos: readonly number[]): void {
  db.run('DELETE FROM piece_memories WHERE piece_no IN (SELECT value FROM json_each(?))', JSON.stringify(pieceNos));
}
