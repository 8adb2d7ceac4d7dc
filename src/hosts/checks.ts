import { type Handshake, handshake } from './handshake.ts';
import type { Host, Launch, Scope } from './host.ts';
import { type Installed, installedIn } from './installed.ts';
import type { Machine } from './machine.ts';
import { storeAndFind } from './prove.ts';
import { isOurLaunch, notLaunched, type Ours } from './setup/ours.ts';

/** What came of one command, and the hosts that launch it. */
export interface Check extends Pick<Handshake, 'ok' | 'ms' | 'detail' | 'server'> {
  hosts: string[];
  stderr?: string;
}

/** npx may have to fetch the package first. */
const timeoutMs = 60_000;

/**
 * Launches each command that hosts' files hold, once, and stores and finds a memory through it; of a project's files only
 * what is ours.
 */
export async function reachThrough(
  hosts: readonly Host[],
  scope: Scope,
  machine: Machine,
  { version, ours }: { version: string; ours: Ours },
): Promise<Check[]> {
  const launches = new Map<string, { launch: Launch; hosts: string[] }>();
  const checks: Check[] = [];
  for (const host of hosts) {
    const installed = find(host, scope, machine);
    if (!installed) continue;
    if (scope === 'project' && !isOurLaunch(installed, ours)) {
      checks.push({ hosts: [host.name], ok: false, ms: 0, detail: notLaunched });
      continue;
    }
    const { launch } = installed;
    const key = JSON.stringify([launch.command, launch.args, Object.entries(launch.env).toSorted()]);
    const known = launches.get(key);
    if (known) known.hosts.push(host.name);
    else launches.set(key, { launch, hosts: [host.name] });
  }
  for (const { launch, hosts: names } of launches.values()) {
    const { ok, ms, detail, server, stderr } = await handshake(launch, {
      version,
      timeoutMs,
      cwd: machine.home,
      use: storeAndFind,
    });
    checks.push({ hosts: names, ok, ms, detail, ...(server ? { server } : {}), ...(stderr ? { stderr } : {}) });
  }
  return checks;
}

function find(host: Host, scope: Scope, machine: Machine): Installed | undefined {
  try {
    return installedIn(host, scope, machine);
  } catch {
    // A file that can't be read is reported already.
    return undefined;
  }
}
