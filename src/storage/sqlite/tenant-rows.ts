import { ServiceError } from '../../domain/errors.ts';
import type { Tenant } from '../../domain/tenancy.ts';
import { iso } from '../../domain/text.ts';
import type { Tier } from '../../domain/tier.ts';
import type { Connection } from './connection.ts';

export interface TenantRow {
  id: string;
  name: string;
  tier: Tier;
  next_tier: Tier | null;
  period_end: number | null;
  created_at: number;
}

/** The row of a tenant by its id. NotFound. */
export function tenantRow(db: Connection, tenantId: string): TenantRow {
  const row = db.get<TenantRow>('SELECT * FROM tenants WHERE id = ?', tenantId);
  if (!row) throw new ServiceError('NotFound', `Tenant "${tenantId}" does not exist.`);
  return row;
}

/** A downgrade is in force from the end of the billing period on, whether or not anything has recorded it since. */
export function tierInForce(row: Pick<TenantRow, 'tier' | 'next_tier' | 'period_end'>, now: number): Tier {
  const { tier, next_tier: next, period_end: end } = row;
  return next !== null && end !== null && end <= now ? next : tier;
}

/** As tierInForce, in a statement that reads `tenants` at the time `@now`. */
export const selectTierInForce = `CASE WHEN tenants.next_tier IS NOT NULL AND tenants.period_end <= @now
  THEN tenants.next_tier ELSE tenants.tier END`;

export function toTenant(row: TenantRow, now: number): Tenant {
  const { id, name, next_tier: next, period_end: end, created_at: created } = row;
  const waits = next !== null && end !== null && end > now;
  return {
    id,
    name,
    tier: tierInForce(row, now),
    ...(waits && { nextTier: next, periodEnd: iso(end) }),
    createdAt: iso(created),
  };
}
