/**
 * Two sums for each place, a passage or a memory: its score, and the weight of the query that it covers. All are zero
 * but those of the touched places, so that a query costs what it finds.
 */
export class Tally {
  /** Above zero exactly at the touched places. */
  readonly score: Float64Array;
  readonly covered: Float64Array;
  readonly #touched: Int32Array;
  #count = 0;

  private constructor(room: number) {
    this.score = new Float64Array(room);
    this.covered = new Float64Array(room);
    this.#touched = new Int32Array(room);
  }

  /** One of zeros. Give it back with `release`: allocating as much as a character holds costs more than a search. */
  static borrow(size: number): Tally {
    const at = idle.findIndex(({ score }) => score.length >= size);
    return idle.splice(at, at < 0 ? 0 : 1)[0] ?? new Tally(2 ** Math.ceil(Math.log2(Math.max(size, leastRoom))));
  }

  /** The touched places, in the order they came. */
  get touched(): Int32Array {
    return this.#touched.subarray(0, this.#count);
  }

  /** Adds to a place; the score must be above zero. */
  add(place: number, score: number, covered: number): void {
    if (this.score[place] === 0) this.#touched[this.#count++] = place;
    this.score[place]! += score;
    this.covered[place]! += covered;
  }

  /** Replaces the sums of a place; the score must be above zero. */
  set(place: number, score: number, covered: number): void {
    if (this.score[place] === 0) this.#touched[this.#count++] = place;
    this.score[place] = score;
    this.covered[place] = covered;
  }

  /** Nobody may use it afterwards. */
  release(): void {
    for (let i = 0; i < this.#count; i++) {
      const place = this.#touched[i]!;
      this.score[place] = 0;
      this.covered[place] = 0;
    }
    this.#count = 0;
    idle.push(this);
    if (idle.length > maxIdle) idle.shift();
  }
}

const leastRoom = 4_096;
/** As many as a ranking uses at once. */
const maxIdle = 5;
const idle: Tally[] = [];
