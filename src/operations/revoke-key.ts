import * as z from 'zod';
import { shownKey } from '../domain/tenant.ts';
import { operation, sets } from '../gate/operation.ts';
import { ownKeys, toShownKey } from '../service/tenancy/team.ts';
import { keyId } from './fields.ts';

export const revokeKey = operation({
  name: 'revoke_key',
  title: 'Revoke an API key',
  description: 'End an API key of yours, or as OWNER of any member, at once and for good.',
  group: 'admin',
  input: z.object({ keyId }),
  output: shownKey,
  hints: sets,
  rest: { method: 'DELETE', path: '/v1/keys/{keyId}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  errors: ['NotFound'],
  async run({ store, principal, now }, { keyId: id }) {
    return toShownKey(await store.keys.revoke(id, now(), ownKeys(principal), principal));
  },
});
