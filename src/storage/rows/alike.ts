import type { Memory } from '../../domain/memory.ts';
import { type Alike, type AlikeCounts, type AlikePair, leastSure, type PairPlace } from '../../domain/stores/alike.ts';
import { type KeyOrder, keptSql } from './holding.ts';

/** A row of `alike_pairs`. */
export interface AlikeRow {
  character_no: number;
  one_no: number;
  other_no: number;
  kind: Alike['kind'];
  /** Thousandths. */
  likeness: number;
}

/** The most pairs that are counted. */
export const maxCountedPairs = 10_000;

export const thousandths = (likeness: number): number => Math.round(likeness * 1_000);

/** An engine's SQL: the number of the character, its functions for the lower and the higher key, and whether a memory holds. */
interface PairSql extends KeyOrder {
  character: string;
  /** Of the memory in `one` or `other`. */
  holds: (of: string) => string;
}

/**
 * The condition on pairs that are shown, as in `AlikeStore.list`: of `alike_pairs` as `pair`, and of its memories as `one` and
 * `other`.
 */
export function isShown(kept: boolean, { character, holds, ...order }: PairSql): string {
  const isKept = keptSql(character, 'one', 'other', order);
  const isLinked = (older: string, newer: string) => `EXISTS (SELECT 1 FROM memory_links AS link
    WHERE link.character_no = ${character} AND link.older_no = ${older} AND link.newer_no = ${newer})`;
  // Most have no end: they are not looked up again.
  const isPresent = (of: string) => `(${of}.valid_until IS NULL AND ${of}.superseded_by IS NULL OR ${holds(of)})`;
  const isOpen = `NOT ${isKept} AND ${isPresent('one')} AND ${isPresent('other')}`;
  return `one.state = 'ACTIVE' AND other.state = 'ACTIVE' AND one.compared = one.revision AND other.compared = other.revision
    AND ${kept ? isKept : isOpen}
    AND NOT ${isLinked('pair.one_no', 'pair.other_no')} AND NOT ${isLinked('pair.other_no', 'pair.one_no')}`;
}

/** The most alike first. */
export function inOrder(rows: readonly AlikeRow[], limit: number): AlikeRow[] {
  return rows
    .toSorted(
      (a, b) =>
        b.likeness - a.likeness || b.character_no - a.character_no || b.one_no - a.one_no || b.other_no - a.other_no,
    )
    .slice(0, limit);
}

/** @param find the memory of a number of a character */
export function alikePairs(
  rows: readonly AlikeRow[],
  find: (characterNo: number, no: number) => Memory | undefined,
): AlikePair[] {
  return rows.flatMap((row) => {
    const { character_no: character, one_no: one, other_no: other, kind, likeness: at } = row;
    const memories = [find(character, one), find(character, other)] as const;
    if (!memories[0] || !memories[1]) return [];
    return [{ kind, likeness: at / 1_000, memories: [memories[0], memories[1]], place: { at, character, one, other } }];
  });
}

/** A place among pairs as one among changes: its numbers are compared in the same way. */
export const asChangePlace = (place: PairPlace | undefined) =>
  place && { at: place.at, character: place.character, memory: place.one, revision: place.other };

/** The numbers of two memories as a row has them. */
export const ordered = (one: number, other: number): [one: number, other: number] =>
  one < other ? [one, other] : [other, one];

/** A number of pairs of one kind, and whether they are sure. */
export interface AlikeCount {
  kind: Alike['kind'];
  /** 1 or 0; of PostgreSQL a boolean. */
  sure: number | boolean;
  count: number;
}

/** The columns of an `AlikeCount` beside its number, of `alike_pairs` as `pair`. */
export const countedBy = `pair.kind, pair.likeness >= ${thousandths(leastSure)} AS sure`;

export function countsOf(rows: readonly AlikeCount[]): { counts: AlikeCounts; weak: AlikeCounts } {
  const [counts, weak] = [
    { duplicate: 0, contradiction: 0 },
    { duplicate: 0, contradiction: 0 },
  ];
  for (const { kind, sure, count } of rows) {
    counts[kind] += count;
    if (!sure) weak[kind] += count;
  }
  return { counts, weak };
}
