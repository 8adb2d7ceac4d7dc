import type { MemoryRecord } from '../../../../storage/rows/memories.ts';
import type { Recorder } from '../../../../storage/sqlite/audit/record.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import type { Engine } from '../../../../storage/sqlite/engine.ts';
import { selectMemories } from '../../../../storage/sqlite/memories/memory-rows.ts';
import type { KnownRevision } from '../replica-store.ts';
import { forgetRefusals, takeBack } from './refusals.ts';

/** As `ReplicaStore.restart`. Needs a write unit. */
export function restart(
  engine: Engine,
  characterNo: number,
  server: readonly KnownRevision[] | undefined,
  by: Recorder,
): void {
  const { db } = engine;
  const ofCharacter = 'memory_no IN (SELECT no FROM memories WHERE character_no = ?)';
  forgetRefusals(db, characterNo);
  db.run(`DELETE FROM replica_memories WHERE ${ofCharacter}`, characterNo);
  if (server) takeBack(engine, characterNo, notThere(db, characterNo, server), by);
  db.run(
    `UPDATE replicas SET position = NULL, base = NULL, sent_no = NULL, problem = NULL, refused_since = NULL
     WHERE character_no = ?`,
    characterNo,
  );
}

/** The memories with something that the server lacks; for the others, up to which revision both sides agree is noted. */
function notThere(db: Connection, characterNo: number, server: readonly KnownRevision[]): MemoryRecord[] {
  const there = new Map<string, Map<number, number>>();
  for (const { memoryId, revision, at } of server) {
    there.set(memoryId, (there.get(memoryId) ?? new Map()).set(revision, at));
  }
  const rows = db.all<MemoryRecord>(`${selectMemories} WHERE memories.character_no = ?`, characterNo);
  return rows.filter(({ no, id, revision }) => {
    const known = there.get(id);
    if (!known) return true;
    const sql = 'SELECT revision, created_at AS at FROM revisions WHERE memory_no = ? ORDER BY revision';
    const own = db.all<{ revision: number; at: number }>(sql, no);
    const differs = own.findIndex((one) => known.get(one.revision) !== one.at);
    const common = differs < 0 ? revision : (own[differs - 1]?.revision ?? 0);
    // Both sides made a memory of this id on their own: each keeps its text.
    if (common === 0) return false;
    db.run('INSERT INTO replica_memories (memory_no, revision) VALUES (?, ?)', no, common);
    return common < revision;
  });
}
