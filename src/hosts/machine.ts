import { existsSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { type Host, type Path, type Platform, platforms } from './host.ts';

/** The machine that is searched for hosts; tests make one of a scratch folder. */
export interface Machine {
  platform: Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** The folder that files of the scope `project` are in. */
  project: string;
}

/** Unknown platforms are treated like Linux. */
export function platformOf(name: string): Platform {
  return platforms.find((platform) => platform === name) ?? 'linux';
}

/** The nearest folder upwards that is a repository, else the folder itself. */
export function projectOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** The path on this machine. */
export function resolvePath(path: Path, machine: Machine): string {
  const filled = fill(path, machine);
  if (isInHome(filled)) return join(machine.home, filled.slice(1));
  return isAbsolute(filled) ? filled : join(machine.project, filled);
}

/** The project's folder, for a path that is relative to it. */
export function projectAround(path: Path, machine: Machine): string | undefined {
  const filled = fill(path, machine);
  return isInHome(filled) || isAbsolute(filled) ? undefined : machine.project;
}

/** With the values of the environment variables that it names. */
function fill(path: Path, { platform, env }: Machine): string {
  const written = typeof path === 'string' ? path : path[platform];
  return written.replace(/\{(\w{1,64}):-([^{}]{0,200})\}/g, (_, name: string, fallback: string) => {
    const given = env[name];
    // The specification of XDG demands that others are ignored.
    return given && (!name.startsWith('XDG_') || isAbsolute(given)) ? given : fallback;
  });
}

function isInHome(filled: string): boolean {
  return filled === '~' || filled.startsWith('~/');
}

export function isPresent({ found }: Host, machine: Machine): boolean {
  const { folders = [], executables = [] } = found;
  return (
    folders.some((folder) => existsSync(resolvePath(folder, machine))) ||
    executables.some((name) => findExecutable(name, machine) !== undefined)
  );
}

/** Where the program is on the PATH; of several the first that `counts`. */
export function findExecutable(
  name: string,
  { env, platform }: Machine,
  counts: (file: string) => boolean = () => true,
): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '');
  const all = folders.flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)));
  return all.find((file) => existsSync(file) && counts(file));
}
