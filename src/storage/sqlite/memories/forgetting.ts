import type { ForgettingStore, ToForget } from '../../../domain/stores/forgetting.ts';
import { isUnanswered } from '../../rows/batches.ts';
import { writeLine } from '../audit/record.ts';
import { accessibleRow, characterRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';

export function forgettingStore(db: Connection): ForgettingStore {
  return {
    ask: (scope, characterId, what, memoryIds, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        const { changes } = db.run(
          `INSERT INTO forget_requests (character_no, memory_no, what, at)
           SELECT character_no, memories.no, ?, ? FROM json_each(?) CROSS JOIN memories ON memories.id = json_each.value
           WHERE character_no = ? AND state = 'ACTIVE'
           ON CONFLICT DO UPDATE SET what = excluded.what, at = excluded.at`,
          what,
          now,
          JSON.stringify(memoryIds),
          character.no,
        );
        if (changes > 0) writeLine(db, scope, { character }, 'OK', now);
        return changes;
      }),

    waiting: (scope, characterId, limit) =>
      db.read(() =>
        db.all<ToForget>(
          `SELECT memories.id AS memoryId, what, at FROM forget_requests AS request
           CROSS JOIN memories ON memories.no = request.memory_no
           WHERE request.character_no = ? AND memories.state = 'ACTIVE' AND ${isUnanswered}
           ORDER BY at DESC, what, request.memory_no LIMIT ?`,
          characterRow(db, scope, characterId).no,
          limit,
        ),
      ),

    answered: (scope, characterId, memoryIds, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        const rows = db.all<{ id: string; no: number }>(
          `SELECT memories.id, memories.no FROM json_each(?) CROSS JOIN memories ON memories.id = json_each.value
           CROSS JOIN forget_requests AS request
             ON request.character_no = memories.character_no AND request.memory_no = memories.no
           WHERE memories.character_no = ?`,
          JSON.stringify(memoryIds),
          character.no,
        );
        const sql = 'DELETE FROM forget_requests WHERE character_no = ? AND memory_no = ?';
        for (const { no } of rows) db.run(sql, character.no, no);
        if (rows.length > 0) writeLine(db, scope, { character }, 'OK', now);
        return rows.map(({ id }) => id);
      }),
  };
}
