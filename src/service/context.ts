import type { Bell } from '../base/bell.ts';
import type { Check } from '../base/check.ts';
import type { Log } from '../base/log.ts';
import type { Traffic } from '../base/traffic.ts';
import type { AiSettings, Extractor } from '../domain/ai.ts';
import type { CaptureMode } from '../domain/captured-clause.ts';
import type { CategoryPreset } from '../domain/category.ts';
import type { ShortConnection } from '../domain/connection.ts';
import type { SyncStatus } from '../domain/file.ts';
import type { Memory } from '../domain/memory.ts';
import type { Metrics } from '../domain/metrics.ts';
import type { Origin, Principal } from '../domain/principal.ts';
import type { Admission, RateLimiting } from '../domain/rate-limit.ts';
import type { SessionList } from '../domain/session.ts';
import type { Backup } from '../domain/stores/backups.ts';
import type { RecalledMemory, RecallKind } from '../domain/stores/recalls.ts';
import type { MachineStore, Store } from '../domain/stores/store.ts';
import type { DocumentBounds } from '../files/limits.ts';
import type { DocumentReader } from '../files/reading/document-reader.ts';
import type { ReadingTask } from '../files/reading/task.ts';
import type { TextJudge } from '../search/judge/judge.ts';
import type { Embeddings } from './retrieval/embeddings.ts';
import type { Validity } from './validity.ts';

/** Tells a caller how far a long call has come: `done` of `total`. */
export type Progress = (done: number, total: number) => void;

/** Runs long computations, of operations or parts of them, in a thread. */
export interface Threads {
  /**
   * Runs the computation of this name in a thread. Its ServiceErrors; TierLimitExceeded when too many calls of the
   * tenant wait; Cancelled when the caller disconnected.
   */
  compute(name: string, caller: Caller, given: readonly unknown[]): Promise<unknown>;
}

/** A cache of answers. */
export interface AnswerCache {
  /**
   * The answer to a call: a kept one, or what `run` computes, which tells its context's `validity` how long it stays right.
   * @param call JSON that tells it from other calls of its caller
   */
  of(
    context: Context,
    call: readonly unknown[],
    run: (context: Context) => Promise<Record<string, unknown>>,
  ): Promise<Record<string, unknown>>;
}

/** Records recalls. */
export interface RecallLogging {
  /** Never fails, and writes later. */
  note(caller: Pick<Caller, 'principal' | 'client'>, recall: LoggedRecall): void;
  /** Resolves when all that was noted is in the store. */
  written(): Promise<void>;
  /** Since when (ms) recalls are stored. */
  keptSince(): number;
}

/** The memories that a call gave to an agent. */
export interface LoggedRecall {
  kind: RecallKind;
  query?: string | undefined;
  /** The text that was given. */
  texts: readonly string[];
  /** The characters that the call named, by any reference. */
  characters: readonly string[];
  /** Best first, with the character if there are several. */
  memories: readonly (RecalledMemory & { characterId?: string | undefined })[];
}

/** Files of this machine that are watched. */
export interface WatchedFiles {
  /** The state of a character's watched files. */
  statusOf(characterId: string): SyncStatus['watching'];
}

/** Tells what the project of memories no longer has. */
export interface Anchoring {
  /**
   * What memories name that their project no longer has, in words, by their ids: "src/orders.ts no longer exists; moved to
   * src/shop/orders.ts in 4f2a9c1d". Within a second; what is not known by then is left out.
   */
  lostBy(memories: readonly Pick<Memory, 'id' | 'characterId' | 'content'>[]): Promise<ReadonlyMap<string, string>>;
}

/** A memory of which the queue noticed that it no longer holds. */
export interface NoticedEnd {
  memoryId: string;
  /** Such as “I live in Berlin.” ended 2026-11-23, now: I moved to Lisbon. */
  line: string;
}

/** Tells what change detection ended after an answer was given. */
export interface Noticing {
  /** The ends of memories of these characters that were not told yet; one that holds again is left out. */
  tell(context: Context, characterIds: readonly string[]): Promise<NoticedEnd[]>;
}

