import * as z from 'zod';
import { operation, sets } from '../gate/operation.ts';
import { memberOf } from '../service/tenancy/team.ts';
import { memberId } from './fields.ts';

export const removeMember = operation({
  name: 'remove_member',
  title: 'Remove a member',
  description:
    'Remove a member for good and revoke its keys; what it wrote stays until erase_memories removes it (filter: author).',
  group: 'admin',
  input: z.object({ memberId }),
  output: z.object({ id: z.string(), removed: z.literal(true) }),
  hints: { ...sets, idempotent: false },
  rest: { method: 'DELETE', path: '/v1/members/{memberId}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NotFound'],
  async confirm(context, { memberId: reference }) {
    const { name } = await memberOf(context, reference);
    return `Remove the member "${name}" for good and revoke its keys? What it wrote stays.`;
  },
  async run(context, { memberId: reference }) {
    const { id } = await memberOf(context, reference);
    const { store, principal, now } = context;
    await store.members.remove(id, now(), principal);
    return { id, removed: true as const };
  },
});
