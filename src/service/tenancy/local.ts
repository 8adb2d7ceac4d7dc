import { localTenantId } from '../../domain/principal.ts';
import type { TenantStore } from '../../domain/stores/tenancy.ts';
import type { Tier } from '../../domain/tier.ts';

/**
 * Ensures the tenant of this machine. It gets the tier of the settings; without one it keeps its own, so that hooks
 * next to a server do not change its callers' features.
 */
export async function ensureLocalTenant(
  tenants: Pick<TenantStore, 'ensure' | 'find'>,
  { tier, isTierGiven }: { tier: Tier; isTierGiven: boolean },
  now: number,
): Promise<void> {
  if (isTierGiven || !(await tenants.find(localTenantId, now))) await tenants.ensure(localTenantId, tier, now);
}
