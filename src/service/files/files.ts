import { ServiceError } from '../../domain/errors.ts';
import {
  type FailedPush,
  normalPath,
  type Push,
  type PushResult,
  requireBase,
  requireInterval,
  type SyncStatus,
  storablePath,
} from '../../domain/file.ts';
import { labelsBy } from '../../domain/labels.ts';
import { wordsOfDocument } from '../../domain/memory-origin.ts';
import { maxPageSize } from '../../domain/page.ts';
import type { NewPiece, SnapshotIdentity } from '../../domain/stores/files.ts';
import { hasFeature } from '../../domain/tier.ts';
import { believedDocument } from '../../files/believed.ts';
import { decodeContent, sha256 } from '../../files/decode.ts';
import { okfPrefix } from '../../files/okf/fields.ts';
import { type Piece, pieceKeys, render, statedOf } from '../../files/piece.ts';
import { reconcile, reconcileStatement } from '../../files/reconcile.ts';
import { characterToAddTo, findCharacter } from '../characters.ts';
import type { Context } from '../context.ts';
import { author, newMemory } from '../memories.ts';
import { ruleForPersonal } from '../personal.ts';
import { linkConcepts } from './concepts.ts';
import { cleaned, whyRefused } from './import-pieces.ts';

/** The highest weight that a file of a team gives. */
const maxTeamSalience = 0.8;

/** A file's state as it was read somewhere. */
export interface FileState extends Pick<SnapshotIdentity, 'path' | 'label' | 'baseVersion'> {
  bytes: Uint8Array;
  /** The batch in which an unchanged file is read again, which `undoBatch` undoes. */
  rereadAs?: string | undefined;
  /** It is stored, but no memories are made of it. */
  isLeftOut?: boolean;
  /** As of `NewSnapshot`: what it says is stored as it stands. */
  wins?: boolean | undefined;
}

/** Pushes a caller's files: checks of the wire, then as pushBytes. */
export async function pushFile(context: Context, characterId: string, given: Push): Promise<PushResult> {
  const path = normalPath(given.filePath);
  const bytes = decodeContent(given.fileContent, given.encoding, 'fileContent');
  if (given.checksum !== undefined && given.checksum.toLowerCase() !== sha256(bytes)) {
    throw new ServiceError('InvalidInput', `checksum is not the SHA-256 of the content of "${path}".`);
  }
  return pushBytes(context, characterId, { path, bytes, label: given.label, baseVersion: given.baseVersion });
}

/**
 * Stores a file's state as its next version and brings its memories up to date. Errors as FileStore.push and
 * DocumentReader.read.
 */
export async function pushBytes(context: Context, characterId: string, state: FileState): Promise<PushResult> {
  const { store, principal } = context;
  const { tier } = principal;
  const { label, baseVersion, bytes, rereadAs, isLeftOut, wins } = state;
  const reread = rereadAs !== undefined;
  const path = storablePath(state.path);
  const contentHash = sha256(bytes);
  const interval = context.syncIntervals ? tier : undefined;
  const stored = await store.files.find(principal, characterId, path);
  if (stored?.contentHash === contentHash && !reread) {
    // Splitting a text into pieces is the most expensive part, so it is skipped where it is not needed.
    const confirmed = await store.files.confirm(principal, characterId, { path, label, baseVersion, contentHash });
    if (confirmed) return confirmed;
  }
  // Checks everything that the store would refuse, before the text is parsed.
  requireBase(path, baseVersion, stored?.version ?? 0);
  if (stored) requireInterval(interval, path, Date.parse(stored.capturedAt), context.now());
  const capture = !wins && context.autoCapture === true && hasFeature(tier, 'autoCapture');
  const pieces = isLeftOut ? [] : await newPieces(context, characterId, path, bytes, wins);
  const file = { fileId: context.newId(), path, label, content: bytes, contentHash, baseVersion, reread };
  const snapshot = { ...file, interval, capture, pieces, wins };
  const pushed = await store.files.push(principal, characterId, snapshot, wins ? reconcileStatement : reconcile, {
    ...author(context),
    kind: 'file',
    wordsOf: wordsOfDocument(path),
    batch: rereadAs,
  });
  if (pieces.some(({ memory }) => memory.metadata?.includes(`"${okfPrefix}id"`)))
    await linkConcepts(context, characterId);
  return pushed;
}

