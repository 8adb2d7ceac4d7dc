import type { Principal } from '../domain/principal.ts';
import type { Outcome } from '../gate/call.ts';
import type { Operation } from '../gate/operation.ts';
import type { Caller, Services } from '../service/context.ts';
import type { PublishedTool, Tool } from './surface.ts';

/** The options of one server: its tools and its principal. */
export interface McpOptions {
  /** The published tools, see selectTools. */
  tools: readonly Tool[];
  /** Every tool there is, for pages, which may call more than the published ones. */
  surface: readonly PublishedTool[];
  principal: Principal;
  /** Conversation that stored memories belong to unless a call names one. */
  sessionId?: string | undefined;
  /** The default character of calls; `auto`: the folder decides. */
  defaultCharacter?: string | undefined;
  version: string;
  /** The file of the page, for clients that show pages; absent: none. */
  app?: string | undefined;
  /** The context of the default character, to be read before the first call. */
  notes?: string | undefined;
}

/** The backend of the calls. */
export interface Backend {
  services: Services;
  /** Every operation, by name. */
  operations: ReadonlyMap<string, Operation>;
  call: typeof import('../gate/call.ts').call;
}

/** The context of a call's request. */
export interface IncomingRequest {
  signal: AbortSignal;
  /** The client as the request names it, without a handshake. */
  _meta?: unknown;
  /** Present over HTTP: where it came from is in `extra`. */
  authInfo?: { extra?: Record<string, unknown> | undefined } | undefined;
}

/** Runs an operation through the gate, as this connection's caller. */
export type CallOperation = (
  name: string,
  input: unknown,
  request: IncomingRequest,
  more?: Pick<Caller, 'progress' | 'ask' | 'forPerson' | 'idempotencyKey'>,
) => Promise<Outcome>;
