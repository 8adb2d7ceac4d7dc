import { presets } from '../domain/category.ts';
import {
  type Character,
  type CharacterIdentity,
  characterNotFound,
  deletedCharacter,
  emptyProfile,
  newCharacterNamed,
  requireActive,
  UnknownUser,
} from '../domain/character.ts';
import { userOf } from '../domain/character-rules.ts';
import { ServiceError } from '../domain/errors.ts';
import { isReference } from '../domain/project-rules.ts';
import type { Access } from '../domain/sharing.ts';
import { nameBounds, storable } from '../domain/storable.ts';
import type { CharacterChange, NewCharacter } from '../domain/stores/characters.ts';
import { isMachineStore } from '../domain/stores/store.ts';
import { isUuid } from '../domain/text.ts';
import { hasFeature } from '../domain/tier.ts';
import { validated } from '../domain/validation.ts';
import type { Context, ReadingContext } from './context.ts';

type GivenCharacter = { [Key in 'categoryPreset' | 'visibility' | 'tags' | 'profile']?: NewCharacter[Key] | undefined };

/** A new character as the store takes it; the preset decides its categories. */
export function newCharacter(
  { newId }: Pick<Context, 'newId'>,
  given: Pick<NewCharacter, 'name' | 'externalId'> & GivenCharacter,
): NewCharacter {
  const { categoryPreset = 'standard', tags = [], profile = emptyProfile } = given;
  return { ...given, id: newId(), categoryPreset, tags, profile, categories: presets[categoryPreset] };
}

/** The most names that a person is given to choose from. */
const maxChoices = 20;

/** Looks up a reference, by `CharacterStore.find` or `identify`. */
type Find<Found> = (reference: string) => Promise<Found | undefined>;

/** No exact match: asks the user to pick among names that start with `reference`, if there is a user. CharacterNotFound. */
async function chooseCharacter<Found>(
  { store, principal, ask, now, validity }: ReadingContext,
  reference: string,
  find: Find<Found>,
): Promise<Found> {
  const names = ask && !isUuid(reference) ? await store.characters.names(principal, reference.trim(), maxChoices) : [];
  if (!ask || names.length < 2) throw characterNotFound(reference);
  const message = `No character has exactly the name "${reference}". Which one do you mean?`;
  // Another call may name another one.
  validity?.endsAt(now());
  const choice = await ask({ id: `character ${reference}`, message, choices: names });
  const chosen = typeof choice === 'string' ? await find(choice) : undefined;
  if (chosen) return chosen;
  const unchosen = `"${reference}" may mean ${names.join(', ')}; the user chose none, and nothing was changed.`;
  throw new ServiceError('CharacterNotFound', unchosen);
}

async function findBy<Found>(
  context: ReadingContext,
  reference: string,
  find: Find<Found>,
): Promise<Found | Character> {
  const { store, principal, defaultCharacter, makeDefault, defaultPreset, now } = context;
  const found = await find(reference);
  if (found) return found;
  if (await store.characters.findDeleted(principal, reference)) throw deletedCharacter(reference);
  const meant = await meantBy(context, reference);
  if (meant !== undefined) return (await find(meant)) ?? Promise.reject(characterNotFound(reference));
  const user = userOf(reference);
  if (user !== undefined && reference !== defaultCharacter) throw new UnknownUser(user);
  if (reference !== defaultCharacter || isUuid(reference)) return chooseCharacter(context, reference, find);
  if (makeDefault) return (await find(await makeDefault())) ?? Promise.reject(characterNotFound(reference));
  try {
    const { name } = validated(newCharacterNamed, storable({ name: reference }, nameBounds));
    const made = newCharacter(context, { name, categoryPreset: defaultPreset });
    return await store.characters.create(principal, made, principal.tier, now());
  } catch (error) {
    // Another process made it in the meantime.
    if (!(error instanceof ServiceError) || error.type !== 'DuplicateCharacterName') throw error;
    const other = await find(reference);
    // Or it is there, and not for this caller.
    if (!other) throw characterNotFound(reference);
    return other;
  }
}

/** The id of the character that `me`, `Personal` or `project` means; undefined for other references, and where there is none. */
async function meantBy(context: ReadingContext, reference: string): Promise<string | undefined> {
  if (!isReference(reference)) return undefined;
  const { layers } = context;
  if (reference.trim().toLowerCase() === 'project') return layers?.project();
  return layers ? layers.me() : ownOfMember(context, 'make');
}

/** How many names are tried for a member's own character. */
const maxOwnNames = 5;

/** The id of the caller's own memory, where it exists. */
export function ownMemory(context: ReadingContext): Promise<string | undefined> {
  return context.layers ? context.layers.mine() : ownOfMember(context, 'only read');
}

/**
 * The private character under the member's name, or under the first free name like it.
 * @param whenNone whether it is made when it does not exist
 */
async function ownOfMember(context: ReadingContext, whenNone: 'make' | 'only read'): Promise<string | undefined> {
  const { store, principal, now } = context;
  const { name, memberId, tier } = principal;
  const visibility = hasFeature(tier, 'teamSharing') ? 'PRIVATE' : 'PUBLIC';
  for (let i = 1; i <= maxOwnNames; i++) {
    const tried = i === 1 ? name : `${name} (${i})`;
    const found = await store.characters.find(principal, tried);
    const isOwn = found?.owner.id === memberId && found.visibility === visibility && !found.shares?.length;
    if (isOwn) return found.id;
    if (found) continue;
    if (whenNone === 'only read') return undefined;
    try {
      const made = newCharacter(context, { name: tried, visibility });
      return (await store.characters.create(principal, made, tier, now())).id;
    } catch (error) {
      // Somebody has a character of that name which this member may not see.
      if (!(error instanceof ServiceError) || error.type !== 'DuplicateCharacterName') throw error;
    }
  }
  return undefined;
}

