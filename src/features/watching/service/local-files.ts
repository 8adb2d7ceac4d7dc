import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../../../domain/errors.ts';
import { type FailedPush, type FileRecord, type PushResult, SyncTooEarly } from '../../../domain/file.ts';
import { sha256 } from '../../../files/decode.ts';
import { leftOutBelow, notesBelow, templatesIn } from '../../../files/local/notes.ts';
import { isBelow, isGone } from '../../../files/local/paths.ts';
import type { FileState as LocalState } from '../../../files/local/reader.ts';
import { storedPath } from '../../../files/local/stored-path.ts';
import { hasConflict, isTeamFolder, teamLimits, teamNotes } from '../../../files/local/team-folder.ts';
import { isNote, type PassedOver } from '../../../files/passed-over.ts';
import type { Context } from '../../../service/context.ts';
import { orFailure, pushBytes } from '../../../service/files/files.ts';
import { author } from '../../../service/memories.ts';
import type { Watch } from '../domain/watch.ts';
import { covers, type LocalFiles } from './local.ts';

/** How often a file is read again when another process stores it at the same time. */
const attempts = 5;
/** The most notes of one folder. */
const maxFiles = 20_000;

/** How watched files are stored. */
export interface SyncChoice {
  /** What vanished was deleted. */
  confirm?: boolean | undefined;
  /** As `FileState`. */
  rereadAs?: string | undefined;
  /** Gets each stored file that a walk leaves out now, when it is read again. */
  leaveOut?: (path: string) => void;
  /** Files that are still to be read when it aborts wait for the next time. */
  signal?: AbortSignal | undefined;
  /** The templates of a watched folder; default: they are looked up. */
  templates?: readonly string[];
}

/**
 * Stores the present state of a watched file, or marks it as missing; undefined if there is nothing to do or its
 * deletion is uncertain. What an earlier version stored and a walk leaves out now, such as a template, stays as it is
 * until it is read again; then it loses its memories. The stored version is read before the file, so an older state never replaces a newer one of
 * another process.
 */
export async function syncLocalFile(
  context: Context,
  local: LocalFiles,
  watch: Watch,
  file: string,
  { confirm = false, rereadAs, leaveOut, templates }: SyncChoice = {},
): Promise<PushResult | undefined> {
  const { store, principal } = context;
  const path = storedPath(file);
  for (let attempt = 1; ; attempt++) {
    const stored = await store.files.find(principal, watch.characterId, path);
    const state = await readWatched(context, local, watch, file);
    if (state.kind === 'refused') throw notTaken(path, state);
    const isLeft =
      stored !== undefined && state.kind === 'bytes' && (await isLeftOut(context, local, watch, file, templates));
    if (isLeft && rereadAs === undefined) return undefined;
    if (isLeft) leaveOut?.(path);
    const known =
      stored ?? (state.kind === 'bytes' ? await renamed(context, local, watch, path, state.bytes) : undefined);
    try {
      const result =
        state.kind === 'bytes'
          ? await pushBytes(context, watch.characterId, {
              path,
              label: watch.label,
              baseVersion: known?.version ?? 0,
              bytes: state.bytes,
              isLeftOut: isLeft,
              wins: isTeamFolder(watch.path),
              // Its name is in its memories.
              rereadAs: rereadAs ?? (stored === undefined && known ? context.newId() : undefined),
            })
          : undefined;
      if (result) await local.vanished.saw(watch, path, !result.changed);
      else if (known && known.missingSince === undefined) await markMissing(context, local, watch, path, confirm);
      local.failures.clear(watch.characterId, path);
      return result;
    } catch (error) {
      const isRaced = error instanceof ServiceError && error.type === 'SnapshotConflict';
      if (!isRaced || attempt === attempts) throw error;
    }
  }
}

/**
 * The present state of a watched file. Refused is one with a conflict of git, which is neither side's text; in the folder
 * of a team also a link, and what is too large for a memory.
 */
async function readWatched(context: Context, local: LocalFiles, watch: Watch, file: string): Promise<LocalState> {
  const isTeams = isTeamFolder(watch.path);
  const state = await local.reader.read(file, async (real) =>
    isTeams ? storedPath(real) === storedPath(file) : isCovered(context, local, watch, storedPath(real)),
  );
  if (state.kind !== 'bytes') return state;
  const { bytes } = state;
  const refused = (why: string) => ({ kind: 'refused', why, passing: false }) as const;
  if (isTeams && local.isOverfull(watch.path, context.now()))
    return refused(`its folder has more than ${teamLimits.maxFiles} notes`);
  if (isTeams && bytes.byteLength > teamLimits.maxFileBytes)
    return refused(`it is ${bytes.byteLength} bytes; at most ${teamLimits.maxFileBytes} are taken here`);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return text.includes('<<<<<<< ') && hasConflict(text.toString('utf8'))
    ? refused('it has a conflict of git; resolve it first')
    : state;
}

