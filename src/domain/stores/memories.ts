import type { ServiceError } from '../errors.ts';
import type { LabelFilters } from '../label-filters.ts';
import type {
  Author,
  ChangeOutcome,
  Importance,
  KeptRevision,
  Memory,
  MemoryChange,
  MemorySource,
  memoryStates,
  NewMemory,
} from '../memory.ts';
import type { Page, Paged, Place } from '../page.ts';
import type { Scope } from '../principal.ts';

/** A filter of memories. */
export interface MemoryChoice extends LabelFilters {
  category?: string | undefined;
  importance?: Importance | undefined;
  /** This importance or a higher one. */
  leastImportance?: Importance | undefined;
  source?: MemorySource['kind'] | undefined;
  /** Only those that are no message of an imported chat. */
  isNote?: true | undefined;
  /** The file that they come from, by its id or path. */
  fileId?: string | undefined;
  /** The client that stored it: a host, or the name of a key. */
  client?: string | undefined;
  /** Who stored or changed it: a member's id, or the name that it had. */
  author?: string | undefined;
  /** A batch or an import that stored or changed it. */
  batchId?: string | undefined;
  /** The session that it comes from. */
  sessionId?: string | undefined;
  /** Milliseconds on occurredAt: since inclusive, until exclusive. */
  since?: number | undefined;
  until?: number | undefined;
  /** Only those that were stored since then (ms), inclusive. */
  storedSince?: number | undefined;
  /** Only those that hold, or do not hold, at a time (ms); `isPast`: of those that were known by then. */
  holding?: { at: number; holds: boolean; isPast: boolean } | undefined;
  /** Only those that ended, or will end, in a period (ms): from inclusive, until exclusive. */
  ending?: { from: number; until: number } | undefined;
  /** Only memories that are older than this (ms) and were not recalled since, except CRITICAL ones. */
  unrecalledSince?: number | undefined;
}

/** By occurredAt; by importance, then salience; by the number of recorded recalls; by updatedAt. */
export const memorySorts = ['newest', 'oldest', 'importance', 'recalled', 'changed'] as const;
export type MemorySort = (typeof memorySorts)[number];

export interface MemoryFilter extends MemoryChoice, Page {
  state: (typeof memoryStates)[number] | 'ALL';
  /** Without deleted ones that have moved to another character: they stand there. */
  withoutMoved?: true | undefined;
  /** Default: newest. */
  sort?: MemorySort | undefined;
}

/** A memory in a list by recalls, with their number. */
export type ListedMemory = Memory & { recalls?: number };

/** A page of the memories of several characters, and how many of them each has that has any. */
export interface ListedOfSeveral extends Paged {
  memories: ListedMemory[];
  counts: { characterId: string; memories: number }[];
}

/** A memory as it is copied to another character. The ids are those of the copied memories. */
export type MemoryCopy = NewMemory;

/** A memory that moves to another character; `category`: there, if that has it. */
export interface Move {
  memoryId: string;
  /** Default: its present one. */
  category?: string | undefined;
}

/** A memory that has moved. */
export interface Moved {
  /** As it stands there; with another id if its text stood there already. */
  memory: Memory;
  isJoined: boolean;
  /** Before. */
  category: string;
}

export interface MemoryStore {
  /**
   * Applies the changes in order, all or none. Row, revision, search index and the character's counts change together.
   * - NONE, with the stored memory: an added text that is stored already (same contentIdentity among active memories),
   *   an update that changes nothing, the restoring of an active memory.
   * - Errors: CharacterNotFound, CharacterArchived; MemoryNotFound (an unknown id, or a deleted one unless restored);
   *   CategoryNotConfigured; ConflictUnresolved (a stale expectedRevision, or a text that another memory has; the
   *   message names it).
   * - A restored memory gets the default category if its own no longer exists.
   */
  write(scope: Scope, characterId: string, changes: MemoryChange[], by: Author): Promise<ChangeOutcome[]>;
  /**
   * As `write`, but a change of a missing memory, or one that would equal another, does not affect the others: its
   * outcome is MemoryNotFound or ConflictUnresolved.
   */
  writeEach(
    scope: Scope,
    characterId: string,
    changes: MemoryChange[],
    by: Author,
  ): Promise<(ChangeOutcome | ServiceError)[]>;
  /**
   * Moves active memories to another character of the tenant, in one unit: deleted here, they stand there with their ids,
   * their vectors and what links them to each other, and with their history unless others would get to know it. Each by
   * itself: MemoryNotFound. A category that is missing there is replaced by the default one. A text that stands there
   * already is not stored twice. CharacterNotFound, CharacterArchived, AccessDenied for either.
   */
  reassign(
    scope: Scope,
    fromId: string,
    toId: string,
    moves: readonly Move[],
    by: Author,
  ): Promise<(Moved | ServiceError)[]>;
  /** Active memories only. MemoryNotFound. */
  get(scope: Scope, characterId: string, memoryId: string): Promise<Memory>;
  /** Active memories by their ids, of all characters that the caller sees; others are left out. */
  byIds(scope: Scope, ids: readonly string[]): Promise<Memory[]>;
  /** CategoryNotConfigured, FileNotFound. */
  list(scope: Scope, characterId: string, filter: MemoryFilter): Promise<Paged & { memories: ListedMemory[] }>;
  /** The memories of all characters that the caller sees, as one list. A category and a file are those of any. */
  listSeen(scope: Scope, filter: MemoryFilter): Promise<ListedOfSeveral>;
  /** The ids of matching memories, newest first by occurredAt. CategoryNotConfigured, FileNotFound. */
  ids(scope: Scope, characterId: string, filter: Omit<MemoryFilter, keyof Page | 'sort'>): Promise<string[]>;
  /** The numbers in the search index of the matching active memories. CategoryNotConfigured, FileNotFound. */
  numbers(scope: Scope, characterId: string, choice: MemoryChoice): Promise<ReadonlySet<number>>;
  /** The most important memories that hold: by importance, then salience, then the latest. CategoryNotConfigured. */
  mostUseful(scope: Scope, characterId: string, limit: number, now: number, category?: string): Promise<Memory[]>;
  /**
   * The matching memories in the order of an export: by category, most salient first, and the place of each.
   * CategoryNotConfigured, FileNotFound; InvalidInput for a place of another list.
   * @param only those with these ids, or behind a place
   */
  forExport(
    scope: Scope,
    characterId: string,
    filter: Omit<MemoryFilter, keyof Page | 'sort'>,
    only?: { ids?: readonly string[] | undefined; after?: Place | undefined },
  ): Promise<{ memories: Memory[]; places: Place[] }>;
  /** Active memories as copies, sorted by number: at most `limit` after the number `after`. CharacterNotFound. */
  copies(
    scope: Scope,
    characterId: string,
    after: number,
    limit: number,
  ): Promise<{ copies: MemoryCopy[]; last: number }>;
  /** Oldest first; also of deleted memories. MemoryNotFound. */
  history(scope: Scope, characterId: string, memoryId: string): Promise<KeptRevision[]>;
}
