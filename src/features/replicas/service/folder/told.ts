import { type Character, newCharacterNamed } from '../../../../domain/character.ts';
import { hasFeature } from '../../../../domain/tier.ts';
import { validated } from '../../../../domain/validation.ts';
import { newCharacter } from '../../../../service/characters.ts';
import type { Manifest } from '../../domain/bundle.ts';
import type { Replicating } from '../replica.ts';

/** What a store tells in a folder about a character, so that others can make it. */
export type Told = Pick<Manifest['characters'][number], 'name' | 'categoryPreset' | 'visibility' | 'identities'>;

export async function toldOf(
  { store, principal }: Replicating,
  { id, name, categoryPreset, visibility }: Pick<Character, 'id' | 'name' | 'categoryPreset' | 'visibility'>,
): Promise<Told> {
  const identities = await store.replication.identities(principal, id);
  return { name, categoryPreset, visibility, ...(identities.length > 0 && { identities }) };
}

/** Makes a character as another store of the folder has it, also as the memory of its project or person. InvalidInput for `me`. */
export async function makeTold(
  context: Replicating & { newId: () => string },
  { identities = [], visibility, ...told }: Told,
): Promise<Character> {
  const { store, principal, now } = context;
  const isPrivate = visibility === 'PRIVATE' && hasFeature(principal.tier, 'teamSharing');
  // A character of this name would get what agents tell the user's own memory.
  const { name } = validated(newCharacterNamed, told);
  const given = { name, categoryPreset: told.categoryPreset, ...(isPrivate && { visibility }) };
  const made = await store.characters.create(principal, newCharacter(context, given), principal.tier, now());
  if (identities.length > 0) await store.replication.identify(principal, made.id, identities, now());
  return made;
}
