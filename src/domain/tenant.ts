import type { Tier } from './tier.ts';

/** The tenant of a local server; it is in every store. */
export const localTenantId = 'local';

/** Whoever runs a local server owns its tenant; `name` says which part of the server acts. */
export function localOwner(tier: Tier, name = 'local'): Principal {
  return { tenantId: localTenantId, tier, role: 'OWNER', name };
}

export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];

/** Whether a role includes what `needed` may do; each role includes the ones before it. */
export function roleIncludes(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Who calls: every call of every transport carries one. `name` is what revisions record as changedBy. */
export interface Principal {
  tenantId: string;
  tier: Tier;
  role: Role;
  name: string;
}
