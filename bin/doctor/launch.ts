import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { promisify } from 'node:util';
import type { Launch } from '../../src/hosts/host.ts';

/** What package.json asks for. */
export const leastNode = '20.19';

/** Whether this program runs on a Node of that version. */
export function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [least = 0, leastMinor = 0] = leastNode.split('.').map(Number);
  return major > least || (major === least && minor >= leastMinor);
}

/** The version answers of programs. */
export type Versions = Map<string, Promise<string | undefined>>;

const timeoutMs = 5_000;
/** The timeout of a launch by npx, which may have to fetch the package first. */
export const fetchingMs = 60_000;

/**
 * The fault of an entry's command before it is launched, if it is clearer than the failure of launching; or undefined.
 * @param versions of programs that were asked for it before
 */
export async function launchFault(
  { command, args }: Launch,
  versions: Versions = new Map(),
): Promise<string | undefined> {
  const missing = [command, ...args].find((part) => isAbsolute(part) && isProgram(part) && !existsSync(part));
  if (missing !== undefined) return `"${missing}" is not there`;
  if (!/^node(?:\.exe)?$/i.test(basename(command.replaceAll('\\', '/')))) return undefined;
  const asked = versions.get(command) ?? versionOf(command);
  versions.set(command, asked);
  const version = await asked;
  if (version === undefined) return `"${command}" is no Node that runs here`;
  return isSupported(version) ? undefined : `"${command}" is Node ${version}; ${leastNode} or newer is needed`;
}

/** The command itself, or its script: not a folder of notes or a file of settings. */
function isProgram(part: string): boolean {
  return !/\.\w+$/.test(part) || /\.(?:[cm]?js|exe|cmd)$/i.test(part);
}

async function versionOf(node: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(node, ['--version'], { timeout: timeoutMs, killSignal: 'SIGKILL' });
    return /^v(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}
