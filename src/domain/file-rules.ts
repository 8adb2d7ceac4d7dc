import { keptVersions, requireBase, requireInterval } from './file.ts';
import type { Memory, MemoryFields, NewMemory } from './memory.ts';
import type { NewSnapshot, PieceChange, PieceIdentity, SnapshotIdentity } from './stores/files.ts';

/** What a decision needs to know of a stored file. */
export interface StandingFile {
  version: number;
  contentHash: string;
  /** Milliseconds. */
  capturedAt: number;
  label: string | undefined;
  /** Milliseconds; undefined: it is there. */
  missingSince: number | undefined;
  /** Its pieces vanished with it. */
  piecesDropped: boolean;
}

/** A file that is as it is stored: when `news`, its label and that it is there are still to be stored. */
export interface UnchangedFile<F extends StandingFile> {
  kind: 'unchanged';
  stored: F;
  label: string | undefined;
  news: boolean;
}

/** What a push comes to. `version`: the next version, after which the version `outdated` is no longer kept. */
export type PushDecision<F extends StandingFile> =
  | UnchangedFile<F>
  | { kind: 'version'; label: string | undefined; version: number; outdated: number | undefined };

/** Whether a file's state is the stored one; undefined when it has to be pushed. SnapshotConflict comes first. */
export function decideConfirmation<F extends StandingFile>(
  stored: F | undefined,
  { path, baseVersion, contentHash, label }: SnapshotIdentity,
): UnchangedFile<F> | undefined {
  requireBase(path, baseVersion, stored?.version ?? 0);
  if (stored?.contentHash !== contentHash || stored.piecesDropped) return undefined;
  const kept = label ?? stored.label;
  return { kind: 'unchanged', stored, label: kept, news: kept !== stored.label || stored.missingSince !== undefined };
}

/** Checks and outcome in the order of FileStore.push: SnapshotConflict, unchanged content, SyncTooEarly. */
export function decidePush<F extends StandingFile>(
  stored: F | undefined,
  snapshot: NewSnapshot,
  now: number,
): PushDecision<F> {
  const unchanged = decideConfirmation(stored, snapshot);
  if (unchanged) return unchanged;
  const { path, interval, label = stored?.label } = snapshot;
  if (stored) requireInterval(interval, path, stored.capturedAt, now);
  const version = (stored?.version ?? 0) + 1;
  return { kind: 'version', label, version, outdated: version > keptVersions ? version - keptVersions : undefined };
}

/** A file that is gone from the disk: since when, and whether its pieces have to vanish now. */
export function decideMissing(
  stored: StandingFile,
  dropMemories: boolean,
  now: number,
): { missingSince: number; vanish: boolean } {
  return { missingSince: stored.missingSince ?? now, vanish: dropMemories && !stored.piecesDropped };
}

/** A piece that is new or is in a new place. */
export type PieceArrival = Exclude<PieceChange, { kind: 'keep' | 'vanish' }>;

/** What there is to do for changed pieces, in this order: arrivals may share the memories of what vanishes. */
export function workOf(changes: readonly PieceChange[]): { arrivals: PieceArrival[]; vanished: PieceIdentity[] } {
  return {
    arrivals: changes.filter((change) => change.kind === 'add' || change.kind === 'move'),
    vanished: changes.filter((change) => change.kind === 'vanish').map(({ known }) => known),
  };
}

/** A memory that pieces led to. */
export interface LinkedMemory extends Pick<Memory, 'id' | 'content' | 'salience' | 'importance' | 'state' | 'source'> {
  /** As the sync left it. */
  left: Pick<Memory, 'content' | 'salience' | 'importance'>;
  /** Other pieces say the same. */
  shared: boolean;
}

/** The memory a new piece becomes at once, when nothing is extracted from it. */
export function pieceMemory(memory: NewMemory, fileId: string): NewMemory {
  return { ...memory, source: { kind: 'file', fileId } };
}

/**
 * The memory whose text follows a piece that moved: its only one, if it is the piece itself and nobody edited it. What
 * was extracted from a piece does not follow.
 */
export function followerOf(linked: readonly LinkedMemory[]): LinkedMemory | undefined {
  const [only] = linked;
  return linked.length === 1 && only && isUntouched(only) && only.source.kind === 'file' ? only : undefined;
}

/**
 * How the follower of a moved piece changes to `memory`; undefined when another active memory says so already (`twin`
 * has that text): the piece then parts from its own memory and shares the twin.
 */
export function decideFollowing(
  follower: LinkedMemory,
  { content, category }: NewMemory,
  twin: Pick<Memory, 'id'> | undefined,
): MemoryFields | undefined {
  if (twin && twin.id !== follower.id) return undefined;
  return { content, ...(category !== undefined && { category }) };
}

/** Of the memories that pieces part from, those that go: they came from a file, and nobody edited or shares them. */
export function orphansOf<M extends LinkedMemory>(linked: readonly M[]): M[] {
  return linked.filter((one) => isUntouched(one) && one.source.fileId !== undefined && !one.shared);
}

/** Active, with the text and weights that the sync gave it. */
function isUntouched({ state, content, salience, importance, left }: LinkedMemory): boolean {
  return state === 'ACTIVE' && content === left.content && salience === left.salience && importance === left.importance;
}
