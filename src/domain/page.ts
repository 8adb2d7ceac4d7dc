import * as z from 'zod';
import { limits } from './limits.ts';

export const defaultPageSize = 20;
export const maxPageSize = limits.pageSize;

/** Pagination: the query fields of every paged list; pages count from 0. */
export const pageFields = {
  page: z.int().min(0).default(0),
  limit: z.int().min(1).max(maxPageSize).default(defaultPageSize),
};

export interface Page {
  page: number;
  limit: number;
}

/** Answer fields of every paged list. */
export const pagedFields = { total: z.int(), page: z.int(), limit: z.int() };
