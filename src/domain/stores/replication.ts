import type { ServiceError } from '../errors.ts';
import type { Author } from '../memory.ts';
import type { Scope } from '../principal.ts';
import type { NewsPosition, SentChange, ServerRevision } from '../replication.ts';

/** The server's side of replication: it decides the order of what replicas change. */
export interface ReplicationStore {
  /** The identity of this store. */
  identity(): Promise<string>;
  /**
   * Applies changes of a replica in order, each by itself, as `receive` decides; one that was applied before is passed
   * over. Answers why a change was refused, undefined for the others. `by` is who sends them.
   * CharacterNotFound, CharacterArchived, AccessDenied.
   */
  receive(
    scope: Scope,
    characterId: string,
    changes: readonly SentChange[],
    by: Author,
  ): Promise<(ServiceError | undefined)[]>;
  /** Revisions behind a position, in the order in which they happened: at most `limit`. CharacterNotFound. */
  news(
    scope: Scope,
    characterId: string,
    after: NewsPosition | undefined,
    limit: number,
  ): Promise<{
    revisions: ServerRevision[];
    /** Of each of them. */
    places: NewsPosition[];
    position: NewsPosition | undefined;
    more: boolean;
  }>;
}