/**
 * The pieces of a file with the memories they would become; none when it is no text.
 * @param isTeams whoever may write to the repository has written it: only a person's own store has CRITICAL memories
 */
async function newPieces(
  context: Context,
  characterId: string,
  path: string,
  bytes: Uint8Array,
  isTeams = false,
): Promise<NewPiece[]> {
  const { documents, store, principal, signal, now, log } = context;
  const task = { as: 'snapshot', name: path, bytes, format: 'auto' } as const;
  const read = await documents.read(task, { tenantId: principal.tenantId, signal });
  const { pieces, leftOut = [] } = believedDocument(read, now());
  const later = leftOut.filter(({ name }) => name.startsWith('time in the future'));
  for (const { name, count } of later) log('info', name, { path, count });
  if (pieces.length === 0) return [];
  const known = await store.categories.list(principal, characterId);
  const names = known.map(({ name }) => name);
  const choice = { keepSecrets: false, personal: await ruleForPersonal(context, characterId) };
  const found: NewPiece[] = [];
  for (const piece of pieces) {
    const capped = isTeams ? { ...piece, ...cappedWeights(piece) } : piece;
    const memory = fileMemory(context, capped, names, choice);
    if (memory) found.push({ ...pieceKeys(piece), memory });
    // Other calls get their turn.
    if (found.length % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

function cappedWeights({ importance, salience }: Piece): Pick<Piece, 'importance' | 'salience'> {
  return {
    importance: importance === 'CRITICAL' ? 'HIGH' : importance,
    salience: salience && Math.min(salience, maxTeamSalience),
  };
}

/** Undefined: the character refuses it, or nothing is left of it. */
function fileMemory(
  context: Context,
  piece: Piece,
  categories: readonly string[],
  choice: Parameters<typeof cleaned>[1],
) {
  const { content, category } = render(piece, categories);
  if (whyRefused(piece.body, content, choice) !== undefined) return undefined;
  // The stored file is unchanged; credentials and personal data are removed only from its memories.
  const clean = (text: string) => cleaned(text, choice);
  const { sessionId } = piece;
  const given = { content: clean(content), category, sessionId, ...statedOf(piece), ...labelsBy(clean, piece) };
  // A file belongs to no conversation, so not to this connection's either.
  return newMemory({ ...context, sessionId: undefined }, given, { kind: 'file' });
}

/** A push that may fail without affecting the others of its batch. */
export async function pushBatch(context: Context, reference: string, files: readonly Push[]) {
  const { id } = await characterToAddTo(context, reference);
  const results: (PushResult | FailedPush)[] = [];
  for (const file of files) results.push(await orFailure(file.filePath, () => pushFile(context, id, file)));
  return results;
}

/** Answers a ServiceError as the failure of one file. */
export async function orFailure<T>(path: string, push: () => Promise<T>): Promise<T | FailedPush> {
  try {
    return await push();
  } catch (error) {
    if (error instanceof ServiceError) return { path, error: error.toEnvelope().error };
    throw error;
  }
}

/** The state of a character's files, and whether anything works on waiting pieces. */
export async function syncStatus(context: Context, reference: string): Promise<SyncStatus> {
  const { store, principal } = context;
  const { id } = await findCharacter(context, reference);
  const stored = await store.files.status(principal, id, maxPageSize);
  const status = context.local ? { ...stored, watching: context.local.statusOf(id) } : stored;
  const paused = status.capture.pending > 0 ? whyPaused(context) : undefined;
  return paused === undefined ? status : { ...status, capture: { ...status.capture, paused } };
}

function whyPaused({ autoCapture, principal: { tier } }: Context): string | undefined {
  const cause = !hasFeature(tier, 'autoCapture')
    ? `The ${tier} tier does not have auto-capture`
    : autoCapture !== true
      ? 'Auto-capture is switched off (SERVICE_AUTO_CAPTURE)'
      : undefined;
  return cause && `${cause}: pending texts are stored and wait until it is available again.`;
}
