import { ServiceError } from '../domain/errors.ts';

/** The store can't be used: reported in one line to the person who started the program; nothing was changed. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/** The store worked before and can't be used now. */
export function unavailable(reason: string, cause?: unknown): ServiceError {
  const message = `The store can't be used: ${reason}. Nothing was changed.`;
  return new ServiceError('ServiceUnavailable', message, undefined, cause);
}
