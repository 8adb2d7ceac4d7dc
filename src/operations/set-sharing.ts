import * as z from 'zod';
import { character } from '../domain/character.ts';
import { limits } from '../domain/limits.ts';
import { accesses, requireHandOver, visibilities } from '../domain/sharing.ts';
import { reference } from '../domain/text.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

const member = reference(limits.reference);

export const setSharing = operation({
  name: 'set_sharing',
  title: 'Set sharing',
  description: 'Choose who in the team sees a character and its memory.',
  group: 'characters',
  callers: 'members',
  input: z.object({
    characterId,
    visibility: z.enum(visibilities).optional(),
    members: z
      .array(z.strictObject({ member, access: z.enum(accesses) }))
      .max(limits.shares)
      .optional(),
    owner: member.optional(),
  }),
  maxInput: inputBounds.text,
  changes: ['visibility', 'members', 'owner'],
  output: character,
  hints: sets,
  rest: { method: 'PUT', path: '/v1/characters/{id}/sharing', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  feature: 'teamSharing',
  errors: ['CharacterNotFound', 'VisibilityChangeNotAllowed'],
  async run(context, { characterId: given, ...change }) {
    const { store, principal, now } = context;
    requireHandOver(principal, change);
    const { id } = await findCharacter(context, given);
    return store.characters.share(principal, id, change, now());
  },
});
