import * as z from 'zod';
import { roles, ways } from '../domain/principal.ts';
import { tenantNotFound } from '../domain/tenant-rules.ts';
import { tiers } from '../domain/tier.ts';
import { operation, reads } from '../gate/operation.ts';

export const whoami = operation({
  name: 'whoami',
  title: 'Who am I',
  description: 'See as which member, with which role, of which team and tier you act, and how you signed in.',
  group: 'admin',
  callers: 'clients',
  input: z.object({}),
  output: z.object({
    member: z.object({ id: z.string(), name: z.string(), role: z.enum(roles) }),
    tenant: z.object({ id: z.string(), name: z.string(), tier: z.enum(tiers) }),
    via: z.enum(ways),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/whoami', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  async run({ store, principal, now }) {
    const { tenantId, memberId, name, role, tier, via } = principal;
    const tenant = await store.tenants.find(tenantId, now());
    if (!tenant) throw tenantNotFound(tenantId);
    return { member: { id: memberId, name, role }, tenant: { id: tenantId, name: tenant.name, tier }, via };
  },
});
