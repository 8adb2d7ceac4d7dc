const [remotePrefix, rootPrefix] = ['remote:', 'root:'];
/** The identity of a person's own memory, on each of their machines. */
export const personIdentity = 'person';
/** Identities that mean the same on every machine; a place is one machine's. */
export const portableIdentity = /^(?:person|remote:[\w-]{22}|root:(?:[0-9a-f]{40}|[0-9a-f]{64}))$/;
/** The most portable identities of a character that are exchanged. */
export const maxIdentities = 50;
/** Before the place of a folder that got its memory by its name alone. */
export const namedPrefix = 'named:';
/** Before an identity that came from another machine, and that another character has here. */
export const metPrefix = 'met:';

/** The value of SERVICE_CHARACTER that leaves the choice to the folder: the project's memory, else the user's own. */
export const byFolder = 'auto';

/** References to the caller's own memory and to that of the folder, where no character has such a name. */
const reserved: ReadonlySet<string> = new Set(['me', 'project']);
/** How the dashboard calls the caller's own memory. */
const shownOwn = 'personal';

/** Whether a name is such a reference: no new character gets it. */
export function isReserved(name: string): boolean {
  return reserved.has(name.trim().toLowerCase());
}

/** Whether a name means the caller's own memory or that of the folder, where no character has it. */
export function isReference(name: string): boolean {
  return isReserved(name) || name.trim().toLowerCase() === shownOwn;
}

/** A repository, or another folder in which hooks run. */
export interface Project {
  /** Its name, then longer names for when that is taken. The last one is unique. */
  names: readonly string[];
  /** The main working tree of a repository, or the folder itself. */
  folder: string;
  /** Where a repository keeps its commits. */
  gitFolder?: string | undefined;
  /** Its identities, as hashes: its remote (addresses may hold credentials; a person's is `person`), and its place. */
  remote?: string | undefined;
  place: string;
  /** The first commit of its history; null: it has none, undefined: not read yet. */
  root?: string | null | undefined;
}

/** How long an answer waits, and how long a question to the project's history may go on for the next answer (ms). */
export interface WaitLimits {
  waitMs: number;
  limitMs: number;
}

/** The stored project of one character. */
export interface KnownProject {
  characterNo: number;
  /** Of remotes, places and first commits. */
  identities: readonly string[];
  /** Its known places. */
  folders: readonly string[];
}

/** The project's character and its new identities; or what must be read first; undefined: no character yet. */
export type ProjectDecision = { characterNo: number; added: string[] } | 'root is needed' | undefined;

/**
 * The memory of a folder: that of its remote, or else of its place or first commit. A place with a changed remote
 * counts only with the same first commit. Of two folders with one first commit and no remote, the second gets the
 * memory only if the first no longer exists (it was moved), or is on another machine. A person's place counts first: two
 * homes with one store may be of two people.
 * @param isMissing whether a folder no longer exists
 */
export function decideProject(
  project: Project,
  known: readonly KnownProject[],
  isMissing: (folder: string) => boolean,
): ProjectDecision {
  const { remote, place, root } = project;
  const having = (identity: string | undefined | null) =>
    known.filter(({ identities }) => identity && identities.includes(identity));
  const found = ({ characterNo, identities }: KnownProject) => {
    return { characterNo, added: identitiesOf(project).filter((one) => !identities.includes(one)) };
  };
  const [cloned] = having(remote);
  const [placed] = having(place);
  if (remote === personIdentity && placed) return cloned ? { ...found(placed), added: [] } : found(placed);
  if (cloned) return found(cloned);
  // The first commit must be known before the memory moves to this folder.
  if (placed && root === undefined && !placed.identities.some(isRoot)) return 'root is needed';
  if (placed && !hasRemote(placed)) return found(placed);
  if (!placed && remote !== undefined) return undefined;
  if (root === undefined) return 'root is needed';
  const alike = having(root && rootIdentity(root));
  if (placed) return alike.includes(placed) ? found(placed) : undefined;
  const moved = alike.filter((one) => !hasRemote(one) && one.folders.every(isMissing));
  return moved.length === 1 && moved[0] ? found(moved[0]) : undefined;
}

export function identitiesOf({ remote, place, root }: Project): string[] {
  return [remote, place, root && rootIdentity(root)].filter((one) => typeof one === 'string');
}

function rootIdentity(root: string): string {
  return `${rootPrefix}${root}`;
}

/** Identities that several projects may have. */
export function isRoot(identity: string): boolean {
  return identity.startsWith(rootPrefix);
}

function hasRemote({ identities }: KnownProject): boolean {
  return identities.some((one) => one.startsWith(remotePrefix));
}
