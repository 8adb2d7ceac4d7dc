import type { Character } from '../character.ts';
import type { Scope } from '../principal.ts';
import type { Project } from '../project-rules.ts';
import type { Tier } from '../tier.ts';
import type { NewCharacter } from './characters.ts';

/** Whose memory belongs to a project. */
export interface ProjectMemory {
  character: Pick<Character, 'id' | 'name'>;
  /** A release before 0.5.0 kept it under the folder's name; nobody has been informed yet that this project has it now. */
  isNews: boolean;
}

export interface AskedProject {
  project: Project;
  /** Whether nothing is left of a folder. */
  isGone: (folder: string) => boolean;
}

/** Which character's memory belongs to which project of this machine. */
export interface ProjectStore {
  /**
   * The memory of a project. One that a release before 0.5.0 kept under its name becomes its own, once. Undefined where
   * it has none; where that depends on the first commit, `root is needed`.
   */
  find(scope: Scope, asked: AskedProject, now: number): Promise<ProjectMemory | 'root is needed' | undefined>;
  /** As `find`; makes a character, under the first of the project's names that is free, where it has none. As CharacterStore.create. */
  findOrMake(
    scope: Scope,
    asked: AskedProject,
    made: Omit<NewCharacter, 'name'>,
    tier: Tier,
    now: number,
  ): Promise<ProjectMemory | 'root is needed'>;
  /** The name that `findOrMake` would answer, and whether that memory is there; changes nothing. */
  nameOf(scope: Scope, asked: AskedProject): Promise<{ name: string; isThere: boolean } | 'root is needed'>;
  /** The only active character without a project; undefined where there are none or several. */
  onlyOther(scope: Scope): Promise<Pick<Character, 'id' | 'name'> | undefined>;
  /** Gives a project another memory. CharacterNotFound. */
  assign(scope: Scope, project: Project, characterId: string, now: number): Promise<void>;
  /** The user has been informed whose memory a project took over. */
  informed(scope: Scope, characterId: string): Promise<void>;
}
