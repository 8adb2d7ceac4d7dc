import type { Project } from '../../../domain/project-rules.ts';
import { storedPath } from '../../../files/local/stored-path.ts';
import { differsFrom, teamFolderOf } from '../../../files/local/team-folder.ts';
import type { OnMachine, ReadingContext } from '../../../service/context.ts';
import { findMemory, type ProjectFiles } from '../../../service/hooks/project.ts';

/** The team folder of a project whose notes are not those that are stored of them; undefined: there is nothing to read. */
export async function changedTeamFolder(
  context: OnMachine<ReadingContext>,
  project: Project,
  files: ProjectFiles,
): Promise<string | undefined> {
  const folder = teamFolderOf(project);
  if (folder === undefined) return undefined;
  const memory = await findMemory(context, { project }, files);
  const { store, principal } = context;
  const stored = memory ? await store.watches.filesBelow(principal, memory.characterId, storedPath(folder)) : [];
  const hashes = new Map(stored.map(({ path, contentHash }) => [path, contentHash]));
  return differsFrom(folder, hashes) ? folder : undefined;
}
