import type { Occurrences, SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { describeCharacter } from './character.ts';
import type { MemoryTable } from './memories.ts';
import type { Weights } from './statistics.ts';
import { livingSubstitutes } from './substitutes.ts';
import { Tally } from './tally.ts';

/** The passages that a query finds, ascending, in columns. Valid until the next query is scored: the columns are reused. */
export interface ScoredPassages {
  readonly passages: Int32Array;
  readonly score: Float64Array;
  /** The share of the query's weight that each covers. */
  readonly covered: Float64Array;
}

/**
 * BM25 of every passage, times a power of the share of the query that it covers: a passage with two of the words once
 * comes before one with a single word twice. A term that names a participant has no substitutes.
 *
 * Goes through the passages in windows, and in each through the terms, as Lucene's BooleanScorer does: the sums stay in
 * the processor's cache, and come out in ascending order.
 */
export function scorePassages(material: SearchMaterial, weights: Weights, named: ReadonlySet<number>): ScoredPassages {
  const { passages: table } = material;
  const { lengthNorms } = describeCharacter(table);
  const terms = material.terms.map((_, t) => termOf(t, material, weights, named));
  const room = Math.min(
    table.count,
    terms.reduce((sum, { postings }) => sum + postings, 0),
  );
  if (columns.score.length < room) columns = allocate(room);
  const { passages, score, covered } = columns;
  let count = 0;
  for (let from = 0; from < table.count && count < room; from += WINDOW) {
    const to = Math.min(table.count, from + WINDOW);
    let isEmpty = true;
    for (const term of terms) if (addTerm(term, from, to, table.length, lengthNorms)) isEmpty = false;
    if (!isEmpty) count = takeWindow(count, from, to - from, weights.asked);
  }
  return {
    passages: passages.subarray(0, count),
    score: score.subarray(0, count),
    covered: covered.subarray(0, count),
  };
}

/** A list of occurrences, and how far it has been read. */
interface List {
  readonly occurrences: Occurrences;
  at: number;
}

interface Term extends List {
  /** Weight of a full match. */
  readonly full: number;
  readonly covering: number;
  readonly substitutes: readonly (List & { readonly worth: number })[];
  /** Of all its lists. */
  readonly postings: number;
}

function termOf(t: number, material: SearchMaterial, weights: Weights, named: ReadonlySet<number>): Term {
  const { occurrences } = material.terms[t]!;
  const living = named.has(t) ? [] : livingSubstitutes(t, material, weights);
  const substitutes = living.map((one) => ({ occurrences: one.occurrences, worth: one.worth, at: 0 }));
  return {
    occurrences,
    at: 0,
    full: weights.idf[t]! * (RANKING.passage.k1 + 1),
    covering: weights.covering[t]!,
    substitutes,
    postings: substitutes.reduce((sum, one) => sum + one.occurrences.passages.length, occurrences.passages.length),
  };
}

/** Adds a term to the passages of a window, and its best substitute to those that lack it. Whether there were any. */
function addTerm(term: Term, from: number, to: number, length: Uint8Array, norms: Float64Array): boolean {
  const { score, covered, ownStamp } = current;
  const { full, covering } = term;
  const { passages, starts } = term.occurrences;
  const stamp = nextStamp();
  let i = term.at;
  for (; i < passages.length && passages[i]! < to; i++) {
    const passage = passages[i]!;
    const frequency = starts[i + 1]! - starts[i]!;
    const slot = passage - from;
    score[slot]! += (full * frequency) / (frequency + norms[length[passage]!]!);
    covered[slot]! += covering;
    ownStamp[slot] = stamp;
  }
  const isHeld = i > term.at;
  term.at = i;
  const substituted = bestSubstitutes(term, from, to, stamp, length, norms);
  for (let s = 0; s < substituted; s++) {
    const slot = current.slots[s]!;
    score[slot]! += current.gain[slot]!;
    covered[slot]! += current.worth[slot]!;
  }
  return isHeld || substituted > 0;
}

/**
 * Finds the best substitute of a term for each passage of a window that lacks the term: "What instruments does she play?"
 * finds the violin. Only one counts, so that a list of substitutes is not worth more than the term.
 * @returns how many of `current.slots` have one
 */
function bestSubstitutes(
  { substitutes }: Term,
  from: number,
  to: number,
  stamp: number,
  length: Uint8Array,
  norms: Float64Array,
): number {
  const { ownStamp, gainStamp, gain, worth: worths, slots } = current;
  const most = RANKING.passage.k1 + 1;
  let count = 0;
  for (const one of substitutes) {
    const { passages, starts } = one.occurrences;
    const { worth } = one;
    let i = one.at;
    for (; i < passages.length && passages[i]! < to; i++) {
      const passage = passages[i]!;
      const slot = passage - from;
      if (ownStamp[slot] === stamp) continue;
      const frequency = starts[i + 1]! - starts[i]!;
      const own = worth * ((frequency * most) / (frequency + norms[length[passage]!]!));
      if (gainStamp[slot] !== stamp) {
        gainStamp[slot] = stamp;
        slots[count++] = slot;
      } else if (own <= gain[slot]!) continue;
      gain[slot] = own;
      worths[slot] = worth;
    }
    one.at = i;
  }
  return count;
}

/** Takes the passages with a score out of a window: their coverage as shares, and the scores times a power of them. */
function takeWindow(before: number, from: number, size: number, asked: number): number {
  const { score, covered } = current;
  let count = before;
  for (let slot = 0; slot < size; slot++) {
    const sum = score[slot]!;
    if (sum === 0) continue;
    const share = Math.min(1, covered[slot]! / asked);
    columns.passages[count] = from + slot;
    columns.covered[count] = share;
    columns.score[count++] = sum * powerOf(share);
    score[slot] = 0;
    covered[slot] = 0;
  }
  return count;
}

/**
 * The sums of the memories, given those of their passages. A memory's score is that of its best passage plus half of the
 * others': at most double; it covers what its best passage for that covers.
 */
export function tallyMemories(memories: MemoryTable, { passages, score, covered }: ScoredPassages): Tally {
  const { endPassage, ofPassage } = memories;
  const { others, most } = RANKING.passages;
  const tally = Tally.borrow(memories.count);
  for (let i = 0; i < passages.length; ) {
    const memory = ofPassage[passages[i]!]!;
    const end = endPassage[memory]!;
    let best = score[i]!;
    let sum = best;
    let covers = covered[i]!;
    for (i++; i < passages.length && passages[i]! < end; i++) {
      sum += score[i]!;
      if (score[i]! > best) best = score[i]!;
      if (covered[i]! > covers) covers = covered[i]!;
    }
    tally.set(memory, best + Math.min(most * best, others * (sum - best)), covers);
  }
  return tally;
}

/** Many passages cover the same, and a power takes as long as all the rest. */
function powerOf(share: number): number {
  const at = Math.floor(share * SPREAD) % REMEMBERED;
  if (powers.of[at] !== share) {
    powers.of[at] = share;
    powers.values[at] = share ** RANKING.coverage;
  }
  return powers.values[at]!;
}

/** A cache of powers, by the digits of the share. */
const REMEMBERED = 1024;
const SPREAD = 2 ** 40;
const powers = { of: new Float64Array(REMEMBERED), values: new Float64Array(REMEMBERED) };

/** Passages of a window. */
const WINDOW = 2048;

/** The sums of the passages of the present window; zeros between two windows. */
const current = {
  score: new Float64Array(WINDOW),
  covered: new Float64Array(WINDOW),
  /** The last term that each passage has, and the last one of which it has a substitute, by their stamps. */
  ownStamp: new Int32Array(WINDOW),
  gainStamp: new Int32Array(WINDOW),
  gain: new Float64Array(WINDOW),
  worth: new Float64Array(WINDOW),
  /** The passages with a substitute of the present term. */
  slots: new Int32Array(WINDOW),
  stamp: 0,
};

/** A number for a term in a window; after the last one it starts anew. */
function nextStamp(): number {
  current.stamp = (current.stamp + 1) | 0;
  return current.stamp;
}

const allocate = (room: number) => ({
  passages: new Int32Array(room),
  score: new Float64Array(room),
  covered: new Float64Array(room),
});

/** Room for what a query finds: allocating it for each costs more than filling it. */
let columns = allocate(4_096);
