import * as z from 'zod';
import {
  categoryPreset,
  character,
  emptyProfile,
  externalId,
  newCharacterName,
  patchProfile,
  profileFields,
  tags,
} from '../domain/character.ts';
import { userReference } from '../domain/character-rules.ts';
import { ServiceError } from '../domain/errors.ts';
import { visibilities } from '../domain/sharing.ts';
import { requireFeature } from '../domain/tier.ts';
import { adds, inputBounds, operation, whole } from '../gate/operation.ts';
import { newCharacter } from '../service/characters.ts';
import type { Context } from '../service/context.ts';

const { personalData: _ofUpdates, ...describing } = profileFields;

const input = z.object({
  name: newCharacterName,
  categoryPreset: categoryPreset.optional(),
  visibility: z.enum(visibilities).optional(),
  externalId: externalId.optional(),
  tags: tags.optional(),
  profile: z.strictObject(describing).partial().optional(),
});
/** For programs that begin by making their character: the same program runs again. */
const inWhole = input.extend({
  profile: z.strictObject(profileFields).partial().optional(),
  ifExists: z
    .enum(['error', 'return'])
    .default('error')
    .describe('return: answers with the one that has the externalId, without one the name, as it is'),
});
/** `existed`: it was there before, and nothing was changed. */
const outputInWhole = character.extend({ existed: z.literal(true).optional() });

export const createCharacter = operation({
  name: 'create_character',
  title: 'Create a character',
  description: 'Make a memory for one person, agent or project (preset developer). Use list_characters first.',
  group: 'characters',
  core: true,
  input,
  maxInput: inputBounds.profile,
  output: character,
  hints: adds,
  rest: {
    method: 'POST',
    path: '/v1/characters',
    status: (output) => ('existed' in output ? 200 : 201),
    whole: whole({ input: inWhole, output: outputInWhole, run: createOrReturn }),
  },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['DuplicateCharacterName', 'NameTaken', 'InvalidPreset', 'CharacterLimitExceeded', 'FeatureNotAvailable'],
  run: create,
});

function create(context: Context, { profile, ...given }: Omit<z.output<typeof inWhole>, 'ifExists'>) {
  const { store, principal, now } = context;
  if (given.visibility === 'PRIVATE') requireFeature(principal.tier, 'teamSharing');
  const made = newCharacter(context, {
    ...given,
    profile: patchProfile(emptyProfile, profile ?? {}),
  });
  return store.characters.create(principal, made, principal.tier, now());
}

async function createOrReturn(context: Context, { ifExists, ...given }: z.output<typeof inWhole>) {
  const { store, principal } = context;
  try {
    return await create(context, given);
  } catch (error) {
    if (ifExists === 'error' || !(error instanceof ServiceError) || !isTaken.has(error.type)) throw error;
    const { name, externalId: id } = given;
    const existing = await store.characters.find(principal, id === undefined ? name : userReference(id));
    if (!existing || existing.externalId !== (id ?? existing.externalId)) throw error;
    return { ...existing, existed: true as const };
  }
}

/** Why one that exists already is not made. */
const isTaken: ReadonlySet<string> = new Set(['DuplicateCharacterName', 'NameTaken']);
