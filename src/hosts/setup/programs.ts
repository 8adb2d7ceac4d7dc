import { spawnSync } from 'node:child_process';
import type { Host, Launch } from '../host.ts';
import { installedIn } from '../installed.ts';
import { findExecutable, type Machine } from '../machine.ts';
import { partsOf, type Wishes } from './parts.ts';
import type { SetupReceipt } from './receipt.ts';
import { Workspace } from './workspace.ts';

const timeoutMs = 20_000;

/**
 * Lets hosts that have a command for it add the server themselves. A failure does not matter: the file is written
 * afterwards.
 */
export function addThroughPrograms(
  hosts: readonly Host[],
  wishes: Wishes,
  machine: Machine,
  receipt: SetupReceipt,
): void {
  for (const host of hosts) {
    const place = host.server[wishes.scope];
    if (!place?.program || isThere(host, wishes.scope, machine)) continue;
    const { parts } = partsOf(host, { ...wishes, hooks: false, rules: false }, machine, new Workspace(receipt));
    for (const { part } of parts) {
      if (part.kind === 'server')
        run(place.program.add(part.name, place.entry({ ...part.command, env: part.env })), machine);
    }
  }
}

/** Has hosts take it out again. */
export function removeThroughPrograms(hosts: readonly Host[], machine: Machine): void {
  for (const host of hosts) {
    const installed = isThere(host, 'user', machine);
    const remove = host.server.user?.program?.remove;
    if (installed && remove) run(remove(installed.name), machine);
  }
}

function isThere(host: Host, scope: Wishes['scope'], machine: Machine): { name: string; launch: Launch } | undefined {
  try {
    return installedIn(host, scope, machine);
  } catch {
    return undefined;
  }
}

function run([name = '', ...args]: readonly string[], machine: Machine): void {
  // On Windows it is a script, and an argument of JSON does not get through to it.
  const program = machine.platform === 'win32' ? undefined : findExecutable(name, machine);
  if (program !== undefined) spawnSync(program, args, { env: machine.env, timeout: timeoutMs, stdio: 'ignore' });
}
