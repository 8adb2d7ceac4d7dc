import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { accesses } from '../domain/sharing.ts';
import { memberName, shownKey } from '../domain/tenant.ts';
import { instant, reference } from '../domain/text.ts';
import { adds, inputBounds, operation } from '../gate/operation.ts';
import { characterIdsOf } from '../service/characters.ts';
import { makeKey } from '../service/tenancy/keys.ts';
import { keyEnd, keyHolder, toShownKey } from '../service/tenancy/team.ts';
import { memberId } from './fields.ts';

export const createKey = operation({
  name: 'create_key',
  title: 'Create an API key',
  description:
    'Make an API key for yourself, or as OWNER for a member (id or name). It may end, only read, or have some characters alone. The answer alone holds its text.',
  group: 'admin',
  input: z.object({
    name: memberName.default('key'),
    member: memberId.optional(),
    expiresAt: instant.optional(),
    access: z.enum(accesses).default('WRITE').describe('READ: it changes nothing'),
    characterIds: z
      .array(reference(limits.reference))
      .min(1)
      .max(limits.keyCharacters)
      .optional()
      .describe('The only characters it has; default: all of the member’s'),
  }),
  maxInput: inputBounds.text,
  output: shownKey.extend({ key: z.string() }),
  hints: adds,
  rest: { method: 'POST', path: '/v1/keys', status: 201 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  errors: ['InsufficientRole', 'NotFound', 'CharacterNotFound'],
  async run(context, { name, member, expiresAt, access, characterIds: given }) {
    const { store, principal, newId, now } = context;
    const { id } = await keyHolder(context, member);
    const characterIds = await characterIdsOf(context, given);
    const { text, key } = makeKey(newId(), name, { access, characterIds, expiresAt: keyEnd(expiresAt, now()) });
    return { ...toShownKey(await store.keys.add(id, key, now(), principal)), key: text };
  },
});
