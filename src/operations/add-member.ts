import * as z from 'zod';
import { roles } from '../domain/principal.ts';
import { externalId, member, newMemberName } from '../domain/tenant.ts';
import { adds, operation } from '../gate/operation.ts';
import { shownMember } from '../service/tenancy/team.ts';

export const addMember = operation({
  name: 'add_member',
  title: 'Add a member',
  description:
    'Add a person or program to the team; create_key then gives it a key. externalId: its sub at the sign-in.',
  group: 'admin',
  input: z.object({ name: newMemberName, role: z.enum(roles), externalId: externalId.optional() }),
  output: member,
  hints: adds,
  rest: { method: 'POST', path: '/v1/members', status: 201 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NameTaken'],
  async run({ store, principal, newId, now }, given) {
    return shownMember(await store.members.add(principal.tenantId, { id: newId(), ...given }, now(), principal));
  },
});
