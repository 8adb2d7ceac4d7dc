import { tenantNotFound } from '../../../domain/tenant-rules.ts';
import type { TenantRow } from '../../rows/tenancy.ts';
import type { Connection } from '../connection.ts';

/** The row of a tenant by its id. NotFound. */
export function tenantRow(db: Connection, tenantId: string): TenantRow {
  const row = db.get<TenantRow>('SELECT * FROM tenants WHERE id = ?', tenantId);
  if (!row) throw tenantNotFound(tenantId);
  return row;
}

/** As tierInForce, in a statement that reads `tenants` at the time `@now`. */
export const selectTierInForce = `CASE WHEN tenants.next_tier IS NOT NULL AND tenants.period_end <= @now
  THEN tenants.next_tier ELSE tenants.tier END`;
