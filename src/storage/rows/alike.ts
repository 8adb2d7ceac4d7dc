import type { Memory } from '../../domain/memory.ts';
import type { Alike, AlikePair, PairPlace } from '../../domain/stores/alike.ts';

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

/** @param rows how many pairs each kind has */
export function countsOf(rows: readonly { kind: Alike['kind']; count: number }[]): Record<Alike['kind'], number> {
  const counts = { duplicate: 0, contradiction: 0 };
  for (const { kind, count } of rows) counts[kind] += count;
  return counts;
}
