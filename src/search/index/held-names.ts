import type { HeldName, Occurrences, QueryName } from '../../domain/stores/search.ts';
import { firstFrom } from '../rank/sorted.ts';
import type { StandingTerm } from './term-repair.ts';

/** Where each of a query's names stands, given where its terms do. */
export function holdNames(names: readonly QueryName[], terms: readonly StandingTerm[]): HeldName[] {
  return names.map(({ whole, parts }) => ({
    whole: whole === undefined ? NOWHERE : terms[whole]!.occurrences.passages,
    within: phrase(parts.map(({ term, distance }) => ({ distance, ...terms[term]!.occurrences }))),
  }));
}

const NOWHERE = new Int32Array(0);

interface NamePart extends Occurrences {
  readonly distance: number;
}

/** The passages in which terms are at given distances from the first. */
function phrase([first, ...others]: readonly NamePart[]): Int32Array {
  if (first === undefined) return NOWHERE;
  const { passages, starts, positions } = first;
  const at = others.map(() => 0);
  return passages.filter((passage, i) => {
    others.forEach((other, o) => {
      at[o] = firstFrom(other.passages, passage, at[o]!);
    });
    if (others.some((other, o) => other.passages[at[o]!] !== passage)) return false;
    const places = positions.subarray(starts[i]!, starts[i + 1]!);
    return places.some((place) => others.every((other, o) => standsAt(other, at[o]!, place + other.distance)));
  });
}

/** Whether a term is at a position of the i-th of its passages. */
function standsAt({ starts, positions }: Occurrences, i: number, position: number): boolean {
  return positions.subarray(starts[i]!, starts[i + 1]!).includes(position);
}
