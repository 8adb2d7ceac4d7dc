import { maxVersions, requireBase, requireInterval } from './file.ts';
import type { Memory, MemoryFields, NewMemory } from './memory.ts';
import type { NewSnapshot, PieceChange, PieceIdentity, SnapshotIdentity } from './stores/files.ts';

/** The fields of a stored file that a decision needs. */
export interface StandingFile {
  version: number;
  contentHash: string;
  /** Milliseconds. */
  capturedAt: number;
  label: string | undefined;
  /** Milliseconds; undefined: the file exists. */
  missingSince: number | undefined;
  /** Its pieces were dropped with it. */
  piecesDropped: boolean;
}

/** An unchanged file; `news`: its label and its presence still have to be stored. */
export interface UnchangedFile<F extends StandingFile> {
  kind: 'unchanged';
  stored: F;
  label: string | undefined;
  news: boolean;
}

/** The result of a push. `version`: the next version, after which the version `outdated` is deleted. */
export type PushDecision<F extends StandingFile> =
  | UnchangedFile<F>
  | { kind: 'version'; label: string | undefined; version: number; outdated: number | undefined };

/** Whether a file's state is the stored one; undefined when it has to be pushed. SnapshotConflict comes first. */
export function decideConfirmation<F extends StandingFile>(
  stored: F | undefined,
  { path, baseVersion, contentHash, label, reread }: SnapshotIdentity,
): UnchangedFile<F> | undefined {
  requireBase(path, baseVersion, stored?.version ?? 0);
  if (stored?.contentHash !== contentHash || stored.piecesDropped || reread) return undefined;
  const newLabel = label ?? stored.label;
  return {
    kind: 'unchanged',
    stored,
    label: newLabel,
    news: newLabel !== stored.label || stored.missingSince !== undefined,
  };
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
  return { kind: 'version', label, version, outdated: version > maxVersions ? version - maxVersions : undefined };
}

/** A file that is missing from the disk: since when, and whether its pieces must be dropped now. */
export function decideMissing(
  stored: StandingFile,
  dropMemories: boolean,
  now: number,
): { missingSince: number; vanish: boolean } {
  return { missingSince: stored.missingSince ?? now, vanish: dropMemories && !stored.piecesDropped };
}

/** A new or moved piece. */
export type PieceArrival = Exclude<PieceChange, { kind: 'keep' | 'vanish' }>;

/** The changes of pieces, in this order: arrivals may share the memories of vanished pieces. */
export function workOf(changes: readonly PieceChange[]): { arrivals: PieceArrival[]; vanished: PieceIdentity[] } {
  return {
    arrivals: changes.filter((change) => change.kind === 'add' || change.kind === 'move'),
    vanished: changes.filter((change) => change.kind === 'vanish').map(({ known }) => known),
  };
}

/** A memory of pieces. */
export interface LinkedMemory extends Pick<Memory, 'id' | 'content' | 'salience' | 'importance' | 'state' | 'source'> {
  /** The revision that the sync wrote. */
  left: Pick<Memory, 'content' | 'salience' | 'importance'>;
  /** Other pieces say the same. */
  shared: boolean;
}

/** The memory of a new piece without extraction. */
export function pieceMemory(memory: NewMemory, fileId: string): NewMemory {
  return { ...memory, source: { kind: 'file', fileId } };
}

/**
 * The memory whose text follows a moved piece: its only one, if it is the piece itself and was not edited. Extracted
 * memories do not follow. Those of a file that `wins` follow as long as they are active.
 */
export function followerOf(linked: readonly LinkedMemory[], wins = false): LinkedMemory | undefined {
  const [only] = linked;
  if (linked.length !== 1 || !only) return undefined;
  const follows = wins ? only.state === 'ACTIVE' : isUntouched(only) && only.source.kind === 'file';
  return follows ? only : undefined;
}

/**
 * The change of a moved piece's memory; undefined when another active memory (`twin`) has that text already: the piece
 * then shares the twin instead of its own memory.
 */
export function decideFollowing(
  follower: LinkedMemory,
  { content, category, tags, metadata, validUntil, importance, salience }: NewMemory,
  twin: Pick<Memory, 'id'> | undefined,
): MemoryFields | undefined {
  if (twin && twin.id !== follower.id) return undefined;
  // What a file's own fields say of it, they say anew.
  const said = metadata == null ? {} : { tags: tags ?? null, metadata, validUntil, importance, salience };
  return { content, ...(category !== undefined && { category }), ...said };
}

/**
 * The memories to delete after their pieces vanished: they came from a file, were not edited, and no other piece has
 * them. Of a file that `wins`, all that no other piece has.
 */
export function orphansOf<M extends LinkedMemory>(linked: readonly M[], wins = false): M[] {
  const isOf = (one: M) => (wins ? one.state === 'ACTIVE' : isUntouched(one) && one.source.fileId !== undefined);
  return linked.filter((one) => isOf(one) && !one.shared);
}

/** Active, with the text and weights of the sync. */
function isUntouched({ state, content, salience, importance, left }: LinkedMemory): boolean {
  return state === 'ACTIVE' && content === left.content && salience === left.salience && importance === left.importance;
}
