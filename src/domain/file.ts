import * as z from 'zod';
import { PassingLimit, ServiceError } from './errors.ts';
import { limits } from './limits.ts';
import { iso, linePattern, reference, text, textFault } from './text.ts';
import { type Tier, tierLimits } from './tier.ts';

/** The size limit of one file or document, decoded. */
export const maxFileBytes = limits.fileBytes;
/** How many versions of a file are stored. */
export const maxVersions = 20;
export const maxBatch = limits.filesAtOnce;

export const fileEncodings = ['utf8', 'base64'] as const;
export type FileEncoding = (typeof fileEncodings)[number];

/** A file's name: `/` between parts, no `.`, no doubled separators; so `.\a.md` is `a.md`. InvalidInput for a bad one. */
export function normalPath(given: string): string {
  const parts = given.trim().normalize('NFC').replaceAll('\\', '/').split('/');
  const absolute = parts[0] === '' && parts.length > 1;
  const names = parts.filter((part) => part !== '' && part !== '.');
  const fault =
    names.length === 0
      ? 'must not be empty'
      : names.includes('..')
        ? 'must not contain ".."'
        : given.length > limits.path
          ? `must be at most ${limits.path} characters long`
          : pathFault(given);
  if (fault) throw new ServiceError('InvalidInput', `filePath ${fault}.`);
  return `${absolute ? '/' : ''}${names.join('/')}`;
}

/** A path on a disk, which may contain any character but U+0000. InvalidInput for one that can't be stored as text. */
export function storablePath(path: string): string {
  const fault = pathFault(path);
  if (fault) throw new ServiceError('InvalidInput', `The path ${JSON.stringify(path)} ${fault}.`);
  return path;
}

function pathFault(path: string): string | undefined {
  return /[\t\n\r]/.test(path) ? 'must be one line without tabs' : textFault(path);
}

export const fileLabel = text(limits.fileLabel, 1);
const encoding = z.enum(fileEncodings);
const checksum = z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be a SHA-256 in hexadecimal');

/** One snapshot to push. */
export const pushFields = {
  filePath: reference(limits.path).meta({ pattern: linePattern }),
  fileContent: z.string(),
  label: fileLabel.optional(),
  encoding: encoding.default('utf8'),
  checksum: checksum.optional(),
  baseVersion: z.int().min(0).optional(),
};
export const push = z.object(pushFields);
export type Push = z.infer<typeof push>;

export const fileRecord = z.object({
  fileId: z.string(),
  characterId: z.string(),
  path: z.string(),
  label: z.string().optional(),
  version: z.int(),
  contentHash: z.string(),
  sizeBytes: z.int(),
  capturedAt: z.string(),
  /** Since when the watched file is missing from the disk. */
  missingSince: z.string().optional(),
});
export type FileRecord = z.infer<typeof fileRecord>;

/** The result of one push. */
export const pushResult = fileRecord.extend({
  changed: z.boolean(),
  memoriesAdded: z.int(),
  memoriesRemoved: z.int(),
});
export type PushResult = z.infer<typeof pushResult>;

/** One file of several that could not be stored. */
export const failedPush = z.object({
  path: z.string(),
  error: z.object({ type: z.string(), message: z.string(), status: z.int() }),
});
export type FailedPush = z.infer<typeof failedPush>;

export const syncStatus = z.object({
  characterId: z.string(),
  totalFiles: z.int(),
  totalSizeBytes: z.int(),
  latestSyncAt: z.string().optional(),
  files: z.array(fileRecord),
  capture: z.object({
    pending: z.int(),
    /** Why nothing works on the pending pieces. */
    paused: z.string().optional(),
    failed: z.array(z.object({ path: z.string(), error: z.string(), attempts: z.int(), nextAttemptAt: z.string() })),
  }),
  /** Where the files of the server's machine are watched. */
  watching: z
    .object({
      /** Vanished files whose memories wait for the files' return or for sync_now with confirm, by watched path. */
      held: z.array(z.object({ path: z.string(), files: z.int(), reason: z.string() })),
      /** Files that could not be stored; without nextAttemptAt only a change of the file helps. */
      failed: z.array(
        z.object({ path: z.string(), error: z.string(), attempts: z.int(), nextAttemptAt: z.string().optional() }),
      ),
    })
    .optional(),
});
export type SyncStatus = z.infer<typeof syncStatus>;

