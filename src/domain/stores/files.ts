import type { CapturedClause } from '../captured-clause.ts';
import type { NewCategory } from '../category.ts';
import type { FileRecord, PushResult, SyncStatus } from '../file.ts';
import type { Author, MemoryChange, NewMemory } from '../memory.ts';
import type { Backlog } from '../metrics.ts';
import type { Page, Paged } from '../page.ts';
import type { Scope } from '../principal.ts';
import type { Project } from '../project-rules.ts';
import type { Tier } from '../tier.ts';
import type { Turn } from '../turn.ts';

/** What identifies a piece of a file from one snapshot to the next. */
export interface PieceIdentity {
  /** The statement in its context. */
  key: string;
  /** The statement alone. */
  bodyKey: string;
}

/** A piece of a new snapshot, with the memory it would become. */
export interface NewPiece extends PieceIdentity {
  memory: NewMemory;
}

/** The change of one piece between two snapshots. */
export type PieceChange =
  | { kind: 'keep'; known: PieceIdentity }
  | { kind: 'move'; known: PieceIdentity; piece: NewPiece }
  | { kind: 'add'; piece: NewPiece }
  | { kind: 'vanish'; known: PieceIdentity };

/** Decides what happens to a file's pieces at a new snapshot. A pure function. */
export type Reconcile = (known: readonly PieceIdentity[], next: readonly NewPiece[]) => PieceChange[];

/** A file's state without its content. */
export interface SnapshotIdentity {
  /** Normalised, see normalPath. */
  path: string;
  label?: string | undefined;
  /** SHA-256 in lower-case hexadecimal. */
  contentHash: string;
  /** The version that the snapshot was made from; 0: the file is new. */
  baseVersion?: number | undefined;
  /** Its pieces are made anew from unchanged content too. */
  reread?: boolean | undefined;
}

export interface NewSnapshot extends SnapshotIdentity {
  /** Used when the file is new. */
  fileId: string;
  content: Uint8Array;
  /** The tier that gives the minimum sync interval; undefined: none. */
  interval?: Tier | undefined;
  /** New pieces wait for extraction instead of becoming memories. */
  capture: boolean;
  /** The file is where its memories are kept: it wins over what somebody edited here, whatever they came from. */
  wins?: boolean | undefined;
  pieces: NewPiece[];
}

/** One piece or turn that waits for extraction. `memory`: the memory without extraction. */
export interface CaptureJob {
  jobId: string;
  tenantId: string;
  tier: Tier;
  characterId: string;
  /** The file of a piece. */
  fileId?: string;
  path?: string;
  /** The speaker of a turn. */
  speaker?: Turn['role'];
  /** Lines of the project's rule files that may say the same as the turn. */
  ruleLines?: readonly string[];
  /** Whose own memory its statements about the user go to; absent: nobody's. */
  person?: Project;
  memory: NewMemory;
  /** Failed ones so far. */
  attempts: number;
}

/** Memories that arrive together. */
export interface NewImport {
  /** Missing ones are created. An existing one that is unchanged since its preset gets these values. */
  categories: NewCategory[];
  /** Changes of stored memories come first, then additions. */
  changes: MemoryChange[];
}

export interface ImportCounts {
  added: number;
  /** Additions of texts that were stored already. */
  duplicates: number;
  /** Additions of texts that were erased, which stay away. Absent: none. */
  erased?: number | undefined;
}

/** What an import would give, with the ids of its new memories, in order. */
export interface CountedImport extends ImportCounts {
  ids: string[];
}

/** The counts of an import; a text is new, erased, or stored already. */
export function importCounts(all: number, added: number, erased: number): ImportCounts {
  return { added, duplicates: all - added - erased, ...(erased > 0 && { erased }) };
}

/**
 * Files, their versions and memories. One method is one atomic unit, also with the memory changes of a snapshot or an
 * import. Other writers hardly wait, however large the unit is.
 */
