import type { AiStore } from './ai-store.ts';
import type { AuditStore } from './audit.ts';
import type { Category, CategoryPreset, NewCategory } from './category.ts';
import type { ChangeStore } from './change-store.ts';
import type { AgentConfig, Alias, Character, characterSorts, Profile } from './character.ts';
import type { EmbeddingStore } from './embedding-store.ts';
import type { ServiceError } from './errors.ts';
import type { CaptureStore, FileStore, WatchStore } from './file-store.ts';
import type { HookStore } from './hook-store.ts';
import type { Importance } from './importance.ts';
import type { Author, ChangeOutcome, Memory, MemoryChange, MemorySource, memoryStates, Revision } from './memory.ts';
import type { Page } from './page.ts';
import type { Scope } from './principal.ts';
import type { RecallStore } from './recall-store.ts';
import type { SearchStore } from './search-store.ts';
import type { SessionStore } from './session.ts';
import type { Access, SharingChange, Visibility } from './sharing.ts';
import type { KeyStore, MemberStore, TenantStore } from './tenant-store.ts';
import type { Tier } from './tier.ts';
import type { OutboxStore, WebhookStore } from './webhook-store.ts';

/**
 * Where everything is kept. One method is one atomic unit: it happens whole or not at all, also beside other
 * processes on the same store. Every method is scoped to a tenant; what belongs to another tenant does not exist
 * for it, nor does a private character (and all that is its) for members that it is not shared with; a write to one
 * that is shared for reading only is AccessDenied. Times are milliseconds since the epoch on the way in and ISO-8601 UTC
 * in records. Every unit that changes something writes its line of the audit trail, and the events that webhooks wait
 * for; who acts is in its scope (see Deed).
 * Methods throw the ServiceErrors named in their comments; anything else they throw is a fault of the engine.
 */
export interface Store {
  tenants: TenantStore;
  members: MemberStore;
  keys: KeyStore;
  sessions: SessionStore;
  characters: CharacterStore;
  categories: CategoryStore;
  memories: MemoryStore;
  changes: ChangeStore;
  search: SearchStore;
  ai: AiStore;
  embeddings: EmbeddingStore;
  files: FileStore;
  watches: WatchStore;
  captures: CaptureStore;
  hooks: HookStore;
  recalls: RecallStore;
  audit: AuditStore;
  webhooks: WebhookStore;
  outbox: OutboxStore;
  /** Finishes what is under way and releases the file. */
  close(): Promise<void>;
}

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
  status: Character['status'] | 'ALL';
  tag?: string | undefined;
  capability?: string | undefined;
  agentStatus?: AgentConfig['status'] | undefined;
  visibility?: Visibility | undefined;
  sortBy: (typeof characterSorts)[number];
  sortOrder: 'ASC' | 'DESC';
}

/** The parts of a character that a change may replace. */
export type CharacterChange = Partial<Pick<Character, 'tags' | 'profile' | 'status'>> & { aliases?: Alias[] };

export interface CharacterStore {
  /** Owned by the caller. DuplicateCharacterName (also when an alias has the name); CharacterLimitExceeded by the tier's maximum of ACTIVE characters. */
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
   * By id when the reference is a UUID, else by alias (without case), then by name. AccessDenied when writing is
   * `needed` (default: READ) and the caller may only read it.
   */
  find(scope: Scope, reference: string, needed?: Access): Promise<Character | undefined>;
  /** By alias alone, without case. */
  findByAlias(scope: Scope, alias: string): Promise<Character | undefined>;
  list(scope: Scope, filter: CharacterFilter): Promise<{ characters: Character[]; total: number }>;
  /** Names of ACTIVE characters that begin with `prefix` (without case), in order. */
  names(scope: Scope, prefix: string, limit: number): Promise<string[]>;
  /**
   * Applies `change` to the character as it stands inside the unit; `change` is pure and may throw.
   * CharacterNotFound; InvalidInput when it is archived, or for an alias that another character's name or alias equals.
   * A change of status alone is allowed on an archived character.
   */
  change(
    scope: Scope,
    characterId: string,
    change: (current: Character) => CharacterChange,
    now: number,
  ): Promise<Character>;
  /** Changes who has the character. CharacterNotFound, and as `decideSharing`. */
  share(scope: Scope, characterId: string, change: SharingChange, now: number): Promise<Character>;
}

