import type { connectionKinds } from '../../../domain/connection.ts';
import type { Author, Memory } from '../../../domain/memory.ts';
import type { Page, Paged } from '../../../domain/page.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { CharacterFields } from '../domain/replicated-character.ts';
import type { RecallCount, SentChange, SentErasures, ServerRevision } from '../domain/replication.ts';

/** The other side of replication: a server, another machine, or a store that shares a folder with this one. */
export interface NewConnection {
  /** `https://…`, `ssh://HOST` or `file:///FOLDER`. */
  url: string;
  /** The store that decides the order. */
  storeId: string;
  /** The name of the key's member; else the machine of the deciding store. */
  member: string;
  /** Data that only this machine has: the key, the passphrase or the command; empty: none. */
  keyFile: string;
}

export type ConnectionKind = (typeof connectionKinds)[number];

export function connectionKind({ url }: Pick<NewConnection, 'url'>): ConnectionKind {
  if (url.startsWith('file:')) return 'folder';
  return url.startsWith('ssh:') ? 'ssh' : 'server';
}

export interface Replica {
  characterId: string;
  name: string;
  /** The character at the server. */
  remoteId: string;
  /** Waiting changes, and memories with a refused change, with the most frequent reasons. */
  waiting: number;
  refused: number;
  reasons: { reason: string; memories: number }[];
  /** When the character's fields beside its memories were last changed here (ms). */
  changedAt: number;
  /** Why the last exchange failed. */
  problem?: string | undefined;
  /** Since when the server no longer shares it (ms). */
  refusedSince?: number | undefined;
  /** It stays here even if the server no longer shares it. */
  keeps: boolean;
}

/** The most reasons that are reported of a replica. */
export const shownReasons = 3;

/** A memory with a change that the server did not take. */
export interface RefusedMemory extends Pick<Memory, 'id' | 'content' | 'category' | 'state'> {
  reason: string;
  /** Milliseconds: when it was refused last. */
  refusedAt: number;
  /** The server has it, without the change. */
  isAtServer: boolean;
}

/** The result for refused memories: copied into another character, and taken back here. */
export interface Withdrawn {
  moved: number;
  withdrawn: number;
}

export interface ReplicaConnection extends NewConnection {
  connectedAt: number;
  /** When the server answered last. */
  contactedAt?: number | undefined;
  problem?: string | undefined;
  /** Since when the server refuses the key (ms). */
  refusedSince?: number | undefined;
  replicas: Replica[];
  /** Characters for which this store decides the order of changes. */
  decides: { characterId: string; name: string }[];
  /** The other machines of a shared folder that were heard here. */
  machines: HeardMachine[];
}

/** A revision by which both sides know that they have the same one. */
export type KnownRevision = Pick<ServerRevision, 'memoryId' | 'revision' | 'at'>;

/** The request of one exchange. */
export interface Outbox {
  changes: SentChange[];
  /** `after` of the previous answer; undefined: there was none. */
  after: string | undefined;
  /** The last common state of the character without its memories. */
  base: CharacterFields | undefined;
}

/** Recalls that the server has not counted yet, up to a number. */
export interface RecallsToSend {
  replica: string;
  counts: RecallCount[];
  upTo: number;
}

/** The answer of an exchange, ready to be applied. */
export interface Settlement {
  /** `after` of the request: an answer is ignored if another one was applied meanwhile. */
  asked: string | undefined;
  revisions: readonly ServerRevision[];
  after: string | undefined;
  /**
   * The changes that the server says it has decided on; none while more of the answer is to come. One whose effect the
   * server's revisions do not have goes on waiting.
   */
  settled: readonly Pick<SentChange, 'id' | 'memoryId'>[];
  refused: readonly { change: SentChange; reason: string }[];
  /** Up to which recall the server has the counts. */
  recallsUpTo?: number | undefined;
}

export interface BundleNumbers {
  read: number;
  written: number;
}

/** The machine of another store in a shared folder, and when something of it was read last (ms). */
export interface HeardMachine {
  machine: string;
  heardAt: number;
}

