import { ServiceError } from '../domain/errors.ts';

/**
 * The maximum size of the list in one tool's answer, in bytes. Hosts close the connection at a message above 10 MiB; a
 * whole answer stays below 4 MB.
 */
const maxListBytes = 3_500_000;

/** The most bytes that a character of JSON takes when it is sent twice, once inside a string. */
export const bytesOfCharacter = 13;

/** A text's bytes inside a JSON string, less its quotes. */
export function sentBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/**
 * How many of the first items fit into one answer, at least one. They are counted as sent: as structured content and
 * again inside a text.
 */
export function fitting(items: readonly unknown[]): number {
  let left = maxListBytes;
  if (JSON.stringify(items).length * bytesOfCharacter < left) return items.length;
  for (const [i, item] of items.entries()) {
    const json = JSON.stringify(item);
    left -= Buffer.byteLength(json) + sentBytes(json);
    if (left < 0 && i > 0) return i;
  }
  return items.length;
}

/** A place in a list, as numbers, for a caller to hand back. */
export function cursorOf(place: readonly number[]): string {
  return Buffer.from(place.join('.')).toString('base64url');
}

/** The numbers of a cursor (cursor pagination). InvalidInput for a cursor that no page returned. */
export function placeOf(cursor: string, ...lengths: number[]): number[] {
  const parts = Buffer.from(cursor, 'base64url').toString('latin1').split('.').map(Number);
  if (lengths.includes(parts.length) && parts.every((part) => Number.isSafeInteger(part) && part >= 0)) return parts;
  throw badCursor();
}

export function badCursor(): ServiceError {
  return new ServiceError('InvalidInput', 'The cursor is not from a page of this list.');
}
