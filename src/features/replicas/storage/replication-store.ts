import type { ServiceError } from '../../../domain/errors.ts';
import type { Author } from '../../../domain/memory.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { NewsPosition, RecallCount, SentChange, ServerRevision } from '../domain/replication.ts';

/** The memories of some erasures, up to the one of that number. */
export interface ErasedMemories {
  erased: string[];
  upTo: number;
}

/** The server's side of replication: it decides the order of all changes. */
export interface ReplicationStore {
  /**
   * Applies a replica's changes one by one, as `receive` decides. Changes that were applied before are skipped. Returns
   * for each why it was refused, or undefined. `by`: the sender. CharacterNotFound, CharacterArchived, AccessDenied.
   */
  receive(
    scope: Scope,
    characterId: string,
    changes: readonly SentChange[],
    by: Author,
  ): Promise<(ServiceError | undefined)[]>;
  /** Whether the store still has the change of a position. CharacterNotFound. */
  hasPosition(scope: Scope, characterId: string, position: NewsPosition): Promise<boolean>;
  /** Revisions after a position, oldest first, at most `limit`. CharacterNotFound. */
  news(
    scope: Scope,
    characterId: string,
    after: NewsPosition | undefined,
    limit: number,
  ): Promise<{
    revisions: ServerRevision[];
    /** The place of each. */
    places: NewsPosition[];
    position: NewsPosition | undefined;
    more: boolean;
  }>;
  /**
   * The memories of erasures after one of this number, and up to which: whole erasures, at least one. CharacterNotFound.
   */
  erasedAfter(scope: Scope, characterId: string, after: number, most: number): Promise<ErasedMemories>;
  /** Notes that a replica has all erasures up to a number. CharacterNotFound. */
  confirmErasures(scope: Scope, characterId: string, replica: string, upTo: number, now: number): Promise<void>;
  /** The portable identities of the project or person whose memory it is. CharacterNotFound. */
  identities(scope: Scope, characterId: string): Promise<string[]>;
  /**
   * Adds identities. In a machine's store one that another character has is only noted: it shows that both are of one
   * project. CharacterNotFound, AccessDenied.
   */
  identify(scope: Scope, characterId: string, identities: readonly string[], now: number): Promise<void>;
  /**
   * Stores a replica's numbers of recalls: the highest number of a day counts. Unknown memories are ignored.
   * CharacterNotFound.
   */
  recalled(scope: Scope, characterId: string, replica: string, counts: readonly RecallCount[]): Promise<void>;
}