/** A tenant's replacement for the environment's settings. */
export type OwnServices = Pick<Services, 'ai' | 'extractor' | 'embeddings' | 'withoutVectors' | 'dailyTokens'>;

/** A tenant's own AI. */
export interface OwnAi {
  services: OwnServices;
}

/** AI that tenants set up for themselves. */
export interface TenantAi {
  /** A tenant's own settings instead of the environment's; undefined: none. */
  of(tenantId: string): Promise<OwnAi | undefined>;
  /** Has tenants that chose nothing embed otherwise from now on. */
  use(embeddings: Embeddings | undefined, storeModel: string): void;
  /** Whether a tenant has embeddings of its own. */
  embeds(): Promise<boolean>;
}

/** The user's own memory. */
export interface OwnMemory {
  /** Its id, where it exists. */
  mine(): Promise<string | undefined>;
  /** Its id; made when it does not exist. Undefined: there can be none. */
  me(): Promise<string | undefined>;
}

/** The memories of the folder that this process serves, besides those that calls name. */
export interface Layers extends OwnMemory {
  /** Ids of those that exist: the project's, then the user's own. Undefined: a call without a character means one. */
  present(): Promise<readonly string[] | undefined>;
  /** The id of the project's; made when it does not exist. Undefined: there can be none. */
  project(): Promise<string | undefined>;
}

/** Where the store of this machine lies. */
export interface StorePlace {
  file: string;
  lastBackup?: Backup;
}

/** A checked copy of the store, and what is in it. */
export interface StoreCopy {
  file: string;
  bytes: number;
  characters: number;
  memories: number;
}

/** Shared by all calls: wired once, at start. */
export interface Services {
  /** Called after each call that may have changed something of a tenant; absent where nothing waits for changes. */
  bell?: Bell | undefined;
  store: Store;
  extractor: Extractor;
  ai: AiSettings;
  documents: DocumentReader;
  /** Absent: those of a server. */
  documentBounds?: DocumentBounds | undefined;
  /** Facts about a document that is read from a disk. */
  documentHints?: Pick<ReadingTask, 'dayOrder' | 'modifiedAt' | 'slack'> | undefined;
  /** Judges what a new statement does to older ones; answers undefined where its weights are damaged. Absent: nothing is judged. */
  judge?: (() => Promise<TextJudge | undefined>) | undefined;
  /** Counts the calls of this process. Absent: work in the background waits for none. */
  traffic?: Traffic | undefined;
  /** Lets calls go first, between two parts of work in the background. */
  rest?: (() => Promise<void>) | undefined;
  /** Waits shortly until it is judged what a tenant's members have just said. Absent: answers do not wait. */
  settle?: ((tenantId: string) => Promise<void>) | undefined;
  /** Tells what changed after an answer; absent: answers do not say so. */
  noticed?: Noticing | undefined;
  /** Absent: nothing is known of a project's files. */
  anchoring?: Anchoring | undefined;
  /** Absent: search uses only the internal similarity model. */
  embeddings?: Embeddings | undefined;
  /** Why the store can't keep vectors; absent: it can. */
  withoutVectors?: string | undefined;
  /** A hard stop for tokens over extraction and embeddings in one UTC day; absent: none. */
  dailyTokens?: number | undefined;
  /**
   * Replaces the AI of a call by its tenant's own (see `withOwnAi`). Absent: tenants have no AI settings of their own.
   */
  tenantAi?: TenantAi | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** A new UUID. */
  newId: () => string;
  log: Log;
  /** Absent: no metrics. */
  metrics?: Metrics | undefined;
  /** Absent: no recalls are stored. */
  recalls?: RecallLogging | undefined;
  /** Absent: requests are not limited. */
  rateLimiter?: RateLimiting | undefined;
  /** Whether the tier's minimum interval between two syncs of a file applies. */
  syncIntervals?: boolean | undefined;
  /** New statements of files go through extraction, where the tier has auto-capture. */
  autoCapture?: boolean | undefined;
  /** The mode of capture by the rules: how much evidence a statement needs. Absent: balanced. */
  captureMode?: CaptureMode | undefined;
  /** How many sessions a UTC day the models of hosts read; absent: none do. */
  hostExtractions?: number | undefined;
  /** Absent: members sign in to the dashboard by their keys and by links. */
  sessions?: SessionList | undefined;
  /** Present where the files of this machine may be watched. */
  local?: WatchedFiles | undefined;
  /** Servers that characters of the store are replicated with; absent: the store is no file of this machine. */
  connections?: (() => Promise<ShortConnection[]>) | undefined;
  /** The file of the store, and the last backup; absent: the store is no file of this machine. */
  storePlace?: (() => Promise<StorePlace>) | undefined;
  /** Writes a checked copy of the store; present where the caller sits at its machine. */
  backUp?: (() => Promise<StoreCopy>) | undefined;
  /** Looks at the hosts of this machine; present where the caller sits at it. */
  checkHosts?: (() => Promise<(Omit<Check, 'name'> & { host: string; file: string })[]>) | undefined;
  /** Connects the hosts of this machine; present where the caller sits at it. */
  hostSetup?: HostSetup | undefined;
  /** Absent: everything runs where it is called. */
  threads?: Threads | undefined;
  /** Absent: no answers are kept. */
  answers?: AnswerCache | undefined;
  /** The URL of the dashboard for people, without a trailing slash; absent: unknown. */
  publicUrl?: string | undefined;
  /** The default character of calls; made lazily. */
  defaultCharacter?: string | undefined;
  /** Makes it and answers its id; absent: it is made under its name. */
  makeDefault?: (() => Promise<string>) | undefined;
  /** Absent: one character is the memory of all, or calls name theirs. */
  layers?: Layers | undefined;
  /** The categories that it then starts with; undefined: those of `standard`. */
  defaultPreset?: CategoryPreset | undefined;
}

