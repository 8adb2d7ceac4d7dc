import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { ownerAt } from '../src/hooks/project.ts';
import type { ProjectFiles, Whose } from '../src/service/hooks/project.ts';
import type { BaseConfig } from '../src/settings/base.ts';

/** Whose memory is meant in a folder: the one that the settings name, else the project's, else the user's own. */
export function whoseAt({ character }: Pick<BaseConfig, 'character'>, folder: string): Whose {
  return character === undefined ? ownerAt(folder, homedir()) : { character };
}

export const projectFiles: ProjectFiles = {
  rootCommit: async (project) => (await import('../src/hooks/git/root-commit.ts')).rootCommit(project, process.env),
  isGone: (folder) => !existsSync(folder),
};
