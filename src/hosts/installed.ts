import { existsSync } from 'node:fs';
import { at, isObject } from './edit/data.ts';
import { read } from './edit/edit.ts';
import type { Host, HostScope, Launch, Path, ServerPlace } from './host.ts';
import { isOurs, readLaunch } from './launch.ts';
import { type Machine, resolvePath } from './machine.ts';
import { readTextFile, type TextFile } from './setup/text-file.ts';

/** Our entry in a host's file. */
export interface Installed {
  file: TextFile;
  /** The servers' name there. */
  name: string;
  launch: Launch;
}

/** The file of the host's servers: the first existing one, or the usual one. */
export function fileOf({ file, or = [] }: ServerPlace, machine: Machine): string {
  const files = [file, ...or].map((path: Path) => resolvePath(path, machine));
  return files.find((path) => existsSync(path)) ?? (files[0] as string);
}

/**
 * The launch entry of this server in the host's file; undefined without one. CannotEdit, or what the file system
 * throws.
 */
export function installedIn(host: Host, scope: HostScope, machine: Machine): Installed | undefined {
  const place = host.server[scope];
  if (!place) return undefined;
  const path = fileOf(place, machine);
  const file = readTextFile(path);
  const servers = file.text === undefined ? undefined : at(read(place.format, file.text), place.key);
  if (!isObject(servers)) return undefined;
  const name = Object.keys(servers).find((key) => isOurs(servers[key]));
  const launch = name === undefined ? undefined : readLaunch(servers[name]);
  return name === undefined || launch === undefined ? undefined : { file, name, launch };
}
