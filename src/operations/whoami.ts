import * as z from 'zod';
import { roles, ways } from '../domain/principal.ts';
import { tenantNotFound } from '../domain/tenant-rules.ts';
import { tiers } from '../domain/tier.ts';
import { operation, reads } from '../gate/operation.ts';
import { ownMemory } from '../service/characters.ts';

export const whoami = operation({
  name: 'whoami',
  title: 'Who am I',
  description: 'See as which member, role, team and tier you act, how you signed in, and which memory is your own.',
  group: 'admin',
  callers: 'clients',
  input: z.object({}),
  output: z.object({
    member: z.object({ id: z.string(), name: z.string(), role: z.enum(roles) }),
    tenant: z.object({ id: z.string(), name: z.string(), tier: z.enum(tiers) }),
    via: z.enum(ways),
    ownCharacter: z.uuid().optional().describe('The id of your own memory, where it exists.'),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/whoami', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  async run(context) {
    const { store, principal, now } = context;
    const { tenantId, memberId, name, role, tier, via } = principal;
    const tenant = await store.tenants.find(tenantId, now());
    if (!tenant) throw tenantNotFound(tenantId);
    const ownCharacter = await ownMemory(context);
    const member = { id: memberId, name, role };
    return { member, tenant: { id: tenantId, name: tenant.name, tier }, via, ...(ownCharacter && { ownCharacter }) };
  },
});