/** The hosts of this machine that can be connected with the memory. */
export interface HostSetup {
  found(): Promise<{ host: string; title: string; isConnected: boolean }[]>;
  /** Writes a host's files; the changed ones, and what could not be done. */
  connect(host: string, hooks: boolean): Promise<{ files: string[]; problems: string[] }>;
}

/** The question to a person before a call continues. */
export interface Question {
  /** Tells it from the other questions of one call. */
  id: string;
  message: string;
  /** The choices; absent: yes or no. */
  choices?: readonly string[] | undefined;
}

/**
 * The choice, `true` for yes, or undefined without an agreement: the call must change nothing then. AnswerNeeded when the
 * answer comes with a later call.
 */
export type Ask = (question: Question) => Promise<string | true | undefined>;

/** The data of one call. */
export interface Caller {
  principal: Principal;
  /** Absent: from this process. */
  origin?: Origin | undefined;
  /** The conversation that stored memories belong to unless the call names one. */
  sessionId?: string | undefined;
  /** Present where the call was counted together with the look-up of its credential. */
  admission?: Admission | undefined;
  /** The id of the dashboard's session that it came in by. */
  dashboardSession?: string | undefined;
  /** Aborted when the caller no longer wants the answer. */
  signal?: AbortSignal | undefined;
  progress?: Progress | undefined;
  /** Present where the caller can ask a person while the call waits. */
  ask?: Ask | undefined;
  /** The caller's idempotency key. */
  idempotencyKey?: string | undefined;
  /** Its answer is for a person, and never for an agent. */
  forPerson?: true | undefined;
  /** The program that calls, by its own name; absent: that of its key, if it has one. */
  client?: string | undefined;
  /** A model calls; else a person or a program. */
  isModel?: true | undefined;
  /** Told how long the answer stays right; absent: nobody keeps it. */
  validity?: Validity | undefined;
  /** Ids of the characters that a call without one means; absent or empty: the default one. */
  reach?: readonly string[] | undefined;
}

export type Context = Services & Caller;

/** The context for reading: it extracts nothing and reads no documents. */
export type ReadingContext = Omit<Context, 'extractor' | 'ai' | 'documents'>;

/** The context of a hook, which runs on the machine of the store. */
export type OnMachine<Given> = Given & { store: MachineStore };
