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

/** How a reference is looked up: by id when it is a UUID, else by alias and then by the exact name. */
export type CharacterReference = { kind: 'id'; id: string } | { kind: 'name'; aliasKey: string; name: string };

export function readReference(reference: string): CharacterReference {
  if (isUuid(reference)) return { kind: 'id', id: reference.toLowerCase() };
  return { kind: 'name', aliasKey: nameKey(reference), name: reference.normalize('NFC').trim() };
}

/** DuplicateCharacterName when another character, of the status `holder`, has the name. */
export function requireFreeName(name: string, holder: Character['status'] | undefined): void {
  if (holder) throw duplicateCharacterName(name, holder);
}

/**
 * Checks a new character against its tenant: `holder` is the status of the character that has exactly its name or, as an
 * alias, its nameKey; `active` counts the ACTIVE characters. DuplicateCharacterName, CharacterLimitExceeded.
 */
export function requireRoom(
  { name }: Pick<NewCharacter, 'name'>,
  holder: Character['status'] | undefined,
  active: number,
  tier: Tier,
): void {
  requireFreeName(name, holder);
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
