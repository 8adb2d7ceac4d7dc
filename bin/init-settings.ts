import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { localOwner } from '../src/domain/principal.ts';
import type { Launch } from '../src/hosts/host.ts';
import { type Machine, projectName } from '../src/hosts/machine.ts';
import type { Config } from '../src/settings/config.ts';
import type { Setting } from '../src/settings/setting.ts';
import { settings } from '../src/settings/settings.ts';
import { openConnection } from '../src/storage/sqlite/open.ts';
import { createStore } from '../src/storage/sqlite/store.ts';

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
  if (isProject) return projectName(machine);
  return (await onlyCharacter(config)) ?? loginName();
}

async function onlyCharacter({ databasePath, tier }: Config): Promise<string | undefined> {
  if (!existsSync(databasePath)) return undefined;
  try {
    const store = createStore(openConnection(databasePath, { log: () => undefined }));
    try {
      const names = await store.characters.names(localOwner(tier), '', 2);
      return names.length === 1 ? names[0] : undefined;
    } finally {
      await store.close();
    }
  } catch {
    // A store that can't be opened is told by the server that is started in the end.
    return undefined;
  }
}

function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list, as containers have.
    return 'me';
  }
}
