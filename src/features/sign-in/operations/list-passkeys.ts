import * as z from 'zod';
import { operation, reads, whole } from '../../../gate/operation.ts';
import { offset, partFields, partFrom } from '../../../operations/parts.ts';
import type { Context } from '../../../service/context.ts';
import { ownKeys } from '../../../service/tenancy/team.ts';
import { shownPasskey } from '../domain/passkey.ts';

const output = z.object({ passkeys: z.array(shownPasskey), total: z.int() });

export const listPasskeys = operation({
  name: 'list_passkeys',
  title: 'List passkeys',
  description: 'See the passkeys with which you sign in to the dashboard, or as OWNER those of the whole team.',
  group: 'admin',
  input: z.object({ offset }),
  output: output.extend(partFields),
  hints: reads,
  rest: {
    method: 'GET',
    path: '/v1/passkeys',
    status: 200,
    whole: whole({ input: z.object({}), output, run: listed }),
  },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  async run(context, { offset: start }) {
    const { passkeys, total } = await listed(context);
    const { items, stop } = partFrom(context, passkeys, start);
    return { passkeys: items, total, ...stop };
  },
});

async function listed({ store, principal }: Context) {
  const { tenantId, memberId } = ownKeys(principal);
  const passkeys = await store.passkeys.list(tenantId, memberId);
  return { passkeys, total: passkeys.length };
}
