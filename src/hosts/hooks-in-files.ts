import type { Host, HostPart, HostScope } from './host.ts';
import { type InstalledHooks, installedHooks } from './installed-hooks.ts';
import { hookCommand } from './launch.ts';
import { type Machine, resolvePath } from './machine.ts';
import { readTextFile } from './setup/text-file.ts';
import { reasonOf } from './setup/workspace.ts';

/** Our hooks in one file of a host. */
export interface HooksInFile {
  path: string;
  /** Where the file is when all links are followed. */
  target: string;
  hooks: InstalledHooks[] | { unreadable: string };
}

/** Our hooks in a host's files of this scope. */
export function hooksInFiles(host: Host, scope: HostScope, machine: Machine): HooksInFile[] {
  const paths = partsOfHooks(host, scope, machine)
    .filter(isHook)
    .map(({ file }) => resolvePath(file, machine));
  return [...new Set(paths)].flatMap((path): HooksInFile[] => {
    try {
      const { text, target } = readTextFile(path);
      const hooks = installedHooks(text, callerOf(host), machine.platform);
      return hooks.length === 0 ? [] : [{ path, target, hooks }];
    } catch (error) {
      return [{ path, target: path, hooks: { unreadable: reasonOf(error) } }];
    }
  });
}

/** The form of a host's hooks, for any command. */
export function partsOfHooks(host: Host, scope: HostScope, { platform }: Machine): HostPart[] {
  return host.hooks?.parts[scope]?.(hookCommand({ command: '', args: [] }, callerOf(host), {}, platform)) ?? [];
}

/** Whether a part is a hook: not a switch that hooks need, nor the line that shows a status. */
export function isHook(part: HostPart): boolean {
  if (part.kind === 'file') return part.text.includes('--host');
  return part.kind !== 'entry' || (typeof part.value === 'object' && !part.unlessThere);
}

/** The name by which a host's hooks call this program (`--host`). */
export function callerOf({ name, hooks }: Host): string {
  return hooks?.calledFor ?? name;
}