/** The stored file of a path that is new, if it was renamed: another path had the content and is not there any more. */
async function renamed(
  context: Context,
  { registry, vanished }: LocalFiles,
  watch: Watch,
  path: string,
  bytes: Uint8Array,
): Promise<FileRecord | undefined> {
  const { principal } = context;
  if (watch.kind === 'file' || bytes.byteLength === 0) return undefined;
  const paths = await registry.pathsWithContent(principal, watch.characterId, watch.path, sha256(bytes));
  for (const before of paths) {
    if (!(await isGone(before))) continue;
    const found = await registry.rename(principal, watch.characterId, before, path, {
      ...author(context),
      kind: 'file',
    });
    if (!found) continue;
    vanished.settled(watch, before, false);
    return found;
  }
  return undefined;
}

function notTaken(path: string, { why, passing }: Extract<LocalState, { kind: 'refused' }>): ServiceError {
  return new ServiceError(passing ? 'SyncFailed' : 'InvalidInput', `"${path}" is not taken: ${why}.`);
}

/** Whether a file is in a watched folder whose walk leaves it out, and no other watch of the character takes it. */
async function isLeftOut(
  { principal }: Context,
  { registry }: LocalFiles,
  watch: Watch,
  file: string,
  templates?: readonly string[],
): Promise<boolean> {
  const leavesOut = async ({ path, kind }: Watch, known?: readonly string[]) =>
    kind === 'directory' && leftOutBelow(path, file, known ?? (await templatesIn(path))) !== undefined;
  if (!(await leavesOut(watch, templates))) return false;
  for (const one of await registry.list(principal, watch.characterId)) {
    if (covers(one, storedPath(file)) && !(await leavesOut(one))) return false;
  }
  return true;
}

/** Whether a real path is watched for the character, as the target of a link must be. */
async function isCovered(
  { principal }: Context,
  { registry }: LocalFiles,
  watch: Watch,
  real: string,
): Promise<boolean> {
  if (covers(watch, real)) return true;
  const watches = await registry.list(principal, watch.characterId);
  return watches.some((one) => covers(one, real));
}

/** A missing file counts as deleted unless that is uncertain: an unmounted disk has deleted nothing. */
async function markMissing(
  context: Context,
  { registry, vanished }: LocalFiles,
  watch: Watch,
  path: string,
  confirm: boolean,
): Promise<void> {
  if (!confirm && (await vanished.holds(watch, path))) return;
  await registry.markMissing(
    context.principal,
    watch.characterId,
    path,
    watch.deleteMissing,
    {
      ...author(context),
      kind: 'file',
    },
    isTeamFolder(watch.path),
  );
  vanished.settled(watch, path, confirm);
}

/** Every file of a watch: the present ones and the stored ones. InvalidInput: there are too many. */
export async function filesOf({ principal }: Context, local: LocalFiles, watch: Watch): Promise<string[]> {
  const { registry } = local;
  if (watch.kind === 'file') return [watch.path];
  const stored = await registry.pathsBelow(principal, watch.characterId, watch.path);
  if (isTeamFolder(watch.path)) return [...new Set([...notesOfTeam(watch.path), ...stored])];
  const found: string[] = [];
  const leaveOut = (path: string, why: PassedOver) => {
    if (why === 'copy' && isNote(path)) local.leftOutCopy(watch.path, path);
  };
  for await (const path of notesBelow(watch.path, { leaveOut })) {
    if (found.push(path) > maxFiles)
      throw new ServiceError('InvalidInput', `"${watch.path}" holds more than ${maxFiles} notes.`);
  }
  return [...new Set([...found, ...stored.filter((path) => isBelow(path, watch.path))])];
}

/** The notes of a team folder; none where it is not there. InvalidInput: there are too many. */
function notesOfTeam(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const notes = teamNotes(folder);
  if (notes.length > teamLimits.maxFiles)
    throw new ServiceError('InvalidInput', `"${folder}" holds more than ${teamLimits.maxFiles} notes.`);
  return notes.map(({ path }) => join(folder, path));
}

/** Stores the present text of every watched file; the failure of one does not affect the others. */
export async function syncWatches(
  context: Context,
  local: LocalFiles,
  watches: readonly Watch[],
  choice: SyncChoice,
): Promise<(PushResult | FailedPush)[]> {
  const results: (PushResult | FailedPush)[] = [];
  const sync = async (watch: Watch, file: string, templates?: readonly string[]) => {
    const chosen = templates ? { ...choice, templates } : choice;
    const outcome = await orFailure(storedPath(file), () => syncLocalFile(context, local, watch, file, chosen));
    if (outcome) results.push(outcome);
  };
  for (const watch of watches) {
    const files = await orFailure(watch.path, () => filesOf(context, local, watch));
    const templates = watch.kind === 'directory' ? await templatesIn(watch.path) : [];
    if (!Array.isArray(files)) results.push(files);
    else for (const file of files) if (!choice.signal?.aborted) await sync(watch, file, templates);
  }
  for (const { watch, path } of local.vanished.takeReleased()) await sync(watch, path);
  return results;
}

/** After how many milliseconds a file that was pushed too early may be pushed again; undefined for any other error. */
export function retryAfter(error: unknown, now: number): number | undefined {
  return error instanceof SyncTooEarly ? Math.max(50, error.retryAt - now + 10) : undefined;
}
