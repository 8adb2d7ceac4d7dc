import { type Handshake, handshake } from './handshake.ts';
import type { Launch } from './host.ts';
import { storeAndFind } from './prove.ts';

/** What came of one command, and the hosts that launch it. */
export interface Check extends Pick<Handshake, 'ok' | 'ms' | 'detail' | 'server'> {
  hosts: string[];
  stderr?: string;
}

/** npx may have to fetch the package first. */
const timeoutMs = 60_000;

/**
 * Launches each command that hosts are to have, once, and stores and finds a memory through it.
 * @param cwd where hosts would start it
 */
export async function reachThrough(
  launches: readonly { host: string; launch: Launch }[],
  { version, cwd }: { version: string; cwd: string },
): Promise<Check[]> {
  const equal = new Map<string, { launch: Launch; hosts: string[] }>();
  for (const { host, launch } of launches) {
    const key = JSON.stringify([launch.command, launch.args, Object.entries(launch.env).toSorted()]);
    const known = equal.get(key);
    if (known) known.hosts.push(host);
    else equal.set(key, { launch, hosts: [host] });
  }
  const checks: Check[] = [];
  for (const { launch, hosts } of equal.values()) {
    const { ok, ms, detail, server, stderr } = await handshake(launch, { version, timeoutMs, cwd, use: storeAndFind });
    checks.push({ hosts, ok, ms, detail, ...(server ? { server } : {}), ...(stderr ? { stderr } : {}) });
  }
  return checks;
}
