import type { Tenant } from '../../domain/tenant.ts';
import * as rules from '../../domain/tenant-rules.ts';
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

type ScheduleRow = Pick<TenantRow, 'tier' | 'next_tier' | 'period_end'>;

/** The row of a tenant by its id. NotFound. */
export function tenantRow(db: Connection, tenantId: string): TenantRow {
  const row = db.get<TenantRow>('SELECT * FROM tenants WHERE id = ?', tenantId);
  if (!row) throw rules.tenantNotFound(tenantId);
  return row;
}

export function scheduleOf({ tier, next_tier: nextTier, period_end: periodEnd }: ScheduleRow): rules.TierSchedule {
  return { tier, nextTier, periodEnd };
}

export function tierInForce(row: ScheduleRow, now: number): Tier {
  return rules.tierInForce(scheduleOf(row), now);
}

/** As tierInForce, in a statement that reads `tenants` at the time `@now`. */
export const selectTierInForce = `CASE WHEN tenants.next_tier IS NOT NULL AND tenants.period_end <= @now
  THEN tenants.next_tier ELSE tenants.tier END`;

export function toTenant(row: TenantRow, now: number): Tenant {
  const waiting = rules.waitingTier(scheduleOf(row), now);
  return {
    id: row.id,
    name: row.name,
    tier: tierInForce(row, now),
    ...(waiting && { nextTier: waiting.tier, periodEnd: iso(waiting.at) }),
    createdAt: iso(row.created_at),
  };
}
