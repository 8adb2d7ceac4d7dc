import * as z from 'zod';
import { cursorAt, type Page, type Paged, pageFields } from '../domain/page.ts';
import { fitting } from '../service/answer-size.ts';
import type { Context } from '../service/context.ts';

/** The fields of a list that was cut, because an answer must fit into a message, and how to continue. */
export const partFields = { truncated: z.literal(true).optional(), next: z.string().optional() };

/** The pages of an export, for one tool call each, and their fields in the answer. */
export const exportFields = {
  page: z.int().min(0).default(0).describe('From 0'),
  cursor: pageFields.cursor,
};
export const exportedFields = { page: z.int(), pages: z.int(), nextCursor: z.string().optional() };

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

/** The fields of a page in its answer; of its first `count` entries where it is cut. */
export function pagedOf({ total, places, isMore }: Paged, { page, limit }: Page, count = places.length) {
  const last = places[count - 1];
  const nextCursor = last && (isMore || count < places.length) ? cursorAt(last) : undefined;
  return { total, page, limit, ...(nextCursor !== undefined && { nextCursor }) };
}

/** A line that says how a list goes on; empty at its end. */
export function goOn({
  page,
  nextCursor,
  next,
}: {
  page: number;
  nextCursor?: string | undefined;
  next?: string | undefined;
}) {
  if (nextCursor === undefined) return next === undefined ? '' : `\n${next}`;
  if (next?.includes(nextCursor)) return `\n${next}`;
  return `\n${next ?? `Next: page ${page + 1}.`} While others write: cursor ${nextCursor}`;
}

/**
 * As `firstPart`, for one page of a list, with its fields. A numbered page stops after a divisor of its size, so that
 * the rest is a page of a smaller size.
 */
export function pagePart<Item>(
  { isModel }: Pick<Context, 'isModel'>,
  items: Item[],
  found: Paged,
  asked: Page,
  shown?: (item: Item) => string,
): AnswerPart<Item> & { paged: ReturnType<typeof pagedOf> } {
  const { page, limit, after } = asked;
  const fit = fitting(items, { isModel, shown });
  let size = fit;
  if (after) {
    const paged = pagedOf(found, asked, size);
    const next = paged.nextCursor && { next: `Go on with cursor ${paged.nextCursor}.` };
    return { items: items.slice(0, size), stop: { ...(size < items.length && { truncated: true }), ...next }, paged };
  }
  while (fit < items.length && limit % size !== 0) size--;
  const next = () => `Go on with limit ${size} and page ${(page * limit) / size + 1}.`;
  return { ...partOf(items, size, next), paged: pagedOf(found, asked, size) };
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
