import type { Occurrences } from '../../domain/stores/search.ts';
import { POSITION_BITS, POSITION_MASK } from './postings.ts';

/** Gathers the occurrences of one term after the other, passage by passage in ascending order. */
export class OccurrenceList {
  #passages = new Int32Array(ROOM);
  #starts = new Int32Array(ROOM + 1);
  #positions = new Uint8Array(ROOM);
  #count = 0;
  #total = 0;

  /** A segment's occurrences, in bytes from..to; `rows` has the number of each of its passages, -1 when it is retired. */
  addSegment(bytes: Uint8Array, from: number, to: number, rows: Int32Array): void {
    this.#reserve((to - from) >> 1);
    const passages = this.#passages;
    const starts = this.#starts;
    const positions = this.#positions;
    let count = this.#count;
    let total = this.#total;
    let last = -1;
    for (let at = from; at + 1 < to; at += 2) {
      const value = bytes[at]! | (bytes[at + 1]! << 8);
      const row = rows[value >> POSITION_BITS]!;
      if (row < 0) continue;
      if (row !== last) {
        passages[count] = row;
        starts[count++] = total;
        last = row;
      }
      positions[total++] = value & POSITION_MASK;
    }
    this.#count = count;
    this.#total = total;
  }

  add(row: number, positions: readonly number[]): void {
    if (positions.length === 0) return;
    this.#reserve(positions.length);
    this.#passages[this.#count] = row;
    this.#starts[this.#count++] = this.#total;
    for (const position of positions) this.#positions[this.#total++] = position;
  }

  /** Returns the gathered occurrences and starts the next term. */
  take(): Occurrences {
    const count = this.#count;
    const total = this.#total;
    this.#count = 0;
    this.#total = 0;
    if (count === 0) return NOWHERE;
    this.#starts[count] = total;
    return {
      passages: this.#passages.slice(0, count),
      starts: this.#starts.slice(0, count + 1),
      positions: this.#positions.slice(0, total),
    };
  }

  #reserve(more: number): void {
    const needed = this.#total + more;
    if (needed <= this.#positions.length) return;
    const room = Math.max(needed, this.#positions.length * 2);
    const grown = { passages: new Int32Array(room), starts: new Int32Array(room + 1), positions: new Uint8Array(room) };
    grown.passages.set(this.#passages);
    grown.starts.set(this.#starts);
    grown.positions.set(this.#positions);
    this.#passages = grown.passages;
    this.#starts = grown.starts;
    this.#positions = grown.positions;
  }
}

/** Room to begin with; more is made when it does not suffice. */
const ROOM = 1_024;

const NOWHERE: Occurrences = { passages: new Int32Array(0), starts: new Int32Array(1), positions: new Uint8Array(0) };

/** The union of several terms. */
export function mergeOccurrences(lists: readonly Occurrences[]): Occurrences {
  if (lists.length === 0) return NOWHERE;
  if (lists.length === 1) return lists[0]!;
  const holding = lists.filter(({ passages }) => passages.length > 0);
  return holding.length === 0 ? NOWHERE : holding.reduce(mergeTwo);
}

/** The union of two, both in ascending order. */
function mergeTwo(a: Occurrences, b: Occurrences): Occurrences {
  const passages = new Int32Array(a.passages.length + b.passages.length);
  const starts = new Int32Array(passages.length + 1);
  const positions = new Uint8Array(a.positions.length + b.positions.length);
  let count = 0;
  let total = 0;
  for (let i = 0, j = 0; i < a.passages.length || j < b.passages.length; ) {
    // Past the end of a list every passage of the other is nearer.
    const inA = i < a.passages.length ? a.passages[i]! : Number.POSITIVE_INFINITY;
    const inB = j < b.passages.length ? b.passages[j]! : Number.POSITIVE_INFINITY;
    const passage = Math.min(inA, inB);
    let p = a.starts[i]!;
    let q = b.starts[j]!;
    const endP = inA === passage ? a.starts[++i]! : p;
    const endQ = inB === passage ? b.starts[++j]! : q;
    passages[count] = passage;
    starts[count++] = total;
    while (p < endP || q < endQ) {
      const atP = p < endP ? a.positions[p]! : POSITION_MASK + 1;
      const atQ = q < endQ ? b.positions[q]! : POSITION_MASK + 1;
      positions[total++] = Math.min(atP, atQ);
      if (atP <= atQ) p++;
      if (atQ <= atP) q++;
    }
  }
  starts[count] = total;
  return {
    passages: passages.slice(0, count),
    starts: starts.slice(0, count + 1),
    positions: positions.slice(0, total),
  };
}
