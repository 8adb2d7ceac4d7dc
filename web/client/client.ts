import type { Operations } from './api.ts';

/** Why a request failed, in words for the user. Its type is the envelope's; `Unreachable` when no answer came. */
export { MemoryServiceError as Failure } from '../../clients/typescript/errors.ts';

export type OperationName = keyof Operations;
export type Input<Name extends OperationName> = Operations[Name]['input'];
export type Output<Name extends OperationName> = Operations[Name]['output'];

/** How the page reaches the service. Every call throws Failures only. */
export interface Client {
  call<Name extends OperationName>(name: Name, input: Input<Name>, signal?: AbortSignal): Promise<Output<Name>>;
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
