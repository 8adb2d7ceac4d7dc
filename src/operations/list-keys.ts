import * as z from 'zod';
import { shownKey } from '../domain/tenant.ts';
import { isKeyOf } from '../domain/tenant-rules.ts';
import { operation, reads, whole } from '../gate/operation.ts';
import type { Context } from '../service/context.ts';
import { ownKeys, toShownKey } from '../service/tenancy/team.ts';
import { offset, partFields, partFrom } from './parts.ts';

const output = z.object({ keys: z.array(shownKey), total: z.int() });

export const listKeys = operation({
  name: 'list_keys',
  title: 'List API keys',
  description: 'See your API keys, or as OWNER those of the whole team, revoked ones too; never their texts.',
  group: 'admin',
  input: z.object({ offset }),
  output: output.extend(partFields),
  hints: reads,
  rest: { method: 'GET', path: '/v1/keys', status: 200, whole: whole({ input: z.object({}), output, run: listed }) },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  async run(context, { offset: start }) {
    const { keys, total } = await listed(context);
    const { items, stop } = partFrom(context, keys, start);
    return { keys: items, total, ...stop };
  },
});

async function listed({ store, principal }: Context) {
  const owner = ownKeys(principal);
  const keys = (await store.keys.list(principal.tenantId)).filter((key) => isKeyOf(key, owner));
  return { keys: keys.map(toShownKey), total: keys.length };
}
