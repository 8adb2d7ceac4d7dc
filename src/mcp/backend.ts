import type { Outcome } from '../gate/call.ts';
import type { Operation } from '../gate/operation.ts';
import type { Caller, Services } from '../service/context.ts';

/** The backend of the calls. */
export interface Backend {
  services: Services;
  /** Every operation, by name. */
  operations: ReadonlyMap<string, Operation>;
  call: typeof import('../gate/call.ts').call;
}

/** What a call needs to know of the request that it came with. */
export interface IncomingRequest {
  signal: AbortSignal;
  /** What the request says of its client, where there is no handshake. */
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
