import type { Nearness } from '../../domain/stores/embeddings.ts';
import type { AnalyzedQuery } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { type Candidates, candidatesAt } from './candidates.ts';
import type { CharacterTable } from './character.ts';
import { memoryFactors } from './factors.ts';
import { largestOf } from './fusion.ts';
import { type Ranked, someLargest } from './largest.ts';
import type { FoundWords } from './lexical.ts';
import type { Likeness } from './meanings.ts';
import { integersAt, numbersAt } from './memories.ts';
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
  const chooseAllowed = (place: number) => {
    if (isAllowed(place)) choose(place);
  };
  const isAllowed = (place: number) => allowed === undefined || allowed.has(numbers[place]!);
  /** The best of some places by their values, and with a filter as many of those that pass it. */
  const eachBest = (values: Float64Array, places: Int32Array, visit: (ranked: PlacedValues) => void) => {
    visit({ values, places, numbers });
    if (allowed === undefined) return;
    const passing = Int32Array.from(places.keys()).filter((i) => isAllowed(places[i]!));
    visit({ values: numbersAt(values, passing), places: integersAt(places, passing), numbers });
  };
  const chooseAround = (places: readonly number[]) => {
    for (const one of places) eachAround(one, character, chooseAllowed);
  };
  const { touched } = found.tally;
  eachBest(worthOf(query, character, stage), touched, (ranked) => {
    const best = someLargest(ranked, most);
    for (const i of best) choose(ranked.places[i]!);
    // Of those around the best only few pass a filter.
    const around = allowed ? best : strongest(ranked, best, strong);
    chooseAround(around.map((i) => ranked.places[i]!));
  });
  if (likeness) {
    const { score, touched: above } = likeness.above;
    eachBest(numbersAt(score, above), above, (ranked) => {
      const best = someLargest(ranked, nearest);
      for (const i of best) choose(ranked.places[i]!);
      chooseAround(strongest(ranked, best, nearestWithNeighbours).map((i) => ranked.places[i]!));
    });
  }
  if (nearness) {
    const { near, usual } = nearness;
    const places = [near, usual].flatMap(({ memoryNos }) => [...character.placesOf(memoryNos)]);
    const known = places.filter((place) => place >= 0);
    for (const place of known) choose(place);
    chooseAround(known.slice(0, nearestWithNeighbours));
  }
  if (exact >= 0) choose(exact);
  const places = chosen.touched.slice().sort();
  chosen.release();
  return candidatesAt(places, character);
}

type PlacedValues = Ranked & { readonly places: Int32Array };

/** The largest values of some, by their indices. */
function strongest({ values, places, numbers }: PlacedValues, some: readonly number[], limit: number): number[] {
  const indices = Int32Array.from(some);
  const ranked = { values: numbersAt(values, indices), places: integersAt(places, indices), numbers };
  return someLargest(ranked, limit).map((i) => some[i]!);
}

/** The scores of the found memories by words, with what will multiply them, and with names of the query. */
function worthOf(query: AnalyzedQuery, character: CharacterTable, { found, levels }: FirstStage): Float64Array {
  const { memories } = character;
  const { score, touched } = found.tally;
  const worth = numbersAt(score, touched);
  const isOthers = (place: number) => found.named.isOther(memories.lead[place]!);
  const factors = memoryFactors(query, memories, character, { terms: found.named.terms, isOthers });
  for (const { of } of factors) for (let i = 0; i < worth.length; i++) worth[i]! *= of(touched[i]!);
  if (levels.size === 0) return worth;
  const top = largestOf(worth);
  for (let i = 0; i < worth.length; i++) worth[i]! += (levels.get(touched[i]!) ?? 0) * top;
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
