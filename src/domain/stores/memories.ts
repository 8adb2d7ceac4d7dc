import type { ServiceError } from '../errors.ts';
import type {
  Author,
  ChangeOutcome,
  Importance,
  Memory,
  MemoryChange,
  MemorySource,
  memoryStates,
  NewMemory,
  Revision,
} from '../memory.ts';
import type { Page } from '../page.ts';
import type { Scope } from '../principal.ts';

/** Which memories are meant, by what is known of them. */
export interface MemoryChoice {
  category?: string | undefined;
  importance?: Importance | undefined;
  source?: MemorySource['kind'] | undefined;
  /** The file that they come from, by its id or path. */
  fileId?: string | undefined;
  /** The program that stored it: a host, or the name of a key. */
  client?: string | undefined;
  /** A batch or an import that stored or changed it. */
  batchId?: string | undefined;
  /** Milliseconds on occurredAt: since inclusive, until exclusive. */
  since?: number | undefined;
  until?: number | undefined;
  /** Milliseconds: those from before it that no recall has given since, but for CRITICAL ones. */
  unrecalledSince?: number | undefined;
}

/** By occurredAt, by importance and then salience, by the recalls that gave them as far as they are kept, by updatedAt. */
export const memorySorts = ['newest', 'oldest', 'importance', 'recalled', 'changed'] as const;
export type MemorySort = (typeof memorySorts)[number];

export interface MemoryFilter extends MemoryChoice, Page {
  state: (typeof memoryStates)[number] | 'ALL';
  /** Default: newest. */
  sort?: MemorySort | undefined;
}

/** A memory of a list by recalls, with how many gave it. */
export type ListedMemory = Memory & { recalls?: number };

/** A memory as another character is given it. */
export type MemoryCopy = Omit<NewMemory, 'id'>;

export interface MemoryStore {
  /**
   * Applies the changes in order, all or none; row, revision, search index and the character's counts move together.
   * An added text that is stored already (same contentIdentity among active memories) answers the stored memory with
   * NONE; so does an update that changes nothing and the restoring of an active memory.
   * CharacterNotFound, CharacterArchived; MemoryNotFound (an unknown id, or a deleted one unless
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
  /** CategoryNotConfigured, FileNotFound. */
  list(scope: Scope, characterId: string, filter: MemoryFilter): Promise<{ memories: ListedMemory[]; total: number }>;
  /** The ids of those that are meant, newest first by occurredAt. CategoryNotConfigured, FileNotFound. */
  ids(scope: Scope, characterId: string, filter: Omit<MemoryFilter, keyof Page | 'sort'>): Promise<string[]>;
  /** The numbers that search has for the active memories that are meant. CategoryNotConfigured, FileNotFound. */
  numbers(scope: Scope, characterId: string, choice: MemoryChoice): Promise<ReadonlySet<number>>;
  /** The active memories that matter most: by importance, then salience, then the latest. CategoryNotConfigured. */
  mostUseful(scope: Scope, characterId: string, limit: number, category?: string): Promise<Memory[]>;
  /**
   * The memories that are meant in the order of an export: by category, most salient first. CategoryNotConfigured,
   * FileNotFound.
   * @param ids of these alone
   */
  forExport(
    scope: Scope,
    characterId: string,
    filter: Omit<MemoryFilter, keyof Page | 'sort'>,
    ids?: readonly string[],
  ): Promise<Memory[]>;
  /** Active memories as copies, in the order of their numbers: at most `limit` behind the number `after`. CharacterNotFound. */
  copies(
    scope: Scope,
    characterId: string,
    after: number,
    limit: number,
  ): Promise<{ copies: MemoryCopy[]; last: number }>;
  /** Oldest first; also of deleted memories. MemoryNotFound. */
  history(scope: Scope, characterId: string, memoryId: string): Promise<Revision[]>;
}
