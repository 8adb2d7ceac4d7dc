import * as z from 'zod';
import type { Page } from '../domain/page.ts';
import { fitting } from '../service/answer-size.ts';
import type { Context } from '../service/context.ts';

/** The fields of a list that was cut, because an answer must fit into a message, and how to continue. */
export const partFields = { truncated: z.literal(true).optional(), next: z.string().optional() };

/** For lists that have no pages. */
export const offset = z.int().min(0).default(0).describe('Skip this many');

interface AnswerPart<Item> {
  items: Item[];
  stop: z.output<z.ZodObject<typeof partFields>>;
}

/** As many of the items as fit into an answer; `next` says how to continue after them. */
export function firstPart<Item>(
  { isModel }: Pick<Context, 'isModel'>,
  items: Item[],
  next: (count: number) => string,
  shown?: (item: Item) => string,
): AnswerPart<Item> {
  return partOf(items, fitting(items, { isModel, shown }), next);
}

function partOf<Item>(items: Item[], count: number, next: (count: number) => string): AnswerPart<Item> {
  if (count === items.length) return { items, stop: {} };
  return { items: items.slice(0, count), stop: { truncated: true, next: next(count) } };
}

/**
 * As `firstPart`, for one page of a list. It stops after a divisor of the page's size, so that the rest is a page of a
 * smaller size.
 */
export function pagePart<Item>(
  { isModel }: Pick<Context, 'isModel'>,
  items: Item[],
  { page, limit }: Page,
  shown?: (item: Item) => string,
): AnswerPart<Item> {
  const fit = fitting(items, { isModel, shown });
  if (fit === items.length) return { items, stop: {} };
  let size = fit;
  while (limit % size !== 0) size--;
  const next = `Go on with limit ${size} and page ${(page * limit) / size + 1}.`;
  return { items: items.slice(0, size), stop: { truncated: true, next } };
}

/** As `firstPart`, from an offset on; its texts are never cut. */
export function partFrom<Item>(
  { isModel }: Pick<Context, 'isModel'>,
  items: readonly Item[],
  start: number,
): AnswerPart<Item> {
  const rest = items.slice(start);
  return partOf(rest, fitting(rest, { isModel, isWhole: true }), (count) => `Go on with offset ${start + count}.`);
}