export type CategoryChange = {
  [Key in 'description' | 'importance' | 'hints']?: Category[Key] | undefined;
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
  /** CharacterNotFound; InvalidInput when the name is taken or the character archived; ValidationError above maxCategories. */
  add(scope: Scope, characterId: string, added: NewCategory, now: number): Promise<Category>;
  /** CharacterNotFound, CategoryNotConfigured; InvalidInput when the character is archived. */
  change(scope: Scope, characterId: string, name: string, change: CategoryChange, now: number): Promise<Category>;
  /**
   * Moves the category's active memories to `reassignTo` (each gets a revision), its deleted ones to the default.
   * CharacterNotFound, CategoryNotConfigured (either name); InvalidInput for the default category, for a missing
   * `reassignTo` while there are active memories, for a category reassigned to itself, for an archived character.
   */
  remove(
    scope: Scope,
    characterId: string,
    name: string,
    reassignTo: string | undefined,
    by: Author,
  ): Promise<CategoryRemoval>;
}

export interface MemoryFilter extends Page {
  category?: string | undefined;
  state: (typeof memoryStates)[number] | 'ALL';
  importance?: Importance | undefined;
  source?: MemorySource['kind'] | undefined;
  /** Of the file that they come from. */
  fileId?: string | undefined;
  /** Milliseconds on occurredAt: since inclusive, until exclusive. */
  since?: number | undefined;
  until?: number | undefined;
}

export interface MemoryStore {
  /**
   * Applies the changes in order, all or none; row, revision, search index and the character's counts move together.
   * An added text that is stored already (same contentIdentity among active memories) answers the stored memory with
   * NONE; so does an update that changes nothing and the restoring of an active memory.
   * CharacterNotFound; InvalidInput for an archived character; MemoryNotFound (an unknown id, or a deleted one unless
   * restored); CategoryNotConfigured; ConflictUnresolved for a stale expectedRevision and for an update or restoring
   * that would make a memory's text equal another's (the message names it).
   * A restored memory whose category is gone gets the default one.
   */
  write(scope: Scope, characterId: string, changes: MemoryChange[], by: Author): Promise<ChangeOutcome[]>;
  /**
   * As `write`, but a change of a memory that is not there or would equal another leaves the others as they are: its
   * outcome is the MemoryNotFound or ConflictUnresolved.
   */
  writeEach(
    scope: Scope,
    characterId: string,
    changes: MemoryChange[],
    by: Author,
  ): Promise<(ChangeOutcome | ServiceError)[]>;
  /** Active memories only. MemoryNotFound. */
  get(scope: Scope, characterId: string, memoryId: string): Promise<Memory>;
  /** Newest first by occurredAt. CategoryNotConfigured, FileNotFound. */
  list(scope: Scope, characterId: string, filter: MemoryFilter): Promise<{ memories: Memory[]; total: number }>;
  /** The active memories that matter most: by importance, then salience, then the latest. CategoryNotConfigured. */
  mostUseful(scope: Scope, characterId: string, limit: number, category?: string): Promise<Memory[]>;
  /** All active memories in the order of an export: by category, most salient first. CategoryNotConfigured. */
  forExport(scope: Scope, characterId: string, category: string | undefined): Promise<Memory[]>;
  /** Oldest first; also of deleted memories. MemoryNotFound. */
  history(scope: Scope, characterId: string, memoryId: string): Promise<Revision[]>;
}
