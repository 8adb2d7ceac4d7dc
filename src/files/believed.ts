import { dayMs } from '../domain/text.ts';
import type { ReadDocument } from './document.ts';
import { LeftOut } from './left-out.ts';

/** Years between the Buddhist calendar of Thailand and the common one. */
const buddhistYears = 543;

/**
 * The time of something said or written: one beyond tomorrow is a mistake, but in a Thai text a year of the Buddhist
 * calendar. Undefined for what is not believed.
 */
export function believed(at: string, now: number, text: string): string | undefined {
  if (Date.parse(at) <= now + dayMs) return at;
  const year = Number(at.slice(0, 4));
  if (year < 2_400 || year > 2_699 || !/\p{Script=Thai}/u.test(text)) return undefined;
  const common = `${year - buddhistYears}${at.slice(4)}`;
  return Date.parse(common) <= now + dayMs ? common : undefined;
}

/** A document whose times are believed; the others give way to the file's own time, or to none, and are counted. */
export function believedDocument(document: ReadDocument, now: number, modifiedAt?: string): ReadDocument {
  // The memories of our own export were stored with their times.
  if (document.categories) return document;
  const isLater = document.pieces.some(
    ({ occurredAt }) => occurredAt !== undefined && Date.parse(occurredAt) > now + dayMs,
  );
  if (!isLater) return document;
  const leftOut = new LeftOut();
  const instead = modifiedAt === undefined ? undefined : believed(modifiedAt, now, '');
  const pieces = document.pieces.map((piece) => {
    if (piece.occurredAt === undefined) return piece;
    const occurredAt = believed(piece.occurredAt, now, [...piece.context, piece.body].join(' '));
    if (occurredAt === undefined) leftOut.add(`time in the future, not believed: ${piece.occurredAt.slice(0, 10)}`);
    return { ...piece, occurredAt: occurredAt ?? instead };
  });
  return { ...document, pieces, leftOut: [...(document.leftOut ?? []), ...leftOut.list()] };
}
