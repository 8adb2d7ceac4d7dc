import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { onceDone } from '../src/base/once.ts';
import { isReference } from '../src/domain/project-rules.ts';
import { ownerAt } from '../src/hooks/project.ts';
import type { Server } from '../src/mcp/sdk.ts';
import type { MemoryOwner, ProjectFiles } from '../src/service/hooks/project.ts';
import type { BaseConfig } from '../src/settings/base.ts';

/** How long the host may take to say which folders it works in. */
const rootsMs = 1_000;

/** The project of a folder and the user of this machine. */
export function folderOwnerAt(folder: string) {
  return ownerAt(folder, homedir());
}

/** The memory of a folder: the one that the settings name, else the project's and the user's own. */
export function memoryOwnerAt({ character }: Pick<BaseConfig, 'character'>, folder: string): MemoryOwner {
  const owner = folderOwnerAt(folder);
  if (character === undefined) return owner;
  const { person, ...project } = owner;
  if (!isReference(character)) return { character };
  const ofProject = 'project' in project ? project : owner;
  return { character, meant: character.trim().toLowerCase() === 'project' ? ofProject : { person } };
}

/** The first folder that the host works in; undefined where it does not say. */
export async function rootOf(server: Server): Promise<string | undefined> {
  if (!server.getClientCapabilities()?.roots) return undefined;
  const { roots } = await server.listRoots(undefined, { timeout: rootsMs }).catch(() => ({ roots: [] }));
  const folders = roots.map(({ uri }) => uri).filter((uri) => uri.startsWith('file://'));
  try {
    return folders[0] && fileURLToPath(folders[0]);
  } catch {
    return undefined;
  }
}

const lostAnchors = onceDone(async () => new (await import('../src/hooks/git/lost.ts')).LostAnchors(process.env));

export const projectFiles: ProjectFiles = {
  rootCommit: async (project) => (await import('../src/hooks/git/root-commit.ts')).rootCommit(project, process.env),
  isMissing: (folder) => !existsSync(folder),
  lost: async (...asked) => (await lostAnchors()).of(...asked),
};
