import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { type Project, personIdentity } from '../domain/project-rules.ts';
import { isUuid } from '../domain/text.ts';
import { readRemote, remoteUrl } from './git/remote.ts';
import { type Repository, realPath, repositoryAround, repositoryIn, settingsOf } from './git/repository.ts';

/** The most repositories, each cloned from the folder of the next, that are followed. */
const maxClones = 5;
/** Code points of a character's name. */
const maxName = 200;

/** The project that a folder belongs to: the repository around it, else the folder; undefined for the root of all. */
export function projectAt(given: string): Project | undefined {
  const start = realPath(given) ?? resolve(given);
  return projectOf(start, repositoryAround(start));
}

/**
 * The memories for a session in a folder: that of the repository around it, and the user's own. Outside of repositories
 * a folder has one only if it is a known project.
 */
export function ownerAt(
  given: string,
  home: string,
): { project: Project; person: Project } | { person: Project; folder?: Project } {
  const start = realPath(given) ?? resolve(given);
  const repository = repositoryAround(start);
  const project = projectOf(start, repository);
  const person = personAt(home);
  if (project && repository) return { project, person };
  return project && project.place !== person.place ? { person, folder: project } : { person };
}

/** The user whose home folder this is. */
function personAt(home: string): Project {
  const folder = realPath(home) ?? resolve(home);
  const place = placeOf(folder);
  return { names: namesOf(loginName(), folder, place), folder, remote: personIdentity, place, root: null };
}

function projectOf(start: string, repository: Repository | undefined): Project | undefined {
  const folder = repository?.folder ?? start;
  const name = repository?.name ?? basename(start);
  if (name === '') return undefined;
  const place = placeOf(folder);
  const remote = repository && remoteOf(repository);
  return {
    names: namesOf(name, folder, place),
    folder,
    gitFolder: repository?.gitFolder,
    ...(remote !== place && { remote }),
    place,
    ...(repository?.gitFolder === undefined && { root: null }),
  };
}

function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list, as containers have.
    return 'me';
  }
}

function placeOf(folder: string): string {
  return `place:${hashOf(folder)}`;
}

/** A clone of a folder of this machine is the project of that folder. */
function remoteOf(repository: Repository, depth = 0): string | undefined {
  const url = remoteUrl(settingsOf(repository));
  const remote = url === undefined ? undefined : readRemote(url);
  if (!remote) return undefined;
  if ('place' in remote) return `remote:${hashOf(remote.place)}`;
  const path = resolve(repository.folder, remote.path);
  const folder = realPath(path) ?? path;
  const origin = repositoryIn(folder);
  return (origin && depth < maxClones ? remoteOf(origin, depth + 1) : undefined) ?? placeOf(origin?.folder ?? folder);
}

/** `api`, `api (clientB)`, `api (work/clientB)`, …: the last one is unique. */
function namesOf(name: string, folder: string, place: string): string[] {
  const names = [fitted(name)];
  let around = '';
  for (let at = dirname(folder); dirname(at) !== at; at = dirname(at)) {
    around = around === '' ? basename(at) : `${basename(at)}/${around}`;
    names.push(fitted(`${name} (${around})`));
  }
  const last = `${fitted(name, maxName - 12)} (${place.slice(-8)})`;
  return [...new Set([...names, last])].filter((one) => one !== '' && !isUuid(one));
}

/** A valid character name: one line of visible characters, not too long. */
function fitted(name: string, most = maxName): string {
  const visible = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return [...visible].slice(0, most).join('').trim();
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
