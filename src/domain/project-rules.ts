const rootPrefix = 'root:';

/** The value of SERVICE_CHARACTER that leaves the choice to the folder: the project's memory, else the user's own. */
export const byFolder = 'auto';

/** A repository or another folder that hooks run in. */
export interface Project {
  /** What it is called, then longer names for where that one is another's; the last one is nobody else's. */
  names: readonly string[];
  /** The main working tree of a repository, or the folder itself. */
  folder: string;
  /** Where a repository keeps its commits. */
  gitFolder?: string | undefined;
  /** Under which it is known, as hashes: where it was cloned from (addresses may hold credentials), and where it is. */
  remote?: string | undefined;
  place: string;
  /** The commit that its history begins with; null: it has none, undefined: nobody has looked yet. */
  root?: string | null | undefined;
}

/** What is known of the project of one character. */
export interface KnownProject {
  characterNo: number;
  /** Of remotes, places and first commits. */
  identities: readonly string[];
  /** Where it has been. */
  folders: readonly string[];
}

/** Whose project it is, and which identities are new; or what has to be looked for first; undefined: nobody's yet. */
export type ProjectDecision = { characterNo: number; added: string[] } | 'root is needed' | undefined;

/**
 * Whose memory belongs to a folder: that of its remote, else that of its place or first commit. A place that was another
 * remote's goes on only with the same first commit: an address may change, and so may what is in a folder. Of two
 * folders with the same first commit and no remote the second goes on only where the first is gone: it was moved.
 * @param isGone whether nothing is left of a folder
 */
export function decideProject(
  project: Project,
  known: readonly KnownProject[],
  isGone: (folder: string) => boolean,
): ProjectDecision {
  const { remote, place, root } = project;
  const having = (identity: string | undefined | null) =>
    known.filter(({ identities }) => identity && identities.includes(identity));
  const found = ({ characterNo, identities }: KnownProject) => {
    return { characterNo, added: identitiesOf(project).filter((one) => !identities.includes(one)) };
  };
  const [cloned] = having(remote);
  if (cloned) return found(cloned);
  const [placed] = having(place);
  // Before it is moved its first commit has to be known.
  if (placed && root === undefined && !placed.identities.some(isRoot)) return 'root is needed';
  if (placed && !hasRemote(placed)) return found(placed);
  if (!placed && remote !== undefined) return undefined;
  if (root === undefined) return 'root is needed';
  const alike = having(root && rootIdentity(root));
  if (placed) return alike.includes(placed) ? found(placed) : undefined;
  const moved = alike.filter((one) => !hasRemote(one) && one.folders.length > 0 && one.folders.every(isGone));
  return moved.length === 1 && moved[0] ? found(moved[0]) : undefined;
}

export function identitiesOf({ remote, place, root }: Project): string[] {
  return [remote, place, root && rootIdentity(root)].filter((one) => typeof one === 'string');
}

function rootIdentity(root: string): string {
  return `${rootPrefix}${root}`;
}

/** Of identities that several projects may have. */
export function isRoot(identity: string): boolean {
  return identity.startsWith(rootPrefix);
}

function hasRemote({ identities }: KnownProject): boolean {
  return identities.some((one) => one.startsWith('remote:'));
}