/**
 * The character of a reference (UUID, alias or name; `me` and `project` where nothing has that name). A missing default character is created. Where several match, a
 * person who can be asked chooses.
 * @throws ServiceError CharacterNotFound; AccessDenied when the caller lacks the needed access; errors of
 * CharacterStore.create for the default character
 */
export function findCharacter(
  context: ReadingContext,
  reference: string,
  needed: Access = 'READ',
): Promise<CharacterIdentity> {
  const { store, principal } = context;
  return findBy(context, reference, (one) => store.characters.identify(principal, one, needed));
}

/** As findCharacter, with all fields. */
export function readCharacter(context: ReadingContext, reference: string): Promise<Character> {
  const { store, principal } = context;
  return findBy(context, reference, (one) => store.characters.find(principal, one));
}

/** As findCharacter, for a write: refuses an archived character, and one shared for reading, before any costly work. */
export async function findWritableCharacter(context: ReadingContext, reference: string): Promise<CharacterIdentity> {
  const found = await findCharacter(context, reference, 'WRITE');
  requireActive(found);
  return found;
}

/**
 * As findWritableCharacter, for new memories: makes the character of a user (`user:` with an external id) without one,
 * with the categories of the preset.
 */
export async function characterToAddTo(
  context: ReadingContext,
  reference: string,
  preset = context.defaultPreset,
): Promise<CharacterIdentity> {
  const find = () => findWritableCharacter(context, reference);
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof UnknownUser)) throw error;
  }
  const { store, principal, now } = context;
  const { name } = validated(newCharacterNamed, storable({ name: reference }, nameBounds));
  if (name !== reference) {
    throw new ServiceError('InvalidInput', `"${reference}" must be in composed form (NFC), without spaces around it.`);
  }
  try {
    const made = newCharacter(context, { name, externalId: userOf(name), categoryPreset: preset });
    return await store.characters.create(principal, made, principal.tier, now());
  } catch (error) {
    // Another first write made it in the meantime.
    return find().catch((other: unknown) => Promise.reject(other instanceof UnknownUser ? error : other));
  }
}

/** What a read answers; `empty` for a user who has no memory yet. */
export async function orEmpty<Answer>(read: () => Promise<Answer>, empty: Answer): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnknownUser) return empty;
    throw error;
  }
}

/** Applies a pure change to the character that a reference means. */
export async function changeCharacter(
  context: Context,
  reference: string,
  change: (current: Character) => CharacterChange,
): Promise<Character> {
  const { store, principal, now } = context;
  const { id } = await findCharacter(context, reference, 'WRITE');
  return store.characters.change(principal, id, change, now(), principal.tier);
}

/** The id of the character that a reference means; undefined for none. CharacterNotFound. */
export async function characterIdOf(context: Context, reference: string | undefined): Promise<string | undefined> {
  return reference === undefined ? undefined : (await findCharacter(context, reference)).id;
}

/** The ids of the characters that references mean, each once; undefined for none given. CharacterNotFound. */
export async function characterIdsOf(
  context: Context,
  references: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (!references) return undefined;
  const found: string[] = [];
  for (const reference of references) found.push((await findCharacter(context, reference)).id);
  return [...new Set(found)];
}

/** Those of these ids whose characters the caller sees. */
export async function seenAmong({ store, principal }: ByCharacter, ids: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all([...new Set(ids)].map((id) => store.characters.find(principal, id)));
  return new Set(found.flatMap((one) => one?.id ?? []));
}

/** The most characters that a call about all of them reads. */
const maxCharacters = 50;

/** The ids of the characters with the most memories; of those without any none. */
export async function largestCharacters({ store, principal }: Pick<Context, 'store' | 'principal'>): Promise<string[]> {
  const { characters } = await store.characters.list(principal, {
    status: 'ALL',
    page: 0,
    limit: maxCharacters,
    sortBy: 'MEMORY_COUNT',
    sortOrder: 'DESC',
  });
  return characters.filter(({ memoryCount }) => memoryCount > 0).map(({ id }) => id);
}

/** The most layers of one owner, beside the one that a statement is in, over which it is compared. */
const maxLayers = 8;

type ByCharacter = Pick<Context, 'store' | 'principal'>;

/** The owner's other layers, their own memory first: none where somebody else reads this one, and on a server. */
function layersOfOwner({ store, principal }: ByCharacter, characterId: string) {
  return isMachineStore(store) ? store.projects.beside(principal, characterId, maxLayers) : [];
}

/** The ids of the owner's other layers: none where somebody else reads this one, and on a server. CharacterNotFound. */
export async function layersBeside(context: ByCharacter, characterId: string): Promise<string[]> {
  return (await layersOfOwner(context, characterId)).map(({ id }) => id);
}

/** The id of the owner's own memory beside a project's; undefined as `layersBeside`, and for that memory. CharacterNotFound. */
export async function ownLayerBeside(context: ByCharacter, characterId: string): Promise<string | undefined> {
  return (await layersOfOwner(context, characterId)).find(({ isPerson }) => isPerson)?.id;
}

/** The character that has a memory, of those that a call without one means; undefined: none of them, or it means one. */
export async function holderOf(
  { store, principal, layers }: Pick<Context, 'store' | 'principal' | 'layers'>,
  memoryId: string,
): Promise<string | undefined> {
  for (const id of (await layers?.present()) ?? []) {
    if (await store.memories.get(principal, id, memoryId).catch(() => undefined)) return id;
  }
  return undefined;
}
