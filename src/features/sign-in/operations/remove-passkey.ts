import * as z from 'zod';
import { operation, sets } from '../../../gate/operation.ts';
import { passkeyId } from '../../../operations/fields.ts';
import { ownKeys } from '../../../service/tenancy/team.ts';
import { shownPasskey } from '../domain/passkey.ts';

export const removePasskey = operation({
  name: 'remove_passkey',
  title: 'Remove a passkey',
  description: 'Remove a passkey of yours, or as OWNER of anyone in the team. The sessions that it opened end at once.',
  group: 'admin',
  input: z.object({ passkeyId }),
  output: shownPasskey,
  hints: { ...sets, idempotent: false },
  rest: { method: 'DELETE', path: '/v1/passkeys/{passkeyId}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  errors: ['NotFound'],
  async run({ store, principal, now }, { passkeyId: id }) {
    const { tenantId, memberId } = ownKeys(principal);
    return store.passkeys.remove(tenantId, memberId, id, now(), principal);
  },
});
