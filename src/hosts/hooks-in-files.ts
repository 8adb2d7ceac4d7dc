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

/** Where our hooks stand in a host's files of this scope. */
export function hooksInFiles(host: Host, scope: HostScope, machine: Machine): HooksInFile[] {
  const paths = partsOfHooks(host, scope, machine)
    .filter(({ kind }) => kind !== 'entry')
    .map(({ file }) => resolvePath(file, machine));
  return [...new Set(paths)].flatMap((path): HooksInFile[] => {
    try {
      const { text, target } = readTextFile(path);
      const hooks = installedHooks(text, host.name, machine.platform);
      return hooks.length === 0 ? [] : [{ path, target, hooks }];
    } catch (error) {
      return [{ path, target: path, hooks: { unreadable: reasonOf(error) } }];
    }
  });
}

/** What a host's hooks are written as, whatever the command. */
export function partsOfHooks({ name, hooks }: Host, scope: HostScope, { platform }: Machine): HostPart[] {
  return hooks?.parts[scope]?.(hookCommand({ command: '', args: [] }, name, {}, platform)) ?? [];
}
