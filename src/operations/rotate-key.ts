import * as z from 'zod';
import { shownKey } from '../domain/tenant.ts';
import { isKeyOf, keyNotFound } from '../domain/tenant-rules.ts';
import { instant } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';
import { makeKey } from '../service/tenancy/keys.ts';
import { keyEnd, keyHolder, ownKeys, toShownKey } from '../service/tenancy/team.ts';
import { keyId } from './fields.ts';

/** How long the old key goes on at most (minutes): a week. */
const maxOverlap = 7 * 24 * 60;
const minuteMs = 60_000;

export const rotateKey = operation({
  name: 'rotate_key',
  title: 'Rotate an API key',
  description:
    'Make a key in the place of one of yours, or as OWNER of any member: with the same name and scope. The old one ends at once, or after `overlapMinutes`. The answer alone holds the new text.',
  group: 'admin',
  input: z.object({
    keyId,
    overlapMinutes: z.int().min(0).max(maxOverlap).default(0).describe('How long the old key goes on'),
    expiresAt: instant.optional().describe('Default: it lasts as long as the old one was made for'),
  }),
  output: shownKey.extend({ key: z.string() }),
  hints: { ...sets, idempotent: false },
  rest: { method: 'POST', path: '/v1/keys/{keyId}/rotate', status: 201 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  errors: ['InsufficientRole', 'NotFound'],
  async run(context, { keyId: id, overlapMinutes, expiresAt }) {
    const { store, principal, newId, now } = context;
    const owner = ownKeys(principal);
    const old = (await store.keys.list(principal.tenantId)).find((one) => one.id === id);
    if (!old || !isKeyOf(old, owner)) throw keyNotFound(id);
    await keyHolder(context, old.memberId);
    const { text, key } = makeKey(newId(), old.name, { expiresAt: keyEnd(expiresAt, now()) });
    const rotated = { ...key, until: now() + overlapMinutes * minuteMs };
    return { ...toShownKey(await store.keys.rotate(id, rotated, now(), owner, principal)), key: text };
  },
});
