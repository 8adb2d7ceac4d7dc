import { toJudge } from '../../../domain/judging.ts';
import type { JudgingStore } from '../../../domain/stores/judging.ts';
import type { Tier } from '../../../domain/tier.ts';
import type { Engine } from '../engine.ts';
import { releaseLeases, takeLease } from '../leases.ts';
import { selectTierInForce } from '../tenancy/tenant-rows.ts';

const leasePrefix = 'judging of ';

interface Row {
  character_no: number;
  memory_id: string;
  content: string;
  to_judge: number;
}

interface Of {
  character_no: number;
  character_id: string;
  tenant_id: string;
  tier: Tier;
}

export function judgingStore({ db, directory, reach }: Engine): JudgingStore {
  return {
    waiting: (now, limit) =>
      db.read(null, async (q) => {
        const rows = await q.all<Row>(
          `SELECT character_no, id AS memory_id, content, to_judge FROM memories
           WHERE to_judge > 0 AND state = 'ACTIVE' ORDER BY to_judge DESC, updated_at DESC, no DESC LIMIT $1`,
          limit,
        );
        if (rows.length === 0) return [];
        const owners = await q.all<Of>(
          `SELECT character_states.character_no, characters.id AS character_id, tenants.id AS tenant_id,
             ${selectTierInForce('$2')} AS tier
           FROM character_states CROSS JOIN LATERAL (SELECT id FROM characters
             WHERE characters.tenant_no = character_states.tenant_no AND characters.no = character_no OFFSET 0) AS characters
           JOIN tenants ON tenants.no = character_states.tenant_no
           WHERE character_states.character_no = ANY($1::bigint[])`,
          [...new Set(rows.map((row) => row.character_no))],
          now,
        );
        const byNo = new Map(owners.map((one) => [one.character_no, one]));
        return rows.flatMap(({ character_no: no, memory_id: memoryId, content, to_judge: waits }) => {
          const of = byNo.get(no);
          if (!of) return [];
          const { tenant_id: tenantId, character_id: characterId, tier } = of;
          return [{ tenantId, tier, characterId, memoryId, content, mayEnd: waits === toJudge.ending }];
        });
      }),

    lease: (holder, tenantId, now, until) =>
      db.write(null, (q) => takeLease(q, leasePrefix + tenantId, holder, now, until)),

    release: async (holder) => {
      await db.write(null, (q) => releaseLeases(q, leasePrefix, holder));
    },

    among: (scope, characterId, memoryIds) =>
      reach.read(scope, characterId, async (q, { characterNo }) => {
        const rows = await q.all<Row>(
          `SELECT id AS memory_id, content, to_judge FROM memories
           WHERE character_no = $1 AND id = ANY($2::uuid[]) AND state = 'ACTIVE' AND to_judge > 0`,
          characterNo,
          memoryIds,
        );
        return rows.map(({ memory_id: memoryId, content, to_judge: waits }) => {
          return { memoryId, content, mayEnd: waits === toJudge.ending };
        });
      }),

    async judged(scope, characterId, { memoryId, content }) {
      const { tenantNo, characterNo } = await directory.locate(scope, characterId);
      await db.write(tenantNo, (q) =>
        q.run(
          'UPDATE memories SET to_judge = 0 WHERE character_no = $1 AND id = $2 AND content = $3',
          characterNo,
          memoryId,
          content,
        ),
      );
    },
  };
}
