import { homedir } from 'node:os';
import type { Project } from '../../../domain/project-rules.ts';
import type { MachineStore } from '../../../domain/stores/store.ts';
import { storedPath } from '../../../files/local/stored-path.ts';
import type { Context, OnMachine } from '../../../service/context.ts';
import { findOrMakeMemory, type ProjectFiles } from '../../../service/hooks/project.ts';
import type { Watch } from '../domain/watch.ts';
import { changedTeamFolder } from './changed-team-folder.ts';
import { LocalFiles } from './local.ts';
import { type SyncChoice, syncWatches } from './local-files.ts';

/** What reading a team folder did. */
export interface TeamReading {
  characterId: string;
  /** Notes that could not be stored, with the reasons. */
  failed: { path: string; error: string }[];
  /** Why files that are not there do not count as deleted. */
  held?: string | undefined;
}

/**
 * Brings the memory of a project up to date with its team folder, which is watched from then on. A memory is made where
 * there is none. Undefined where there is nothing to read, or too much. What is left when the signal aborts, the next
 * session reads, or a server.
 */
export async function readTeamFolder(
  given: OnMachine<Context>,
  project: Project,
  files: ProjectFiles,
  signal?: AbortSignal,
): Promise<TeamReading | undefined> {
  const folder = await changedTeamFolder(given, project, files);
  if (folder === undefined) return undefined;
  // The user does not wait for the interval of a tier: git changes many files at once.
  const context = { ...given, syncIntervals: false };
  const { characterId } = await findOrMakeMemory(context, { project }, files);
  return syncTeamFolder(context, characterId, folder, project, { signal });
}

/** Stores the present state of a team folder, and watches it. */
export async function syncTeamFolder(
  context: OnMachine<Context>,
  characterId: string,
  folder: string,
  project: Pick<Project, 'folder'>,
  choice: Pick<SyncChoice, 'confirm' | 'signal'> = {},
): Promise<TeamReading> {
  const { store } = context;
  const roots = { home: homedir(), workingDirectory: project.folder };
  const local = new LocalFiles(store.watches, roots);
  const watch = await watchOf(context, store, characterId, storedPath(folder));
  const results = await syncWatches(context, local, [watch], choice);
  const failed = results.flatMap((one) => ('error' in one ? [{ path: one.path, error: one.error.message }] : []));
  return { characterId, failed, held: local.vanished.of(characterId)[0]?.reason };
}

/** The watch of a team folder, which is made where there is none. */
async function watchOf(
  { principal, now }: Pick<Context, 'principal' | 'now'>,
  { watches }: MachineStore,
  characterId: string,
  path: string,
): Promise<Watch> {
  const known = await watches.list(principal, characterId);
  const found = known.find((one) => one.path === path);
  const watch = { path, kind: 'directory', label: 'team', deleteMissing: true } as const;
  return found ?? watches.put(principal, characterId, watch, now());
}
