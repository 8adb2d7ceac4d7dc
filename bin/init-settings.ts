import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { localOwner } from '../src/domain/principal.ts';
import { projectAt } from '../src/hooks/project.ts';
import type { Launch } from '../src/hosts/host.ts';
import type { Machine } from '../src/hosts/machine.ts';
import type { OnMachine, ReadingContext } from '../src/service/context.ts';
import { assignMemory, findOrMakeMemory, nameOfMemory } from '../src/service/hooks/project.ts';
import { ensureLocalTenant } from '../src/service/tenancy/local.ts';
import type { Config } from '../src/settings/config.ts';
import type { Setting } from '../src/settings/setting.ts';
import { settings } from '../src/settings/settings.ts';
import { openConnection } from '../src/storage/sqlite/open.ts';
import { createStore } from '../src/storage/sqlite/store.ts';
import { projectFiles } from './hook/session.ts';
import { say } from './host-report.ts';

type Env = Launch['env'];

/** Settings that the servers get: the store that is meant here too, and keys only when they are asked for. */
export function settingsFor(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  withKey: boolean,
): Env {
  const keys = Object.entries<Setting>(settings).filter(([, { group }]) => withKey && group === 'ai');
  const given = keys.map(([name]) => [name, environment[name]?.trim()]).filter(([, value]) => value);
  // Desktop hosts have none of a shell's environment, which may say where the store is.
  const isElsewhere = [environment.SERVICE_DB, environment.XDG_DATA_HOME].some((path) => path?.trim());
  const store = isElsewhere ? { SERVICE_DB: config.databasePath } : {};
  return { ...Object.fromEntries(given), ...store };
}

/** Whose memory it is where nobody says: the project's, the only one that there is, or the user's own. */
export async function usualCharacter(config: Config, machine: Machine, isProject: boolean): Promise<string> {
  const hasStore = existsSync(config.databasePath);
  if (!isProject) return (hasStore ? await withStore(config, onlyCharacter) : undefined) ?? loginName();
  const project = projectAt(machine.project);
  if (!project) return 'project';
  const name = hasStore
    ? await withStore(config, (context) => nameOfMemory(context, project, projectFiles))
    : undefined;
  return name ?? project.names[0] ?? 'project';
}

/**
 * Keeps in the store which memory a project has, so that hooks without a character of their own find the same.
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

/** Undefined for a store that can't be used, which the server tells that is started in the end. */
async function withStore<Result>(
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

async function onlyCharacter({ store, principal }: ReadingContext): Promise<string | undefined> {
  const names = await store.characters.names(principal, '', 2);
  return names.length === 1 ? names[0] : undefined;
}

function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list, as containers have.
    return 'me';
  }
}
