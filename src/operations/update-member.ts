import * as z from 'zod';
import { roles } from '../domain/principal.ts';
import { externalId, member, memberStatuses, newMemberName } from '../domain/tenant.ts';
import { operation, sets } from '../gate/operation.ts';
import { memberOf, shownMember } from '../service/tenancy/team.ts';
import { memberId } from './fields.ts';

export const updateMember = operation({
  name: 'update_member',
  title: 'Change a member',
  description:
    'Change name, role, sign-in id (externalId; null clears it) or status of a team member; SUSPENDED shuts it out at once.',
  group: 'admin',
  input: z.object({
    memberId,
    name: newMemberName.optional(),
    role: z.enum(roles).optional(),
    status: z.enum(memberStatuses).optional(),
    externalId: externalId.nullable().optional(),
  }),
  output: member,
  hints: sets,
  rest: { method: 'PATCH', path: '/v1/members/{memberId}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NotFound', 'NameTaken'],
  async run(context, { memberId: reference, ...change }) {
    const { id } = await memberOf(context, reference);
    const { store, principal, now } = context;
    return shownMember(await store.members.change(id, change, now(), principal));
  },
});
