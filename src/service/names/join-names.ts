import { ServiceError } from '../../domain/errors.ts';
import type { Context } from '../context.ts';
import { keyOf } from './character-names.ts';
import { readNames } from './counted-names.ts';
import { soundingAlike } from './same-sound.ts';

/**
 * Joins an alias with a name in a character, or in all whose memories have the alias, or takes that back; without a name,
 * it marks the alias as no name, and with itself as one that stands for itself alone.
 * CharacterNotFound; NotFound where no memory has it, or no character may be changed.
 */
export async function joinNames(
  context: Context,
  asked: { characterId?: string | undefined; name?: string | undefined; alias: string; joined: boolean },
) {
  const { store, principal, now } = context;
  const { name, alias, joined: isJoined } = asked;
  const aliasKey = keyOf(alias);
  // What is joined must not depend on how far a call comes in its time.
  const { all } = await readNames(context, asked.characterId, Number.POSITIVE_INFINITY);
  const characterIds: string[] = [];
  for (const { character, names } of all) {
    const isMeant = asked.characterId !== undefined || character.joined.some((one) => keyOf(one.alias) === aliasKey);
    if (character.access !== 'WRITE' || !(isMeant || names.find(alias) !== undefined)) continue;
    // What sounds alike is joined unless a person says that it stands for itself.
    const isOfTwo = !isJoined && name !== undefined && aliasKey !== keyOf(name);
    const isApart = isOfTwo && soundingAlike(names).some((one) => keyOf(one.alias) === aliasKey);
    const joined = { alias, aliasKey, name: isApart ? alias : (name ?? '') };
    await store.joinedNames.set(principal, character.id, joined, isJoined || isApart, now());
    characterIds.push(character.id);
  }
  if (characterIds.length === 0) throw new ServiceError('NotFound', `No memory that you may change names "${alias}".`);
  return { ...(name !== undefined && { name }), alias, joined: isJoined, characterIds };
}
