import * as z from 'zod';
import { memberName, shownKey } from '../domain/tenant.ts';
import { adds, operation } from '../gate/operation.ts';
import { makeKey } from '../service/tenancy/keys.ts';
import { keyHolder, toShownKey } from '../service/tenancy/team.ts';
import { memberId } from './fields.ts';

export const createKey = operation({
  name: 'create_key',
  title: 'Create an API key',
  description: 'Make an API key for yourself, or as OWNER for a member (id or name). The answer alone holds its text.',
  group: 'admin',
  input: z.object({ name: memberName.default('key'), member: memberId.optional() }),
  output: shownKey.extend({ key: z.string() }),
  hints: adds,
  rest: { method: 'POST', path: '/v1/keys', status: 201 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  errors: ['InsufficientRole', 'NotFound'],
  async run(context, { name, member }) {
    const { store, principal, newId, now } = context;
    const { id } = await keyHolder(context, member);
    const { text, key } = makeKey(newId(), name);
    return { ...toShownKey(await store.keys.add(id, key, now(), principal)), key: text };
  },
});
