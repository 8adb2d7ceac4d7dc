import { spawn } from 'node:child_process';
import { constants, homedir, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../src/settings/setting.ts';

/** Starts a process that outlives the hook and its host, which do not wait for it. */
export function leaveBehind(command: string, environment: Environment): void {
  const args = [join(__dirname, 'agent-memory-service.cjs'), 'hook', command];
  const child = spawn(process.execPath, args, {
    cwd: homedir(),
    env: environment,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.unref();
}

/** Gives this process the lowest priority, which its children inherit. */
export function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some sandboxes refuse it.
  }
}
