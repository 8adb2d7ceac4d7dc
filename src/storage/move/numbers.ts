import { StoreUnusable } from '../unusable.ts';

/** New numbers for the rows of one table: 1, 2, … in order, over all or for each character. */
export class Numbers {
  readonly #byCharacter: boolean;
  readonly #of = new Map<number, { before: number[]; first: number }>();
  #last = 0;

  constructor(byCharacter: boolean) {
    this.#byCharacter = byCharacter;
  }

  /** The new number of a row. Rows come by character, and in order of their numbers. */
  add(characterNo: number, before: number): number {
    let known = this.#of.get(characterNo);
    if (!known) {
      known = { before: [], first: this.#byCharacter ? 1 : this.#last + 1 };
      this.#of.set(characterNo, known);
    }
    this.#last = known.first + known.before.length;
    known.before.push(before);
    return this.#last;
  }

  /** @throws StoreUnusable for an unknown row */
  of(characterNo: number, before: number): number {
    const known = this.#of.get(characterNo);
    const at = known ? indexOf(known.before, before) : -1;
    if (!known || at < 0) {
      throw new StoreUnusable(`Character ${characterNo} names row ${before}, which is missing: the store is damaged.`);
    }
    return known.first + at;
  }
}

/** In ascending numbers. */
function indexOf(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle]!;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
