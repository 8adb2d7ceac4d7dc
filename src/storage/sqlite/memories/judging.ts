import { toJudge } from '../../../domain/judging.ts';
import type { JudgingStore } from '../../../domain/stores/judging.ts';
import { type TenantRow, tierInForce } from '../../rows/tenancy.ts';
import { batchOf, setJudged } from '../../rows/waiting.ts';
import { nobody } from '../change-counts.ts';
import { anyRow, characterRow, isOfDeleted } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { releaseLeases, takeLease } from '../leases.ts';

const leasePrefix = 'judging of ';

interface Row extends TenantRow {
  character_id: string;
  memory_id: string;
  content: string;
  to_judge: number;
  batch: string | null;
  since: number;
}

export function judgingStore(db: Connection): JudgingStore {
  return {
    waiting: (now, limit, least = toJudge.talk) =>
      db.read(() => {
        // Every search asks. SQLite searches its index from the first of the bounds on.
        const rows = db.cached(`to judge ${least} ${limit}`, () =>
          db.all<Row>(
            `SELECT tenants.*, characters.id AS character_id, memories.id AS memory_id, content, to_judge,
               memories.updated_at AS since, ${batchOf}
             FROM memories INDEXED BY memories_to_judge
             CROSS JOIN characters ON characters.no = character_no CROSS JOIN tenants ON tenants.id = tenant_id
             WHERE to_judge >= ? AND to_judge > 0 AND state = 'ACTIVE'
             ORDER BY to_judge DESC, memories.updated_at DESC, memories.no DESC LIMIT ?`,
            least,
            limit,
          ),
        );
        return rows.map((row) => ({
          tenantId: row.id,
          tier: tierInForce(row, now),
          characterId: row.character_id,
          memoryId: row.memory_id,
          content: row.content,
          mayEnd: row.to_judge === toJudge.ending,
          ...(row.batch !== null && { batch: row.batch }),
          since: row.since,
        }));
      }),

    among: (scope, characterId, memoryIds) =>
      db.read(() => {
        const rows = db.all<{ id: string; content: string; to_judge: number; batch: string | null }>(
          `SELECT memories.id, content, to_judge, ${batchOf} FROM json_each(?) CROSS JOIN memories ON memories.id = json_each.value
           WHERE character_no = ? AND state = 'ACTIVE' AND to_judge > 0`,
          JSON.stringify(memoryIds),
          characterRow(db, scope, characterId).no,
        );
        return rows.map((row) => ({
          memoryId: row.id,
          content: row.content,
          mayEnd: row.to_judge === toJudge.ending,
          ...(row.batch !== null && { batch: row.batch }),
        }));
      }),

    lease: (holder, tenantId, now, until) =>
      db.write(() => takeLease(db, leasePrefix + tenantId, holder, now, until), nobody),

    release: (holder) => db.write(() => releaseLeases(db, leasePrefix, holder), nobody),

    judged: (scope, characterId, { memoryId, content }) =>
      db.write(() => {
        const { no } = anyRow(db, scope, characterId);
        const sql = `UPDATE memories SET ${setJudged(isOfDeleted)} WHERE id = ? AND character_no = ? AND content = ?`;
        db.run(sql, memoryId, no, content);
      }, nobody),
  };
}
