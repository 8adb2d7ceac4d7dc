import type { Category, CategoryPreset, NewCategory } from '../category.ts';
import type { AgentConfig, Alias, Character, CharacterIdentity, characterSorts, Profile } from '../character.ts';
import type { Author } from '../memory.ts';
import type { Page, Paged } from '../page.ts';
import type { Scope } from '../principal.ts';
import type { Access, SharingChange, Visibility } from '../sharing.ts';
import type { Tier } from '../tier.ts';

export interface NewCharacter {
  id: string;
  name: string;
  categoryPreset: CategoryPreset;
  /** Default: PUBLIC. */
  visibility?: Visibility | undefined;
  externalId?: string | undefined;
  tags: string[];
  profile: Profile;
  categories: NewCategory[];
}

export interface CharacterFilter extends Page {
  /** ALL: active and archived ones. */
  status: Character['status'] | 'ALL';
  tag?: string | undefined;
  capability?: string | undefined;
  agentStatus?: AgentConfig['status'] | undefined;
  visibility?: Visibility | undefined;
  sortBy: (typeof characterSorts)[number];
  sortOrder: 'ASC' | 'DESC';
}

/** The parts of a character that a change may replace. */
export type CharacterChange = Partial<Pick<Character, 'name' | 'tags' | 'profile' | 'status'>> & { aliases?: Alias[] };

export interface CharacterStore {
  /**
   * Owned by the caller. DuplicateCharacterName (also when an alias has the name); NameTaken when another has the
   * external id; CharacterLimitExceeded by the tier's maximum of ACTIVE characters.
   */
  create(scope: Scope, created: NewCharacter, tier: Tier, now: number): Promise<Character>;
  /** A copy, owned by the caller, with the source's profile, categories, visibility and, when asked, tags. CharacterNotFound, and as `create`. */
  clone(
    scope: Scope,
    sourceId: string,
    copy: Pick<NewCharacter, 'id' | 'name' | 'externalId'> & { copyTags: boolean },
    tier: Tier,
    now: number,
  ): Promise<Character>;
  /**
   * By id when the reference is a UUID, by external id when it is `user:` with one, else by alias (without case), then
   * by name. InvalidInput when two have the external id; AccessDenied when writing is `needed` (default: READ) and the
   * caller may only read it.
   */
  find(scope: Scope, reference: string, needed?: Access): Promise<Character | undefined>;
  /** As `find`, but only the identity, which most calls need and which is faster to read. */
  identify(scope: Scope, reference: string, needed?: Access): Promise<CharacterIdentity | undefined>;
  /** By alias alone, without case. */
  findByAlias(scope: Scope, alias: string): Promise<Character | undefined>;
  list(scope: Scope, filter: CharacterFilter): Promise<Paged & { characters: Character[] }>;
  /** Names of ACTIVE characters that begin with `prefix` (without case), in order. */
  names(scope: Scope, prefix: string, limit: number): Promise<string[]>;
  /**
   * Applies `change`, a pure function that may throw, to the character as it is inside the unit. An archived character
   * allows only a change of status. CharacterNotFound; CharacterArchived; NameTaken for an alias that is another
   * character's name or alias; DuplicateCharacterName for such a name.
   * @param tier CharacterLimitExceeded by its maximum when one becomes ACTIVE; absent: there is no limit
   */
  change(
    scope: Scope,
    characterId: string,
    change: (current: Character) => CharacterChange,
    now: number,
    tier?: Tier,
  ): Promise<Character>;
  /** As `find`, only deleted characters. */
  findDeleted(scope: Scope, reference: string): Promise<Character | undefined>;
  /**
   * Restores the previous status of a deleted character; has no effect on others. CharacterNotFound, AccessDenied;
   * CharacterLimitExceeded as `change`.
   */
  restore(scope: Scope, characterId: string, tier: Tier, now: number): Promise<Character>;
  /** Changes the owner, visibility or shares. CharacterNotFound, and as `decideSharing`. */
  share(scope: Scope, characterId: string, change: SharingChange, now: number): Promise<Character>;
}

export type CategoryChange = {
  [Key in 'name' | 'description' | 'importance' | 'hints']?: Category[Key] | undefined;
};

export interface CategoryRemoval {
  deleted: string;
  reassignedTo?: string;
  memoriesReassigned: number;
}

/** Category names are compared without case everywhere. */
export interface CategoryStore {
  /** The default category first, then by name. CharacterNotFound. */
  list(scope: Scope, characterId: string): Promise<Category[]>;
  /** CharacterNotFound, CharacterArchived; NameTaken; ValidationError above maxCategories. */
  add(scope: Scope, characterId: string, added: NewCategory, now: number): Promise<Category>;
  /** CharacterNotFound, CharacterArchived, CategoryNotConfigured; NameTaken. */
  change(scope: Scope, characterId: string, name: string, change: CategoryChange, now: number): Promise<Category>;
  /**
   * Moves the category's active memories to `reassignTo` (each gets a revision), its deleted ones to the default.
   * CharacterNotFound, CharacterArchived, CategoryNotConfigured (either name); InvalidInput for the default category, a
   * missing `reassignTo` while there are active memories, or the category itself.
   */
  remove(
    scope: Scope,
    characterId: string,
    name: string,
    reassignTo: string | undefined,
    by: Author,
  ): Promise<CategoryRemoval>;
}
