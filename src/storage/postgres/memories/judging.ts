import { toJudge } from '../../../domain/judging.ts';
import type { JudgingStore } from '../../../domain/stores/judging.ts';
import { batchOf, setJudged } from '../../rows/waiting.ts';
import { isDeleted } from '../characters/character-rows.ts';
import type { Engine } from '../engine.ts';
import { releaseLeases, takeLease } from '../leases.ts';
import { queuedFor } from './queued.ts';

const leasePrefix = 'judging of ';

interface Row {
  character_no: number;
  memory_id: string;
  content: string;
  to_judge: number;
  batch: string | null;
  since: number;
}

export function judgingStore({ db, directory, reach }: Engine): JudgingStore {
  return {
    waiting: (now, limit, least = toJudge.talk) =>
      db.read(null, async (q) => {
        const rows = await q.all<Row>(
          `SELECT character_no, id AS memory_id, content, to_judge, updated_at AS since, ${batchOf} FROM memories
           WHERE to_judge > 0 AND to_judge >= $1 AND state = 'ACTIVE' ORDER BY to_judge DESC, updated_at DESC, no DESC LIMIT $2`,
          least,
          limit,
        );
        const whose = await queuedFor(q, rows, now);
        return rows.flatMap(({ character_no: no, memory_id: memoryId, content, to_judge: waits, batch, since }) => {
          const of = whose.get(no);
          return of
            ? [{ ...of, memoryId, content, mayEnd: waits === toJudge.ending, ...(batch !== null && { batch }), since }]
            : [];
        });
      }),

    lease: (holder, tenantId, now, until) =>
      db.write(null, (q) => takeLease(q, leasePrefix + tenantId, holder, now, until)),

    release: async (holder) => {
      await db.write(null, (q) => releaseLeases(q, leasePrefix, holder));
    },

    among: (scope, characterId, memoryIds) =>
      reach.read(scope, characterId, async (q, { characterNo }) => {
        const rows = await q.all<Omit<Row, 'since'>>(
          `SELECT id AS memory_id, content, to_judge, ${batchOf} FROM memories
           WHERE character_no = $1 AND id = ANY($2::uuid[]) AND state = 'ACTIVE' AND to_judge > 0`,
          characterNo,
          memoryIds,
        );
        return rows.map(({ memory_id: memoryId, content, to_judge: waits, batch }) => {
          return { memoryId, content, mayEnd: waits === toJudge.ending, ...(batch !== null && { batch }) };
        });
      }),

    async judged(scope, characterId, { memoryId, content }) {
      const place = await directory.locate(scope, characterId);
      await db.write(place.tenantNo, async (q) =>
        q.run(
          `UPDATE memories SET ${setJudged('$4::boolean')} WHERE character_no = $1 AND id = $2 AND content = $3`,
          ...[place.characterNo, memoryId, content, await isDeleted(q, place)],
        ),
      );
    },
  };
}
