import { localTenantId } from '../../domain/principal.ts';
import type { TenantStore } from '../../domain/stores/tenancy.ts';
import type { Tier } from '../../domain/tier.ts';

/**
 * The tenant of this machine exists. It gets the tier that the settings name; where they name none it keeps its own, so
 * that hooks beside a server do not change what that server's callers may do.
 */
export async function ensureLocalTenant(
  tenants: Pick<TenantStore, 'ensure' | 'find'>,
  { tier, isTierGiven }: { tier: Tier; isTierGiven: boolean },
  now: number,
): Promise<void> {
  if (isTierGiven || !(await tenants.find(localTenantId, now))) await tenants.ensure(localTenantId, tier, now);
}
