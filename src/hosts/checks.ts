import { type Handshake, handshake } from './handshake.ts';
import type { Host, Launch, Scope } from './host.ts';
import { installedIn } from './installed.ts';
import type { Machine } from './machine.ts';
import { storeAndFind } from './prove.ts';

/** What came of one command, and the hosts that launch it. */
export interface Check extends Pick<Handshake, 'ok' | 'ms' | 'detail' | 'server'> {
  hosts: string[];
  stderr?: string;
}

/** npx may have to fetch the package first. */
const timeoutMs = 60_000;

/** Launches each command that hosts' files hold, once, and stores and finds a memory through it. */
export async function reachThrough(
  hosts: readonly Host[],
  scope: Scope,
  machine: Machine,
  version: string,
): Promise<Check[]> {
  const launches = new Map<string, { launch: Launch; hosts: string[] }>();
  for (const host of hosts) {
    const launch = launchOf(host, scope, machine);
    if (!launch) continue;
    const key = JSON.stringify([launch.command, launch.args, Object.entries(launch.env).toSorted()]);
    const known = launches.get(key);
    if (known) known.hosts.push(host.name);
    else launches.set(key, { launch, hosts: [host.name] });
  }
  const checks: Check[] = [];
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

function launchOf(host: Host, scope: Scope, machine: Machine): Launch | undefined {
  try {
    return installedIn(host, scope, machine)?.launch;
  } catch {
    // A file that can't be read is told already.
    return undefined;
  }
}
