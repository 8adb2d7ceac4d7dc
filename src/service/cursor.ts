import { ServiceError } from '../domain/errors.ts';

/** A place in a list, as numbers, for a caller to hand back. */
export function cursorOf(place: readonly number[]): string {
  return Buffer.from(place.join('.')).toString('base64url');
}

/** The numbers of a cursor, so many. InvalidInput for one that no page named. */
export function placeOf(cursor: string, ...lengths: number[]): number[] {
  const parts = Buffer.from(cursor, 'base64url').toString('latin1').split('.').map(Number);
  if (lengths.includes(parts.length) && parts.every((part) => Number.isSafeInteger(part) && part >= 0)) return parts;
  throw badCursor();
}

export function badCursor(): ServiceError {
  return new ServiceError('InvalidInput', 'The cursor is none that a page of this list named.');
}
