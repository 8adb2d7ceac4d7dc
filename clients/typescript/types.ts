import type { ListChangesAnswer, lists, Operations } from './operations.ts';

export type OperationName = keyof Operations;
/** Whose memory it is: a character, or a user of the application by its own id. */
export type Who = { characterId: string; user?: never } | { user: string; characterId?: never };

/** A character may also be named by the id that an application gives its user; the first memory that is added makes it. */
type OrUser<Fields> = 'characterId' extends keyof Fields
  ? Fields | (Omit<Fields, 'characterId'> & Extract<Who, { user: string }>)
  : Fields;
export type Input<Name extends OperationName> = OrUser<Operations[Name]['input']>;
export type Output<Name extends OperationName> = Operations[Name]['output'];

/** What every call may bring along. */
export interface CallOptions {
  /** Ends the call; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Of a call that changes something; default: a new one, so that its retries change nothing twice. */
  idempotencyKey?: string | undefined;
  /** How long one attempt may take (ms); default: that of the client. */
  timeoutMs?: number | undefined;
  /** Gets how far a long call has come, where the operation tells (importDocument). */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface ClientOptions {
  /** Where `agent-memory-service serve` is, such as `http://127.0.0.1:8787`. */
  url: string;
  /** An API key or a token; a function is asked before each request. */
  key: string | (() => string | Promise<string>);
  /** How often a call is tried again that may succeed then; default 3. */
  retries?: number | undefined;
  /** How long one attempt may take (ms); default 65,000, since `addMemory` may ask a model. */
  timeoutMs?: number | undefined;
  /** Default: the global one. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

type Lists = typeof lists;
type ItemOf<Name extends keyof Lists> = Output<Name> extends Record<Lists[Name], (infer Item)[]> ? Item : never;

type Call<Name extends OperationName> =
  Record<string, never> extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Promise<Output<Name>>
    : (input: Input<Name>, options?: CallOptions) => Promise<Output<Name>>;

/** A list: called, it answers one page; `each` goes through the items of all pages. */
type ListCall<Name extends keyof Lists> = Call<Name> & {
  each(input?: Input<Name>, options?: CallOptions): AsyncGenerator<ItemOf<Name>, void, undefined>;
};

/** A change as it happens. `missed` (without a change): changes were left out; read the list again. */
export type ChangeEvent =
  | { event: 'change'; id: string; change: ListChangesAnswer['changes'][number] }
  | { event: 'missed'; id: string };

interface Follow {
  /**
   * What changes from now on, or behind the `id` of an event that is known; it connects again when the connection
   * breaks, and ends with the signal.
   */
  follow(
    input?: Input<'listChanges'>,
    options?: CallOptions & { after?: string | undefined },
  ): AsyncGenerator<ChangeEvent, void, undefined>;
}

export type Calls = {
  readonly [Name in OperationName]: (Name extends keyof Lists ? ListCall<Name> : Call<Name>) &
    (Name extends 'listChanges' ? Follow : unknown);
};
