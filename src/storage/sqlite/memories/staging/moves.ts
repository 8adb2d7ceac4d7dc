import { decideFollowing, followerOf } from '../../../../domain/file-rules.ts';
import type { NewMemory } from '../../../../domain/memory.ts';
import { INDEX_VERSION } from '../../../../search/parameters.ts';
import type { MemoryRow } from '../../../rows/memories.ts';
import { revisedFrom } from '../../../rows/memory-columns.ts';
import type { Recorder } from '../../audit/record.ts';
import { dropEmbeddings } from '../../embeddings/embeddings.ts';
import type { Engine } from '../../engine.ts';
import { linkedMemories } from '../../files/links.ts';
import { recordRevisions } from '../memory-rows.ts';

/** A memory whose text follows its piece. */
export type Follower = Pick<MemoryRow, 'no' | 'revision' | 'session_id' | 'occurred_at' | 'said'>;

/** The memory that would get another text when a piece moves now; undefined when none does. */
export function followerOfPiece(engine: Engine, pieceNo: number, memory: NewMemory): Follower | undefined {
  const linked = linkedMemories(engine, [pieceNo]);
  const follower = followerOf(linked);
  if (!follower || decideFollowing(follower, memory, undefined)?.content === follower.content) return undefined;
  const no = linked[0]?.no ?? 0;
  return engine.db.get<Follower>('SELECT no, revision, session_id, occurred_at, said FROM memories WHERE no = ?', no);
}

/** The targets of staged moves, by position. */
interface Moved {
  position: number;
  memoryNo: number;
  pieceNo: number;
  pieceKey: string;
}

/**
 * Moves the staged pieces and gives their memories the new texts, each with a revision, like single changes. The caller
 * updates the index. A piece stays as it is when its memory or links have changed since it was staged, when another
 * active memory has its new text, or when its move is no longer wanted.
 * @param wanted the new keys of pieces, by the pieces' numbers
 */
export function moveStaged(
  { db }: Engine,
  { no, characterNo }: { no: number; characterNo: number },
  wanted: ReadonlyMap<number, string>,
  by: Recorder,
): Moved[] {
  db.run(
    `DELETE FROM staged_moves AS move WHERE staging_no = @no AND NOT (
       EXISTS (SELECT 1 FROM memories WHERE no = move.memory_no AND revision = move.revision)
       AND EXISTS (SELECT 1 FROM piece_memories AS link
         WHERE link.piece_no = move.piece_no AND link.memory_no = move.memory_no)
       AND NOT EXISTS (SELECT 1 FROM piece_memories AS link
         WHERE link.piece_no = move.piece_no AND link.memory_no <> move.memory_no)
       AND NOT EXISTS (SELECT 1 FROM captures WHERE captures.piece_no = move.piece_no)
       AND NOT EXISTS (SELECT 1 FROM memories AS twin WHERE twin.character_no = @characterNo
         AND twin.content_key = move.content_key AND twin.state = 'ACTIVE' AND twin.no <> move.memory_no))`,
    { no, characterNo },
  );
  const staged = db.all<Moved>(
    `SELECT position, memory_no AS memoryNo, piece_no AS pieceNo, piece_key AS pieceKey FROM staged_moves
     WHERE staging_no = ?`,
    no,
  );
  const moved = staged.filter(({ position, pieceNo, pieceKey }) => {
    if (wanted.get(pieceNo) === pieceKey) return true;
    db.run('DELETE FROM staged_moves WHERE staging_no = ? AND position = ?', no, position);
    return false;
  });
  if (moved.length === 0) return moved;
  db.run(
    `UPDATE pieces SET key = piece_key FROM staged_moves AS move WHERE staging_no = ? AND pieces.no = piece_no`,
    no,
  );
  // Separate from the text: each of these would rewrite an index of the table for every memory.
  db.run(
    `UPDATE memories SET category_no = categories.no FROM staged_moves AS move
     CROSS JOIN categories ON categories.character_no = @characterNo AND categories.name_key = move.category
     WHERE staging_no = @no AND memories.no = memory_no AND category_no <> categories.no`,
    { no, characterNo },
  );
  db.run(
    `UPDATE memories SET index_version = @version FROM staged_moves AS move
     WHERE staging_no = @no AND memories.no = memory_no AND index_version <> @version`,
    { no, version: INDEX_VERSION },
  );
  db.run(
    `UPDATE memories SET content = move.content, content_key = move.content_key, revision = move.revision + 1,
       updated_at = @now FROM staged_moves AS move WHERE staging_no = @no AND memories.no = memory_no`,
    { no, now: by.now },
  );
  recordRevisions(
    db,
    by,
    `SELECT memories.character_no, memories.no, memories.revision, 'UPDATED', ${revisedFrom()}
     FROM staged_moves AS move CROSS JOIN memories ON memories.no = memory_no
     CROSS JOIN categories ON categories.no = category_no WHERE staging_no = ?`,
    no,
  );
  db.run(
    `UPDATE piece_memories SET revision = move.revision + 1 FROM staged_moves AS move
     WHERE staging_no = ? AND piece_memories.piece_no = move.piece_no AND piece_memories.memory_no = move.memory_no`,
    no,
  );
  const memoryNos = moved.map(({ memoryNo }) => memoryNo);
  by.changes.note('UPDATED', memoryNos);
  dropEmbeddings(db, memoryNos);
  return moved;
}
