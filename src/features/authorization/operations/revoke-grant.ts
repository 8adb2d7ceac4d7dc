import * as z from 'zod';
import { operation, sets } from '../../../gate/operation.ts';
import { grantId } from '../../../operations/fields.ts';
import { ownKeys } from '../../../service/tenancy/team.ts';
import { shownGrant } from '../domain/grant.ts';

export const revokeGrant = operation({
  name: 'revoke_grant',
  title: 'Revoke a client',
  description: 'Revoke a client that you, or as OWNER anyone of the team, had allowed: all its tokens end at once.',
  group: 'admin',
  input: z.object({ grantId }),
  output: shownGrant,
  hints: sets,
  rest: { method: 'DELETE', path: '/v1/grants/{grantId}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  errors: ['NotFound'],
  async run({ store, principal, now }, { grantId: id }) {
    const { tenantId, memberId } = ownKeys(principal);
    return store.grants.revoke(tenantId, memberId, id, now(), principal);
  },
});
