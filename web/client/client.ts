import type { Operations } from './api.ts';

export type OperationName = keyof Operations;
export type Input<Name extends OperationName> = Operations[Name]['input'];
export type Output<Name extends OperationName> = Operations[Name]['output'];

/** How the page reaches the service. Every call throws Failures only. */
export interface Client {
  call<Name extends OperationName>(name: Name, input: Input<Name>, signal?: AbortSignal): Promise<Output<Name>>;
}

/** Why a request failed, in words for the user. */
export class Failure extends Error {
  /** The envelope's type, or `Offline` when no answer came. */
  readonly type: string;
  readonly status: number;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** Retry after this many seconds. */
  readonly retryAfter: number | undefined;

  constructor(message: string, about: Partial<Pick<Failure, 'type' | 'status' | 'requestId' | 'retryAfter'>> = {}) {
    super(message);
    this.type = about.type ?? 'Offline';
    this.status = about.status ?? 0;
    this.requestId = about.requestId;
    this.retryAfter = about.retryAfter;
  }
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