export interface FileStore {
  /**
   * Confirms that a file exists unchanged, and stores its label. Undefined if the content differs or the file's
   * memories were deleted: then it must be pushed. SnapshotConflict for a stale baseVersion; CharacterNotFound,
   * CharacterArchived.
   */
  confirm(scope: Scope, characterId: string, snapshot: SnapshotIdentity): Promise<PushResult | undefined>;
  /**
   * Stores a snapshot as the next version and applies `reconcile`, a pure function, to the file's pieces inside the
   * unit. Checks in this order: stale baseVersion (SnapshotConflict), unchanged content (changed: false, only the label
   * is stored), minimum interval (SyncTooEarly). CharacterNotFound, CharacterArchived.
   * An unchanged or moved piece has the same memory as before; a moved one's text follows unless somebody edited it.
   * The memory of a vanished piece is deleted unless somebody edited it or another piece has the same text. A file that
   * wins changes and deletes edited memories too.
   */
  push(scope: Scope, characterId: string, snapshot: NewSnapshot, reconcile: Reconcile, by: Author): Promise<PushResult>;
  /** The latest record of a path. */
  find(scope: Scope, characterId: string, path: string): Promise<FileRecord | undefined>;
  /** A snapshot with its content, by default the latest. FileNotFound, also for a version that is no longer stored. */
  get(scope: Scope, fileId: string, version?: number): Promise<FileRecord & { bytes: Uint8Array }>;
  /** By path. CharacterNotFound. */
  list(scope: Scope, characterId: string, page: Page): Promise<Paged & { files: FileRecord[] }>;
  /** `files` are the latest `limit` by time of capture. CharacterNotFound. */
  status(scope: Scope, characterId: string, limit: number): Promise<SyncStatus>;
  /** Applies all of an import or nothing. Errors as MemoryStore.write. */
  importMemories(scope: Scope, characterId: string, given: NewImport, by: Author): Promise<ImportCounts>;
  /** Previews the import of these memories. CharacterNotFound, CharacterArchived, CategoryNotConfigured. */
  countImport(
    scope: Scope,
    characterId: string,
    categories: readonly NewCategory[],
    memories: readonly NewMemory[],
  ): Promise<CountedImport>;
  /** Removes the leftovers of processes that died during a large import or push. Returns how many there were. */
  clearAbandoned(now: number): Promise<number>;
}

/** The holder of a job's lease and its end (ms). After that another process may take the job. */
export interface CaptureLease {
  holder: string;
  until: number;
}

/** The queue of pieces and turns that wait for extraction, of all tenants. */
export interface CaptureStore {
  /** Leases due jobs of tenants whose tier in force is one of these: all jobs, or only turns of sessions. */
  claim(
    tiers: readonly Tier[],
    now: number,
    lease: CaptureLease,
    limit: number,
    kind?: 'all' | 'turns',
  ): Promise<CaptureJob[]>;
  /**
   * How many jobs of such tenants wait, and since when the oldest: a piece since its file was captured, a turn since it
   * was due.
   */
  backlog(tiers: readonly Tier[], now: number): Promise<Backlog>;
  /** Renews the leases of jobs. Returns those that the holder still has. */
  renew(lease: CaptureLease, jobIds: readonly string[]): Promise<string[]>;
  /** Releases all jobs of a holder: they are due at once. */
  release(holder: string, now: number): Promise<void>;
  /**
   * Applies the result of an extraction and removes the job from the queue; the added memories then belong to its
   * piece. No effect (undefined) if the piece no longer exists or another holder has the job. Errors as MemoryStore.write.
   * @param clauses of a turn, which receipts show where hooks run
   */
  finish(
    holder: string,
    jobId: string,
    changes: MemoryChange[],
    by: Author,
    clauses?: readonly CapturedClause[],
  ): Promise<number | undefined>;
  /** Records a failure of a job that the holder still has, and the time of the retry (ms). Webhooks are notified. */
  fail(holder: string, jobId: string, error: string, nextAttemptAt: number, now: number): Promise<void>;
}
