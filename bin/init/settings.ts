import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { localOwner } from '../../src/domain/principal.ts';
import { byFolder } from '../../src/domain/project-rules.ts';
import type { Config } from '../../src/features/config.ts';
import { settings } from '../../src/features/config.ts';
import { createStore } from '../../src/features/sqlite.ts';
import { projectAt } from '../../src/hooks/project.ts';
import type { Host, HostScope, Launch } from '../../src/hosts/host.ts';
import { installedIn } from '../../src/hosts/installed.ts';
import type { Machine } from '../../src/hosts/machine.ts';
import type { OnMachine, ReadingContext } from '../../src/service/context.ts';
import { assignMemory, findOrMakeMemory, nameOfMemory } from '../../src/service/hooks/project.ts';
import { ensureLocalTenant } from '../../src/service/tenancy/local.ts';
import type { Setting } from '../../src/settings/setting.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { say } from '../host-report.ts';
import { projectFiles } from '../memory-owner.ts';

type Env = Launch['env'];

/** Memories of the store that a person is shown to choose from. */
const maxCandidates = 5;

/** Settings of the servers' entries: this store, and keys only on request. */
export function settingsFor(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  withKey: boolean,
): Env {
  const keys = Object.entries<Setting>(settings).filter(([, { group }]) => withKey && group === 'ai');
  const given = keys.map(([name]) => [name, environment[name]?.trim()]).filter(([, value]) => value);
  // Desktop hosts do not inherit the environment of a shell, in which the store may be named.
  const { SERVICE_DB: named, XDG_DATA_HOME: data = '' } = environment;
  const isElsewhere = Boolean(named?.trim()) || isAbsolute(data);
  const store = isElsewhere ? { SERVICE_DB: config.databasePath } : {};
  return { ...Object.fromEntries(given), ...store };
}

/** The default memory: for a project its own, else by folder. */
export async function usualCharacter(config: Config, machine: Machine, isProject: boolean): Promise<string> {
  if (!isProject) return byFolder;
  const project = projectAt(machine.project);
  if (!project) return 'project';
  const name = existsSync(config.databasePath)
    ? await withStore(config, (context) => nameOfMemory(context, { project }, projectFiles))
    : undefined;
  return name ?? project.names[0] ?? 'project';
}

/** A possible memory, and the hosts with entries that name it. */
export interface Candidate {
  name: string;
  memories: number;
  hosts: readonly string[];
}

/** The memories that entries of these hosts name, and the largest ones of the store. */
export async function candidates(config: Config, hosts: readonly Host[], scope: HostScope, machine: Machine) {
  const found = new Map<string, { name: string; memories: number; hosts: string[] }>();
  const at = (name: string) => {
    const one = found.get(name) ?? { name, memories: 0, hosts: [] };
    found.set(name, one);
    return one;
  };
  for (const host of hosts) {
    const name = characterIn(host, scope, machine);
    if (name !== undefined && name !== byFolder) at(name).hosts.push(host.title);
  }
  const largest = {
    status: 'ACTIVE',
    sortBy: 'MEMORY_COUNT',
    sortOrder: 'DESC',
    limit: maxCandidates,
    page: 0,
  } as const;
  const read = ({ store, principal }: ReadingContext) => store.characters.list(principal, largest);
  const stored = existsSync(config.databasePath) ? await withStore(config, read) : undefined;
  for (const { name, memoryCount } of stored?.characters ?? []) at(name).memories = memoryCount;
  return [...found.values()];
}

/** Undefined if the host has no entry of ours, or its file can't be read. */
function characterIn(host: Host, scope: HostScope, machine: Machine): string | undefined {
  try {
    return installedIn(host, scope, machine)?.launch.env.SERVICE_CHARACTER;
  } catch {
    return undefined;
  }
}

/**
 * Stores the memory of a project, so that hooks without a character of their own find the same one.
 * @param name the character that the user names; undefined: the project's own
 */
export async function claimProject(config: Config, machine: Machine, name: string | undefined): Promise<void> {
  const project = projectAt(machine.project);
  if (!project) return;
  await withStore(config, async (context) => {
    await ensureLocalTenant(context.store.tenants, config, Date.now());
    if (name !== undefined) return assignMemory(context, project, name, projectFiles);
    const { characterId, notice } = await findOrMakeMemory(context, { project }, projectFiles);
    if (notice === undefined) return;
    say(notice);
    await context.store.projects.informed(context.principal, characterId);
  });
}

/** Undefined for a store that can't be used, which the test start of the server reports. */
export async function withStore<Result>(
  { databasePath, tier }: Config,
  use: (context: OnMachine<ReadingContext>) => Promise<Result>,
): Promise<Result | undefined> {
  const log = () => undefined;
  try {
    const store = createStore(openConnection(databasePath, { log }));
    try {
      return await use({ store, principal: localOwner(tier), now: Date.now, newId: randomUUID, log });
    } finally {
      await store.close();
    }
  } catch {
    return undefined;
  }
}