/** The replica's side of replication. Characters are those of the local tenant. */
export interface ReplicaStore {
  /**
   * Every connection with its characters.
   * @param isPoll reads only whether to exchange, which is fast: `waiting` is 0 or 1, `refused` is 0
   */
  list(now: number, isPoll?: boolean): Promise<ReplicaConnection[]>;
  /**
   * Adds characters to a connection, which is made or gets these particulars. One that never exchanged may get another
   * remote id. CharacterNotFound; ConflictUnresolved for one that another connection has, or whose order this store decides.
   */
  connect(
    scope: Scope,
    connection: NewConnection,
    characters: readonly { characterId: string; remoteId: string }[],
    now: number,
  ): Promise<void>;
  /**
   * Adds characters whose order this store decides to a connection, which is made. CharacterNotFound; ConflictUnresolved
   * for a replica.
   */
  decide(scope: Scope, connection: NewConnection, characterIds: readonly string[], now: number): Promise<void>;
  /** The URL of the connection that a character is a replica through. */
  serverOf(characterId: string): Promise<string | undefined>;
  /** The numbers of the last bundles that were read from and written for a store in a shared folder; 0: none. */
  bundles(url: string, storeId: string): Promise<BundleNumbers>;
  /** Numbers never fall. */
  noteBundles(url: string, storeId: string, numbers: Partial<BundleNumbers & HeardMachine>): Promise<void>;
  /** Removes characters from their connections. A connection without characters is removed too. */
  disconnect(scope: Scope, characterIds: readonly string[], now: number): Promise<void>;
  /** Records the result of an exchange with a server. */
  note(url: string, outcome: { contactedAt?: number; problem?: string; refusedSince?: number }): Promise<void>;
  noteCharacter(
    characterId: string,
    outcome: { problem?: string | undefined; refusedSince?: number | undefined },
  ): Promise<void>;
  /** Whether a character stays when its server shares it no more. CharacterNotFound, ConflictUnresolved: not connected. */
  keep(scope: Scope, characterId: string, keeps: boolean, now: number): Promise<void>;
  /** Memories with a refused change, the latest refusal first. CharacterNotFound; ConflictUnresolved: not connected. */
  refused(scope: Scope, characterId: string, page: Page): Promise<Paged & { memories: RefusedMemory[] }>;
  /** Has refused changes wait again: of these memories, or of all. CharacterNotFound; ConflictUnresolved: not connected. */
  retry(scope: Scope, characterId: string, memoryIds: readonly string[] | undefined): Promise<void>;
  /**
   * Takes refused changes back in one unit: the memories become as at the server, or are deleted if it lacks them.
   * Others are copied into the target first, with their histories and new ids. Memories without a refused change are
   * skipped. CharacterNotFound, CharacterArchived; ConflictUnresolved: not connected, or the target is; InvalidInput: a
   * text would be lost without a target.
   */
  withdraw(
    scope: Scope,
    characterId: string,
    memoryIds: readonly string[],
    target: { characterId: string; newId: () => string } | undefined,
    by: Author,
  ): Promise<Withdrawn>;
  /** The waiting changes in order, at most `limit`. Refused ones wait again after an hour. CharacterNotFound. */
  outbox(scope: Scope, characterId: string, limit: number, now: number): Promise<Outbox>;
  /** Undefined: there are none. CharacterNotFound. */
  recalls(scope: Scope, characterId: string): Promise<RecallsToSend | undefined>;
  /** What the server is told of erasures, and up to which own one that is. CharacterNotFound. */
  erasures(scope: Scope, characterId: string): Promise<SentErasures & { upTo: number }>;
  /** Notes up to which erasures both sides have all: the server's, the own ones; absent: as before. */
  noteErasures(characterId: string, known: { erased?: number | undefined; told?: number | undefined }): Promise<void>;
  /** Whether anything waits. */
  isWaiting(characterId: string, now: number): Promise<boolean>;
  /**
   * Applies an answer in one unit: the server's revisions replace local ones, and the waiting ones follow them.
   * CharacterNotFound.
   */
  settle(scope: Scope, characterId: string, settlement: Settlement, now: number): Promise<void>;
  /**
   * Begins the exchanges of a character anew, as after connecting, for a server that was restored from a backup. Without
   * `server` everything here is sent again. With it, what the server does not have is taken back here: memories that it
   * lacks are deleted, changes that it lacks leave their histories. CharacterNotFound; ConflictUnresolved: not connected.
   * @param server all its revisions
   */
  restart(scope: Scope, characterId: string, server: readonly KnownRevision[] | undefined, by: Author): Promise<void>;
  setBase(characterId: string, base: CharacterFields): Promise<void>;
  /** Takes or renews the lease on exchanging, or on `what`, until a time. */
  claim(holder: string, until: number, now: number, what?: string): Promise<boolean>;
  release(holder: string, what?: string): Promise<void>;
  /** Whether there is a server to exchange with and no process, or only this holder, has the lease. */
  isLeft(now: number, holder?: string): Promise<boolean>;
}
