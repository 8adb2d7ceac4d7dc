import type { Character } from '../character.ts';
import type { Scope } from '../principal.ts';
import type { Project } from '../project-rules.ts';
import type { Tier } from '../tier.ts';
import type { NewCharacter } from './characters.ts';

/** The character of a project. */
export interface ProjectMemory {
  character: Pick<Character, 'id' | 'name'>;
  /**
   * A release before 0.5.0 stored the memory under the folder's name, and the user has not yet been notified that it
   * now belongs to this project.
   */
  isNews: boolean;
  /** It came from another machine and got this folder by its name alone: the user has not yet been notified. */
  isByName?: true | undefined;
}

/** Two memories of one project, or of the person: one that began here, and one from another machine. */
export interface ProjectJoin {
  from: ShownMemory;
  into: ShownMemory;
  /** By what it is known: the person, the remote or first commit of a repository, or the name of its folder alone. */
  by: 'person' | 'repository' | 'name';
  /** The folder of `from`. */
  folder: string;
}

/** A folder that got a memory from another machine by its name alone. */
export interface NamedFolder {
  into: ShownMemory;
  folder: string;
}

type ShownMemory = Pick<Character, 'id' | 'name' | 'memoryCount'>;

export interface AskedProject {
  project: Project;
  /** Whether a folder no longer exists. */
  isMissing: (folder: string) => boolean;
}

/** The characters of this machine's projects. */
export interface ProjectStore {
  /**
   * The memory of a project. A memory that a release before 0.5.0 stored under its name becomes its own, once.
   * Undefined if it has none; `root is needed` if that depends on the first commit.
   */
  find(scope: Scope, asked: AskedProject, now: number): Promise<ProjectMemory | 'root is needed' | undefined>;
  /**
   * As `find`, but creates a missing character under the project's first free name. Errors as CharacterStore.create.
   */
  findOrMake(
    scope: Scope,
    asked: AskedProject,
    made: Omit<NewCharacter, 'name'>,
    tier: Tier,
    now: number,
  ): Promise<ProjectMemory | 'root is needed'>;
  /** The name that `findOrMake` would return, and whether that memory exists. Changes nothing. */
  nameOf(scope: Scope, asked: AskedProject): Promise<{ name: string; isThere: boolean } | 'root is needed'>;
  /**
   * Whether anybody but the caller may read a character: it has another owner or is shared, or it is public and other
   * members or other machines have it. CharacterNotFound.
   */
  hasOtherReaders(scope: Scope, characterId: string): Promise<boolean>;
  /** The memories of projects and places that the caller may see, the oldest first. */
  characters(scope: Scope): Promise<ProjectMemory['character'][]>;
  /**
   * The other characters of projects and of the person that have the same owner as this one and no other reader: the
   * person's, then the latest changed first; none where this one has other readers, or no project or person.
   * CharacterNotFound.
   */
  beside(scope: Scope, characterId: string, limit: number): Promise<{ id: string; isPerson: boolean }[]>;
  /** The memories of projects that have a text, by their characters. */
  saying(scope: Scope, content: string): Promise<{ characterId: string; memoryId: string }[]>;
  /** The memories that may be joined, and the folders whose memory was chosen by name alone. */
  joins(scope: Scope): Promise<{ joins: ProjectJoin[]; byName: NamedFolder[] }>;
  /**
   * Gives another memory the folders and identities of a character, and its name where that only has more in brackets, under
   * a batch's id. CharacterNotFound.
   */
  join(scope: Scope, fromId: string, intoId: string, batch: string, now: number): Promise<void>;
  /**
   * Takes a join back. Returns the two characters, of which the first is active and has its folders and name again;
   * undefined: no such join of two characters that the caller may change.
   * @param ofId the id of one of them
   */
  unjoin(
    scope: Scope,
    batch: string,
    ofId: string | undefined,
    now: number,
  ): Promise<{ fromId: string; intoId: string } | undefined>;
  /**
   * Says of two memories that they are of different projects, so that no join is offered; without the second one, that a
   * character is not of the folder that it got by name. `isApart` false takes it back. CharacterNotFound.
   */
  keepApart(
    scope: Scope,
    characterId: string,
    otherId: string | undefined,
    isApart: boolean,
    now: number,
  ): Promise<void>;
  /** Takes a character from its project, which then has none. CharacterNotFound. */
  release(scope: Scope, characterId: string, now: number): Promise<void>;
  /** Assigns another character to a project. CharacterNotFound. */
  assign(scope: Scope, project: Project, characterId: string, now: number): Promise<void>;
  /** Records that the user was notified which memory a project took over. */
  informed(scope: Scope, characterId: string): Promise<void>;
}
