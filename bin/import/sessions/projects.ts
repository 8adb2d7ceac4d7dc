import { existsSync } from 'node:fs';
import type { PastSession } from '../../../src/hooks/sessions/past-session.ts';
import { hooksInFiles } from '../../../src/hosts/hooks-in-files.ts';
import { hostsByName } from '../../../src/hosts/index.ts';
import type { Machine } from '../../../src/hosts/machine.ts';
import type { MemoryOwner } from '../../../src/service/hooks/project.ts';
import { memoryOwnerAt } from '../../memory-owner.ts';

/** Sessions that share one memory. */
export interface Project {
  name: string;
  /** Absent where a character is named. */
  folder?: string;
  owner: MemoryOwner;
  sessions: PastSession[];
}

/** Sessions that belong to no memory. */
export interface Homeless {
  /** Sessions whose folder no longer exists. */
  gone: number;
  /** Sessions of hosts that do not record the folder. */
  unknown: number;
}

/**
 * Finds the memory of each session, like hooks: the named character, the one that the host's hooks were installed with,
 * or that of the session's folder if the folder exists.
 */
export function projectsOf(
  sessions: readonly PastSession[],
  character: string | undefined,
  machine: Machine,
): { projects: Project[]; homeless: Homeless } {
  const projects = new Map<string, Project>();
  const homeless: Homeless = { gone: 0, unknown: 0 };
  const found = new Map<string, Project | undefined>();
  const installed = new Map<string, string | undefined>();
  for (const session of sessions) {
    const { host, folder } = session;
    if (!installed.has(host)) installed.set(host, character ?? characterOfHooks(host, machine));
    const named = installed.get(host);
    if (named !== undefined) {
      add(projects, `character ${named}`, { name: named, owner: { character: named }, sessions: [] }, session);
    } else if (folder === undefined) homeless.unknown++;
    else {
      if (!found.has(folder)) found.set(folder, projectIn(folder));
      const project = found.get(folder);
      if (!project) homeless.gone++;
      else add(projects, `folder ${project.folder}`, project, session);
    }
  }
  return { projects: [...projects.values()], homeless };
}

function add(projects: Map<string, Project>, key: string, project: Project, session: PastSession): void {
  const known = projects.get(key) ?? project;
  known.sessions.push(session);
  projects.set(key, known);
}

/** Undefined for a folder that no longer exists: its repository is unknown. */
function projectIn(folder: string): Project | undefined {
  if (!existsSync(folder)) return undefined;
  const owner = memoryOwnerAt({ character: undefined }, folder);
  const place = 'project' in owner ? owner.project : 'person' in owner ? (owner.folder ?? owner.person) : undefined;
  return { name: place?.names[0] ?? folder, folder: place?.folder ?? folder, owner, sessions: [] };
}

/** The character that `init --hooks` wrote into the user's hooks of a host. */
function characterOfHooks(name: string, machine: Machine): string | undefined {
  const host = hostsByName.get(name);
  const found = host ? hooksInFiles(host, 'user', machine) : [];
  const hooks = found.flatMap((one) => ('unreadable' in one.hooks ? [] : one.hooks));
  return hooks.find(({ character }) => character !== undefined)?.character;
}
