import * as z from 'zod';
import { ServiceError } from './errors.ts';
import { limits } from './limits.ts';
import { text } from './text.ts';

export const defaultPageSize = 20;
export const maxPageSize = limits.pageSize;

/** Fits a name, and a path of 3,000 bytes. */
const maxCursor = 4_500;

/** Pagination: the query fields of every paged list. */
export const pageFields = {
  page: z.int().min(0).default(0).describe('From 0'),
  limit: z.int().min(1).max(maxPageSize).default(defaultPageSize),
  cursor: text(maxCursor, 1).optional(),
};

/** What an entry of a list is sorted by: where the list goes on behind it. */
export type Place = readonly (string | number)[];

export interface Page {
  page: number;
  limit: number;
  /** The list goes on behind this place; `page` is 0 then. InvalidInput for one of another list. */
  after?: Place | undefined;
  /** Nobody asks for the total, which is 0 then: counting walks all of the list. */
  isUncounted?: true;
}

/** A page of a list: the place of each of its entries, and whether more entries come behind it. */
export interface Paged {
  total: number;
  places: readonly Place[];
  isMore: boolean;
}

/** Answer fields of every paged list. */
export const pagedFields = { total: z.int(), page: z.int(), limit: z.int(), nextCursor: z.string().optional() };

/** The page that a caller asks for, by its number or by the cursor of the page before. InvalidInput. */
export function pageAsked({ page, limit, cursor }: { page: number; limit: number; cursor?: string | undefined }): Page {
  if (cursor === undefined) return { page, limit };
  if (page > 0) throw new ServiceError('InvalidInput', 'Give a cursor or a page, not both.');
  return { page, limit, after: placeOf(cursor) };
}

/** A place as a cursor, for a caller to hand back; undefined for a longer path, behind which only pages go on. */
export function cursorAt(place: Place): string | undefined {
  const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
  return cursor.length <= maxCursor ? cursor : undefined;
}

function placeOf(cursor: string): Place {
  const isPart = (one: unknown) => typeof one === 'number' || typeof one === 'string';
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.every(isPart)) return place;
  } catch {
    // It is no JSON.
  }
  throw badCursor();
}

export function badCursor(): ServiceError {
  return new ServiceError('InvalidInput', 'The cursor is not from a page of this list.');
}
