import * as z from 'zod';
import { member } from '../domain/tenant.ts';
import { operation, reads } from '../gate/operation.ts';
import { shownMember } from '../service/tenancy/team.ts';

export const listMembers = operation({
  name: 'list_members',
  title: 'List members',
  description: 'See who belongs to the team, with roles and whether suspended; oldest first.',
  group: 'admin',
  input: z.object({}),
  output: z.object({ members: z.array(member), total: z.int() }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/members', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  async run({ store, principal }) {
    const members = await store.members.list(principal.tenantId);
    return { members: members.map(shownMember), total: members.length };
  },
});
