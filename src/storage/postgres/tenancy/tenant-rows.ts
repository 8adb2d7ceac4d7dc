import { tenantNotFound } from '../../../domain/tenant-rules.ts';
import type { Tier } from '../../../domain/tier.ts';
import { type TenantRow, tierInForce } from '../../rows/tenancy.ts';
import type { Unit } from '../unit.ts';

export interface NumberedTenant extends TenantRow {
  no: number;
}

/** Locks the row of a tenant until the unit ends. Limits are checked under this lock. NotFound. */
export async function lockTenant(q: Unit, tenantId: string): Promise<NumberedTenant> {
  const row = await q.get<NumberedTenant>('SELECT * FROM tenants WHERE id = $1 FOR NO KEY UPDATE', tenantId);
  if (!row) throw tenantNotFound(tenantId);
  return row;
}

/** The number of a tenant, inside a unit. NotFound. */
export async function tenantNoOf(q: Unit, tenantId: string): Promise<number> {
  const row = await q.get<{ no: number }>('SELECT no FROM tenants WHERE id = $1', tenantId);
  if (!row) throw tenantNotFound(tenantId);
  return row.no;
}

export async function lockedTier(q: Unit, tenantId: string, now: number): Promise<{ no: number; tier: Tier }> {
  const row = await lockTenant(q, tenantId);
  return { no: row.no, tier: tierInForce(row, now) };
}

/** As tierInForce, in a statement that reads `tenants` at the time of a parameter. */
export const selectTierInForce = (now: string) => `CASE WHEN tenants.next_tier IS NOT NULL
  AND tenants.period_end <= ${now}::bigint THEN tenants.next_tier ELSE tenants.tier END`;
