import type { Nearness } from '../../domain/stores/embeddings.ts';
import type { AnalyzedQuery } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { type Candidates, candidatesAt } from './candidates.ts';
import type { CharacterTable } from './character.ts';
import { memoryFactors } from './factors.ts';
import { largest, someLargest } from './largest.ts';
import type { FoundWords } from './lexical.ts';
import type { Likeness } from './meanings.ts';
import { Tally } from './tally.ts';

/** What the first stage of a ranking knows of all memories, by their places. */
export interface FirstStage {
  readonly found: FoundWords;
  /** Memories with names of the query, see `levelsOfHolders`. */
  readonly levels: ReadonlyMap<number, number>;
  /** By the table of words, where it compared all. */
  readonly likeness: Likeness | undefined;
  readonly nearness?: Nearness | undefined;
  /** The memory that is the query's exact text; negative: none. */
  readonly exact: number;
  readonly allowed?: ReadonlySet<number> | undefined;
}

/**
 * The memories that may be among the first: the best by words, those with names of the query, the nearest in meaning,
 * and what stands around the very best in a conversation. With a filter as many of those that pass it.
 */
export function chooseCandidates(query: AnalyzedQuery, character: CharacterTable, stage: FirstStage): Candidates {
  const { most, strong, nearest, nearestWithNeighbours } = RANKING.candidates;
  const { found, likeness, nearness, exact, allowed } = stage;
  const { count, memoryNo: numbers } = character.memories;
  const chosen = Tally.borrow(count);
  const choose = (place: number) => chosen.set(place, 1, 0);
  const isAllowed = (place: number) => allowed === undefined || allowed.has(numbers[place]!);
  /** All of them, and with a filter those that pass it. */
  const passing = (places: Int32Array) => (allowed ? [places, places.filter(isAllowed)] : [places]);
  const chooseAround = (places: readonly number[]) => {
    for (const one of places) eachAround(one, character, (place) => isAllowed(place) && choose(place));
  };
  const chooseNearest = (places: readonly number[]) => {
    for (const place of places) choose(place);
    chooseAround(places.slice(0, nearestWithNeighbours));
  };
  const worth = worthOf(query, character, stage);
  const ranked = { values: (worth ?? found.tally).score, numbers };
  for (const among of passing(found.tally.touched)) {
    const best = someLargest(ranked, most, among);
    for (const place of best) choose(place);
    // Of those around the best only few pass a filter.
    chooseAround(allowed ? best : someLargest(ranked, strong, Int32Array.from(best)));
  }
  worth?.release();
  if (likeness) {
    const { score, touched: above } = likeness.above;
    for (const among of passing(above)) chooseNearest(largest({ values: score, numbers }, nearest, among));
  }
  if (nearness) {
    const places = [...nearness.cosines.keys()].map(character.placeOf());
    chooseNearest(places.filter((place) => place >= 0));
  }
  if (exact >= 0) choose(exact);
  const places = chosen.touched.slice().sort();
  chosen.release();
  return candidatesAt(places, character);
}

/** The scores by words with what will multiply them, and with names of the query; undefined where nothing does. */
function worthOf(query: AnalyzedQuery, character: CharacterTable, { found, levels }: FirstStage): Tally | undefined {
  const { memories } = character;
  const isOthers = (place: number) => found.named.isOther(memories.lead[place]!);
  const factors = memoryFactors(query, memories, character, { terms: found.named.terms, isOthers });
  if (factors.length === 0 && levels.size === 0) return undefined;
  const worth = Tally.borrow(memories.count);
  let top = 0;
  const { score: scores, touched } = found.tally;
  for (let i = 0; i < touched.length; i++) {
    const place = touched[i]!;
    let score = scores[place]!;
    for (const { of } of factors) score *= of(place);
    worth.set(place, score, 0);
    if (score > top) top = score;
  }
  for (const [place, level] of levels) if (worth.score[place] !== 0) worth.add(place, level * top, 0);
  return worth;
}

/** Calls for each memory that may get support from one: its neighbours in the conversation. */
function eachAround(memory: number, { timeline, utterances }: CharacterTable, visit: (memory: number) => void): void {
  const place = timeline.place[memory]!;
  if (place < 0) return;
  const { reach } = RANKING.neighbours;
  const { at, starts, session } = utterances;
  const own = at[place]!;
  const last = Math.min(own + reach, session.length - 1);
  for (let u = Math.max(0, own - reach); u <= last; u++) {
    if (session[u] !== session[own]) continue;
    for (let i = starts[u]!; i < starts[u + 1]!; i++) visit(timeline.order[i]!);
  }
}