export const importFormats = ['auto', 'markdown', 'text', 'html', 'json', 'jsonl', 'csv', 'pdf', 'docx'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** A rejected part of an import, and the rule that it breaks. */
export const rejection = z.object({ line: z.int().optional(), reason: z.string() });
export type Rejection = z.infer<typeof rejection>;

/** How many rejections an import lists; it counts all. */
export const maxRejections = 20;

/** What stands in no memory, by its name in the document, and how often. */
export const omission = z.object({ name: z.string(), count: z.int() });
export type Omission = z.infer<typeof omission>;

/** How many names of omissions an import lists; the last one stands for the rest. */
export const maxOmissions = 20;

/** Code points of each memory that a dry run shows, and the most that it shows of a part. */
export const [maxExampleLength, maxExamples] = [300, 500];

export const importResult = z.object({
  importId: z.string(),
  status: z.enum(['COMMITTED', 'PARSED']),
  totalParsed: z.int(),
  memoriesAdded: z.int(),
  duplicatesSkipped: z.int(),
  fillerFiltered: z.int(),
  rejectedCount: z.int(),
  rejected: z.array(rejection),
  /** Absent where everything was read. */
  leftOut: z.array(omission).optional(),
  /** Of a dry run: the first memories. */
  examples: z.array(z.string()).optional(),
  /** How it was read: the format, and of conversations the product that exported them, and how many. */
  recognised: z.object({ format: z.string(), product: z.string().optional(), conversations: z.int().optional() }),
  createdAt: z.string(),
});

/** A conversation of a document: its texts by the user, the assistant's answers, and the new memories that it gives. */
export const importedConversation = z.object({
  id: z.string(),
  title: z.string().optional(),
  at: z.string().optional(),
  said: z.int(),
  answers: z.int(),
  added: z.int().optional(),
  /** What it says in passing, which `passing: false` leaves out. */
  passing: z.int().optional(),
  /** The first of these memories. */
  examples: z.array(z.string()).optional(),
});
export type ImportedConversation = z.infer<typeof importedConversation>;

export function fileNotFound(fileId: string): ServiceError {
  return new ServiceError('FileNotFound', `File ${fileId} does not exist.`);
}

/** The SnapshotConflict of a push whose base is not the stored version; `stored` is 0 when there is no such file. */
function snapshotConflict(path: string, base: number, stored: number): ServiceError {
  const state = stored === 0 ? 'is not stored yet' : `is at version ${stored}`;
  return new ServiceError(
    'SnapshotConflict',
    `"${path}" ${state}, not at baseVersion ${base}: read it again and merge.`,
  );
}

/** Throws SnapshotConflict for a base that is not the stored version. */
export function requireBase(path: string, base: number | undefined, stored: number): void {
  if (base !== undefined && base !== stored) throw snapshotConflict(path, base, stored);
}

/** Throws SyncTooEarly within the tier's minimum interval after `last` (ms). */
export function requireInterval(tier: Tier | undefined, path: string, last: number, now: number): void {
  if (tier === undefined) return;
  const until = last + tierLimits[tier].minSyncIntervalSeconds * 1000;
  // A clock that was set back must not lock a file.
  if (now >= last && now < until) throw new SyncTooEarly(tier, path, until, now);
}

/** A push before the minimum sync interval of the file is over. */
export class SyncTooEarly extends PassingLimit {
  constructor(tier: Tier, path: string, retryAt: number, now: number) {
    const seconds = tierLimits[tier].minSyncIntervalSeconds;
    super(
      `"${path}" was synced less than ${seconds} s ago, the minimum sync interval of the ${tier} tier. Try again in ${Math.ceil((retryAt - now) / 1000)} s, at ${iso(retryAt)}.`,
      retryAt,
    );
  }
}
