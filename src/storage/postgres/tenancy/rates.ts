import type { RateStore } from '../../../domain/stores/tenancy.ts';
import { tiers } from '../../../domain/tier.ts';
import { countOrRefuse } from '../../rows/tenancy.ts';
import type { Connection } from '../connection.ts';
import type { Directory } from '../directory.ts';

const takeRequest = `INSERT INTO rate_counts AS counted (tenant_no, bucket, since, count)
  SELECT $1::integer, $2::text, $3::bigint, 1 WHERE $4::integer > 0
  ON CONFLICT (tenant_no, bucket) ${countOrRefuse('$4')}`;

export function rateStore(db: Connection, directory: Directory): RateStore {
  return {
    async take(tenantId, bucket, limit, window) {
      const tenantNo = await directory.requireTenant(tenantId);
      const [row] = await db.writeOne<{ count: number }>(tenantNo, takeRequest, tenantNo, bucket, window, limit);
      return row?.count;
    },
  };
}

/**
 * Counts a request of the caller in `found`, a part of the same statement: in bucket $2 and window $3, up to the limit
 * `allowed`.
 */
export const takenWithCredential = `INSERT INTO rate_counts AS counted (tenant_no, bucket, since, count)
  SELECT tenant_no, $2::text, $3::bigint, 1 FROM found WHERE allowed > 0 LIMIT 1
  ON CONFLICT (tenant_no, bucket) ${countOrRefuse('(SELECT allowed FROM found LIMIT 1)')}`;

/** The limit of a tier from the list $4, which is in the order of tiers. */
export const allowedBy = (tier: string) =>
  `($4::integer[])[array_position(ARRAY[${tiers.map((one) => `'${one}'`).join(', ')}]::text[], ${tier})]`;
