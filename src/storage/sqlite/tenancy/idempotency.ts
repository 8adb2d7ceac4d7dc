import { claimLost, claimMs, judgeClaim, maxCallsOfMember } from '../../../domain/idempotency-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { IdempotencyStore } from '../../../domain/stores/tenancy.ts';
import { type ClaimRow, toClaimedCall } from '../../rows/idempotency.ts';
import { nobody } from '../change-counts.ts';
import type { Connection } from '../connection.ts';

const ofCall = 'tenant_id = @tenantId AND member_id = @memberId AND key = @key';
const held = `${ofCall} AND holder = @holder AND until IS NOT NULL`;

export function idempotencyStore(db: Connection): IdempotencyStore {
  return {
    claim: ({ tenantId, memberId }, { key, holder }, fingerprint, now) =>
      db.write(() => {
        const call = { tenantId, memberId, key };
        const row = db.get<ClaimRow>(`SELECT * FROM idempotency_keys WHERE ${ofCall}`, call);
        const state = judgeClaim(row && toClaimedCall(row), fingerprint, now);
        if (state.kind !== 'mine') return state;
        db.run(
          `INSERT OR REPLACE INTO idempotency_keys (tenant_id, member_id, key, fingerprint, holder, until, claimed_at)
           VALUES (@tenantId, @memberId, @key, @fingerprint, @holder, @until, @now)`,
          { ...call, fingerprint, holder, until: now + claimMs, now },
        );
        db.run(
          `DELETE FROM idempotency_keys WHERE tenant_id = @tenantId AND member_id = @memberId AND claimed_at <= (
             SELECT claimed_at FROM idempotency_keys WHERE tenant_id = @tenantId AND member_id = @memberId
             ORDER BY claimed_at DESC LIMIT 1 OFFSET @most)`,
          { tenantId, memberId, most: maxCallsOfMember },
        );
        return state;
      }, nobody),

    renew: ({ tenantId, memberId }, claim, now) =>
      db.write(() => {
        const sql = `UPDATE idempotency_keys SET until = @until WHERE ${held}`;
        db.run(sql, { tenantId, memberId, ...claim, until: now + claimMs });
      }, nobody),

    settle: ({ tenantId, memberId }, claim, answer) =>
      db.write(() => {
        const sql = `UPDATE idempotency_keys SET until = NULL, answer = @answer WHERE ${held}`;
        db.run(sql, { tenantId, memberId, ...claim, answer: answer ?? null });
      }, nobody),

    release: ({ tenantId, memberId }, claim, answer) =>
      db.write(() => {
        const call = { tenantId, memberId, ...claim };
        db.run(`DELETE FROM idempotency_keys WHERE ${held} AND changed = 0`, call);
        db.run(`UPDATE idempotency_keys SET until = NULL, answer = @answer WHERE ${held}`, { ...call, answer });
      }, nobody),

    prune: (before, limit) =>
      db.write(() => {
        const sql = `DELETE FROM idempotency_keys WHERE no IN (
          SELECT no FROM idempotency_keys WHERE claimed_at <= ? ORDER BY claimed_at LIMIT ?)`;
        return db.run(sql, before, limit).changes;
      }, nobody),
  };
}

/** Records in the unit of a change that its call has changed something. RequestInProgress. */
export function markChanged(db: Connection, { tenantId, memberId, auditContext }: Scope): void {
  const claim = auditContext?.claim;
  if (!claim) return;
  const sql = `UPDATE idempotency_keys SET changed = 1 WHERE ${held}`;
  if (db.run(sql, { tenantId, memberId, ...claim }).changes === 0) throw claimLost();
}
