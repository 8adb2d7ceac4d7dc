import type { ForgettingStore, ToForget } from '../../../domain/stores/forgetting.ts';
import { isUuid } from '../../../domain/text.ts';
import { isUnanswered } from '../../rows/batches.ts';
import { writeLine } from '../audit/record.ts';
import { lockVisible } from '../characters/character-rows.ts';
import type { Engine } from '../engine.ts';

export function forgettingStore({ db, directory, reach }: Engine): ForgettingStore {
  return {
    async ask(scope, characterId, what, memoryIds, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      return db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        const asked = await q.all<{ memory_no: number }>(
          `INSERT INTO forget_requests (character_no, memory_no, what, at)
           SELECT $1, no, $2, $3::bigint FROM memories
           WHERE character_no = $1 AND id = ANY($4::uuid[]) AND state = 'ACTIVE'
           ON CONFLICT (character_no, memory_no) DO UPDATE SET what = excluded.what, at = excluded.at
           RETURNING memory_no`,
          ...[characterNo, what, now, memoryIds.filter(isUuid)],
        );
        if (asked.length > 0) writeLine(q, tenantNo, scope, { character: { no: characterNo } }, 'OK', now);
        return asked.length;
      });
    },

    waiting: (scope, characterId, limit) =>
      reach.read(scope, characterId, (q, { characterNo }) =>
        q.all<ToForget>(
          `SELECT memories.id AS "memoryId", what, at FROM forget_requests AS request
           JOIN memories ON memories.character_no = $1 AND memories.no = request.memory_no
           WHERE request.character_no = $1 AND memories.state = 'ACTIVE' AND ${isUnanswered}
           ORDER BY at DESC, what, request.memory_no LIMIT $2`,
          characterNo,
          limit,
        ),
      ),

    async answered(scope, characterId, memoryIds, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      return db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        const rows = await q.all<{ id: string }>(
          `DELETE FROM forget_requests USING memories
           WHERE forget_requests.character_no = $1 AND memories.character_no = $1
             AND memories.no = forget_requests.memory_no AND memories.id = ANY($2::uuid[])
           RETURNING memories.id`,
          characterNo,
          memoryIds.filter(isUuid),
        );
        if (rows.length > 0) writeLine(q, tenantNo, scope, { character: { no: characterNo } }, 'OK', now);
        return rows.map(({ id }) => id);
      });
    },
  };
}
