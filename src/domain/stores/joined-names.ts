import type { Scope } from '../principal.ts';

/** Another name of a person or thing, which counts as its name. */
export interface JoinedName {
  alias: string;
  /** Empty: the alias is not a name. */
  name: string;
}

/** Names of people and things in a character's memories that a person has joined. */
export interface JoinedNameStore {
  /** CharacterNotFound. */
  list(scope: Scope, characterId: string): Promise<JoinedName[]>;
  /**
   * Joins an alias with a name in place of an earlier one, or takes that back.
   * @param aliasKey how the alias is compared
   * CharacterNotFound, AccessDenied.
   */
  set(
    scope: Scope,
    characterId: string,
    joined: JoinedName & { aliasKey: string },
    isJoined: boolean,
    now: number,
  ): Promise<void>;
}
