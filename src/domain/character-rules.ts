import type { Category } from './category.ts';
import { type Alias, type Character, clonedProfile, duplicateCharacterName, requireActive } from './character.ts';
import { ServiceError } from './errors.ts';
import type { CharacterChange, NewCharacter } from './stores/characters.ts';
import { foldCase, isUuid } from './text.ts';
import { requireFreeCharacterSlot, type Tier } from './tier.ts';

/** The key for comparing names and aliases: without case. */
export function nameKey(name: string): string {
  return foldCase(name.trim());
}

/**
 * How a reference is looked up: by id when it is a UUID, `user:` and an external id by that (else by a name without
 * one), all others by alias and then by the exact name.
 */
export type CharacterReference =
  | { kind: 'id'; id: string }
  | { kind: 'user'; externalId: string; name: string }
  | { kind: 'name'; aliasKey: string; name: string };

const userPrefix = 'user:';

/** The reference to the character with an external id. */
export function userReference(externalId: string): string {
  return userPrefix + externalId;
}

/** The external id of a reference to the memory of an application's user; undefined for other references. */
export function userOf(reference: string): string | undefined {
  const isUser = reference.startsWith(userPrefix) && reference.length > userPrefix.length;
  return isUser ? reference.slice(userPrefix.length) : undefined;
}

export function readReference(reference: string): CharacterReference {
  if (isUuid(reference)) return { kind: 'id', id: reference.toLowerCase() };
  const name = reference.normalize('NFC').trim();
  const externalId = userOf(reference);
  return externalId === undefined
    ? { kind: 'name', aliasKey: nameKey(reference), name }
    : { kind: 'user', externalId, name };
}

/** DuplicateCharacterName when another character, of the status `holder`, has the name. */
export function requireFreeName(name: string, holder: Character['status'] | undefined): void {
  if (holder) throw duplicateCharacterName(name, holder);
}

/** InvalidInput when several visible characters, which earlier releases allowed, have one external id. */
export function onlyOneOf<Row extends Pick<Character, 'id' | 'name'>>(
  rows: readonly Row[],
  reference: string,
): Row | undefined {
  const [found, other] = rows;
  if (!found || !other) return found;
  const both = [found, other].map(({ id, name }) => `"${name}" (${id})`).join(' and ');
  throw new ServiceError('InvalidInput', `"${reference}" means two characters: ${both}. Name one of them by its id.`);
}

/** Who has the name or alias, and the external id, of a new character: their status; undefined for none. */
export interface Holders {
  name: Character['status'] | undefined;
  externalId: Character['status'] | undefined;
}

/**
 * Checks a new character against its tenant: `holders` have exactly its name or, as an alias, its nameKey, and its
 * external id; `active` counts the ACTIVE characters. NameTaken, DuplicateCharacterName, CharacterLimitExceeded.
 */
export function requireRoom(
  { name, externalId }: Pick<NewCharacter, 'name' | 'externalId'>,
  holders: Holders,
  active: number,
  tier: Tier,
): void {
  if (holders.externalId) {
    const remedy =
      holders.externalId === 'DELETED' ? 'It is deleted: restore it.' : 'Refer to it by "user:" and that id.';
    throw new ServiceError('NameTaken', `A character with the externalId "${externalId}" exists already. ${remedy}`);
  }
  requireFreeName(name, holders.name);
  requireFreeCharacterSlot(tier, active);
}

/** A copy of a character with its profile (the agent IDLE), its categories, its visibility and, when asked, its tags. */
export function clonedCharacter(
  source: Character,
  categories: Category[],
  { copyTags, ...copy }: Pick<NewCharacter, 'id' | 'name' | 'externalId'> & { copyTags: boolean },
): NewCharacter {
  return {
    ...copy,
    categoryPreset: source.categoryPreset,
    visibility: source.visibility,
    tags: copyTags ? source.tags : [],
    profile: clonedProfile(source.profile),
    categories,
  };
}

/** A character after a change; `aliases` only when they are replaced. */
export type ChangedCharacter = Pick<Character, 'name' | 'tags' | 'profile' | 'status'> & {
  aliases?: Alias[] | undefined;
};

/**
 * What to store for a change, or undefined when there is nothing to do: archiving twice changes nothing.
 * CharacterArchived for an archived character, of which only the status may change.
 */
export function decideCharacterChange(current: Character, change: CharacterChange): ChangedCharacter | undefined {
  const parts = Object.keys(change);
  if (parts.some((part) => part !== 'status')) requireActive(current);
  if (parts.length === 1 && change.status === current.status) return undefined;
  const { name, tags, profile, status } = { ...current, ...change };
  return { name, tags, profile, status, aliases: change.aliases };
}

/** Whether a change needs one of the tier's places for ACTIVE characters. */
export function becomesActive(before: Pick<Character, 'status'>, after: Pick<Character, 'status'>): boolean {
  return before.status !== 'ACTIVE' && after.status === 'ACTIVE';
}

/** NameTaken for an alias that another character has as name or alias (`taken`, nameKeys); InvalidInput for one twice in the list. */
export function requireFreeAliases(aliases: readonly Alias[], taken: ReadonlySet<string>): void {
  const keys = new Set<string>();
  for (const { alias } of aliases) {
    const key = nameKey(alias);
    if (taken.has(key))
      throw new ServiceError('NameTaken', `aliases: "${alias}" is another character's name or alias.`);
    if (keys.has(key)) throw new ServiceError('InvalidInput', `aliases: "${alias}" is named twice.`);
    keys.add(key);
  }
}
