import * as z from 'zod';
import { operation, reads, whole } from '../../../gate/operation.ts';
import { offset, partFields, partFrom } from '../../../operations/parts.ts';
import type { Context } from '../../../service/context.ts';
import { ownKeys } from '../../../service/tenancy/team.ts';
import { shownGrant } from '../domain/grant.ts';

const output = z.object({ grants: z.array(shownGrant), total: z.int() });

export const listGrants = operation({
  name: 'list_grants',
  title: 'List allowed clients',
  description:
    'See which clients you have allowed in by signing in, or as OWNER those of the whole team, and what each may do.',
  group: 'admin',
  input: z.object({ offset }),
  output: output.extend(partFields),
  hints: reads,
  rest: { method: 'GET', path: '/v1/grants', status: 200, whole: whole({ input: z.object({}), output, run: listed }) },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  async run(context, { offset: start }) {
    const { grants, total } = await listed(context);
    const { items, stop } = partFrom(context, grants, start);
    return { grants: items, total, ...stop };
  },
});

async function listed({ store, principal, now }: Context) {
  const { tenantId, memberId } = ownKeys(principal);
  const grants = await store.grants.list(tenantId, memberId, now());
  return { grants, total: grants.length };
}
