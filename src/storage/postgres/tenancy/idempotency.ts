import { claimMs, judgeClaim, maxCallsOfMember } from '../../../domain/idempotency-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { IdempotencyStore } from '../../../domain/stores/tenancy.ts';
import { type ClaimRow, toClaimedCall } from '../../rows/idempotency.ts';
import type { Connection } from '../connection.ts';
import type { Directory } from '../directory.ts';
import type { Unit } from '../unit.ts';

const ofCall = 'tenant_no = $1 AND member_id = $2 AND key = $3';
const held = `${ofCall} AND holder = $4 AND until IS NOT NULL`;

export function idempotencyStore(db: Connection, directory: Directory): IdempotencyStore {
  return {
    async claim({ tenantId, memberId }, { key, holder }, fingerprint, now) {
      const no = await directory.requireTenant(tenantId);
      return db.write(no, async (q) => {
        const sql = `SELECT * FROM idempotency_keys WHERE ${ofCall} FOR UPDATE`;
        const row = await q.get<ClaimRow>(sql, no, memberId, key);
        const state = judgeClaim(row && toClaimedCall(row), fingerprint, now);
        if (state.kind !== 'mine') return state;
        // An existing row is locked. If there was none, another call may have inserted it first.
        const made = await q.run(
          `INSERT INTO idempotency_keys (tenant_no, member_id, key, holder, fingerprint, until, claimed_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (tenant_no, member_id, key) DO ${
             row
               ? `UPDATE SET holder = $4, fingerprint = $5, until = $6, claimed_at = $7, changed = false, answer = NULL`
               : 'NOTHING'
           }`,
          ...[no, memberId, key, holder, fingerprint, now + claimMs, now],
        );
        if (made === 0) return { kind: 'running' };
        q.send(
          `DELETE FROM idempotency_keys WHERE tenant_no = $1 AND member_id = $2 AND claimed_at <= (
             SELECT claimed_at FROM idempotency_keys WHERE tenant_no = $1 AND member_id = $2
             ORDER BY claimed_at DESC LIMIT 1 OFFSET $3)`,
          ...[no, memberId, maxCallsOfMember],
        );
        return state;
      });
    },

    async renew({ tenantId, memberId }, { key, holder }, now) {
      const no = await directory.requireTenant(tenantId);
      const sql = `UPDATE idempotency_keys SET until = $5 WHERE ${held}`;
      await db.write(no, (q) => q.run(sql, no, memberId, key, holder, now + claimMs));
    },

    async settle({ tenantId, memberId }, { key, holder }, answer) {
      const no = await directory.requireTenant(tenantId);
      await db.write(no, (q) => q.run(settleCall, no, memberId, key, holder, answer ?? null));
    },

    async release({ tenantId, memberId }, { key, holder }, answer) {
      const no = await directory.requireTenant(tenantId);
      await db.write(no, async (q) => {
        q.send(`DELETE FROM idempotency_keys WHERE ${held} AND NOT changed`, no, memberId, key, holder);
        await q.run(settleCall, no, memberId, key, holder, answer);
      });
    },

    async prune(before, limit) {
      let pruned = 0;
      for (const { no } of await db.all<{ no: number }>(null, 'SELECT no FROM tenants')) {
        if (pruned >= limit) break;
        const sql = `DELETE FROM idempotency_keys WHERE tenant_no = $1 AND (member_id, key) IN (
          SELECT member_id, key FROM idempotency_keys WHERE tenant_no = $1 AND claimed_at <= $2
          ORDER BY claimed_at LIMIT $3)`;
        pruned += await db.write(no, (q) => q.run(sql, no, before, limit - pruned));
      }
      return pruned;
    },
  };
}

const settleCall = `UPDATE idempotency_keys SET until = NULL, answer = $5 WHERE ${held}`;

/**
 * Marks in the unit of a change that the call has changed something. COMMIT is sent before the answer is known, so the
 * statement itself must fail when another holder has the claim: it divides by zero, which failures.ts recognises.
 */
export function markChanged(q: Unit, tenantNo: number, { memberId, auditContext }: Scope): void {
  const claim = auditContext?.claim;
  if (!claim) return;
  const sql = `WITH marked AS (UPDATE idempotency_keys SET changed = true WHERE ${held} RETURNING 1)
    SELECT 1 / count(*) FROM marked`;
  q.send(sql, tenantNo, memberId, claim.key, claim.holder);
}
