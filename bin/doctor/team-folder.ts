import type { Check } from '../../src/base/check.ts';
import { counted } from '../../src/base/counted.ts';
import type { Config } from '../../src/features/config.ts';
import { changedTeamFolder } from '../../src/features/watching/service/changed-team-folder.ts';
import { teamFaults, teamFolderName, teamFolderOf, teamNotes } from '../../src/files/local/team-folder.ts';
import { withStore } from '../init/settings.ts';
import { folderOwnerAt, projectFiles } from '../memory-owner.ts';

/** The most faults that are told one by one. */
const maxTold = 5;

/** The folder of the team in this repository: what of it is not read, and why. */
export async function checkTeamFolder(config: Config): Promise<Check[]> {
  const owner = folderOwnerAt(process.cwd());
  const folder = 'project' in owner ? teamFolderOf(owner.project) : undefined;
  if (folder === undefined || !('project' in owner)) return [];
  const name = 'team folder';
  const notes = counted(teamNotes(folder).length, 'file', 'files');
  if (!config.readsTeamFolder) return [{ name, ok: true, detail: `${notes}, not read: SERVICE_TEAM_FOLDER=off` }];
  const faults = teamFaults(folder);
  const changed = await withStore(config, (context) => changedTeamFolder(context, owner.project, projectFiles));
  const state = changed === undefined ? 'read' : 'changed since it was read; the next session reads it';
  const check = { name, ok: faults.length === 0, detail: `${teamFolderName}: ${notes}, ${state}` };
  if (check.ok) return [check];
  const told = faults.slice(0, maxTold).map(({ path, why }) => `${path}: ${why}.`);
  const more = faults.length > maxTold ? [`And ${faults.length - maxTold} more.`] : [];
  return [{ ...check, advice: [...told, ...more].join(' ') }];
}
