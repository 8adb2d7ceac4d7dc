import type { Cosines, Nearness } from '../../domain/stores/embeddings.ts';
import { RANKING } from '../parameters.ts';
import type { Candidates } from './candidates.ts';
import type { CharacterTable } from './character.ts';
import { largestOf } from './fusion.ts';
import { someLargest } from './largest.ts';
import { type Likeness, usualCosines } from './meanings.ts';
import { type MemoryColumns, numbersAt } from './memories.ts';
import { neighbourSupport } from './neighbours.ts';
import { firstFrom } from './sorted.ts';
import { Tally } from './tally.ts';

/** The similarities of candidates to the query by one model. */
export interface Similarity {
  /** 0..1: how far each is above the character's mean, 1 for the maximum. */
  readonly share: Float64Array;
  /** Standard deviations above the character's mean; 0 below it. */
  readonly above: Float64Array;
  /** The same by place, also for memories that are no candidates. Borrowed: release it. */
  readonly around: Tally;
  /** Those near enough to match without a word in common. */
  readonly matches: ReadonlySet<number>;
  /** 0..1: how far the model is trusted for this query. */
  readonly trust: number;
  /** Whether it was compared with a memory, or is known to be less near to it than to others. */
  readonly isKnown: (memory: number) => boolean;
}

/** One model of meaning, and how it counts. */
export interface Model {
  /** Its name among the parts of an explanation. */
  readonly part: 'meaning' | 'similarity';
  readonly similarity: Similarity;
  /** The largest strength of matches by it alone. */
  readonly most: number;
  /** It is the encoder of the package. */
  readonly isOwn?: boolean | undefined;
}

/** Which memories match without a common word: the least deviations above the mean, and the most of them. */
type MatchLimits = (typeof RANKING.nearness)['match' | 'set'];

/** The table of words as a model. */
export function readLikeness(
  { above: around, cosineOf }: Likeness,
  { places, memories }: Candidates,
  limits: MatchLimits,
): Model {
  const above = numbersAt(around.score, places);
  const share = new Float64Array(places.length);
  for (let m = 0; m < share.length; m++) {
    const cosine = cosineOf(places[m]!);
    if (cosine > 0) share[m] = Math.min(1, cosine);
  }
  const matches = nearestOf(above, 1, memories, limits, (m) => share[m]! > RANKING.meaning.match.cosine);
  const isKnown = (m: number) => !Number.isNaN(cosineOf(places[m]!));
  const similarity = { share, above, around, matches, trust: 1, isKnown };
  return { part: 'meaning', similarity, most: RANKING.meaning.match.strength };
}

/** The strength of the nearest match by a model alone, 0..1. */
export function strengthOfNearest({ similarity: { matches, share, trust }, most }: Model): number {
  return [...matches].reduce((strength, m) => Math.max(strength, most * Math.min(1, share[m]!) * trust), 0);
}

/**
 * The embeddings as a model. Expresses cosines as deviations from the character's usual ones, because models and
 * subjects differ. Their trust is their correlation with the scores by words; a multilingual encoder of this machine
 * has it without, because across languages words agree by chance alone. A memory without a vector gets the value that
 * the regression predicts.
 */
export function readNearness(
  nearness: Nearness,
  lexical: Float64Array,
  { places, memories }: Candidates,
  character: CharacterTable,
  limits: MatchLimits,
): Model {
  const { near, usual, beyond } = nearness;
  const { mean, deviation } = usualCosines(usual.values, RANKING.similarity.prior);
  const indicesOf = ({ memoryNos }: Cosines) => character.placesOf(memoryNos).map((place) => indexOf(place, places));
  const known = (usual === near ? [usual] : [near, usual]).map((one) => ({ at: indicesOf(one), values: one.values }));
  const sums = { n: 0, x: 0, z: 0, xx: 0, zz: 0, xz: 0 };
  const { at, values } = known.at(-1)!;
  for (let i = 0; i < at.length; i++) {
    if (at[i]! < 0) continue;
    const x = lexical[at[i]!]!;
    const z = (values[i]! - mean) / deviation;
    sums.n++;
    sums.x += x;
    sums.z += z;
    sums.xx += x * x;
    sums.zz += z * z;
    sums.xz += x * z;
  }
  const { slope, meanX, meanZ, trust: earned } = agreement(sums);
  const trust = nearness.onMachine?.languages === 'many' ? 1 : earned;
  const most = beyond === undefined ? Number.POSITIVE_INFINITY : (beyond - mean) / deviation;
  const above = new Float64Array(lexical.length);
  for (let m = 0; m < above.length; m++) {
    const predicted = Math.min(most, meanZ + slope * (lexical[m]! - meanX));
    if (predicted > 0) above[m] = predicted;
  }
  const share = new Float64Array(lexical.length);
  const isCompared = new Uint8Array(lexical.length);
  for (const { at, values } of known) {
    for (let i = 0; i < at.length; i++) {
      const m = at[i]!;
      if (m < 0) continue;
      const more = values[i]! - mean;
      above[m] = Math.max(0, more / deviation);
      share[m] = Math.max(0, more / Math.max(1 - mean, 1e-9));
      isCompared[m] = 1;
    }
  }
  const around = Tally.borrow(character.memories.count);
  for (let m = 0; m < above.length; m++) if (above[m]! > 0) around.set(places[m]!, above[m]!, 0);
  const matches = nearestOf(above, trust, memories, limits, (m) => isCompared[m] === 1);
  const isKnown = (m: number) => beyond !== undefined || isCompared[m] === 1;
  const similarity = { share, above, around, matches, trust, isKnown };
  return { part: 'similarity', similarity, most: 1, isOwn: nearness.onMachine?.isOwn };
}

/** The index of a place among ascending ones; -1 for none, and where they lack it. */
function indexOf(place: number, places: Int32Array): number {
  if (place < 0) return -1;
  if (places[place] === place) return place;
  const at = firstFrom(places, place, 0);
  return places[at] === place ? at : -1;
}

/** The few memories that are clearly nearer than the rest; the less the model is trusted, the fewer. */
function nearestOf(
  above: Float64Array,
  trust: number,
  { memoryNo }: MemoryColumns,
  { deviations, memories }: MatchLimits,
  mayMatch: (memory: number) => boolean,
): ReadonlySet<number> {
  const nearest = someLargest({ values: above, numbers: memoryNo }, Math.floor(memories * trust ** 2));
  return new Set(nearest.filter((m) => above[m]! > deviations && mayMatch(m)));
}

/**
 * Adds similarity to each memory's score. It counts little for turns of a conversation, and neighbours give a share of
 * theirs.
 * @param asked the largest share of the question that a memory's words cover, and whether it is one word that is found
 * @param embeddings the other model, beside the table of words
 */
export function addedBy(
  model: Model,
  candidates: Candidates,
  character: CharacterTable,
  { covered, isKeyword }: { covered: number; isKeyword: boolean },
  embeddings: Model | undefined,
): Float64Array {
  const { above, around, trust } = model.similarity;
  const turns = model.part === 'similarity' ? candidates.shortTurns : candidates.turns;
  const weight = model.isOwn
    ? ownWeights(isKeyword ? 0 : largestOf(above), covered)
    : weightsOf(model, covered, embeddings);
  const { neighbours } = RANKING.nearness;
  const isConversation = character.sessions.count > 0 && largestOf(turns) > 0;
  const support = isConversation ? neighbourSupport(around.score, candidates.places, character) : undefined;
  const added = above.slice();
  if (support) for (let m = 0; m < added.length; m++) added[m]! += neighbours * turns[m]! * support[m]!;
  const share = trust / (largestOf(added) || 1);
  for (let m = 0; m < added.length; m++) {
    added[m]! *= share * (weight.statements + (weight.turns - weight.statements) * turns[m]!);
  }
  return added;
}

/** The weights of a model's similarity besides the words. */
interface Weights {
  readonly statements: number;
  readonly turns: number;
}

/** For statements, and long messages with embeddings, it counts the more, the less any memory covers the question. */
function weightsOf({ part }: Model, covered: number, embeddings: Model | undefined): Weights {
  const { weight, fullFrom, leastFrom, statements } = RANKING.nearness;
  const beside = embeddings?.isOwn ? RANKING.own.wordsBeside : statements.wordsBeside;
  const times = part === 'similarity' ? statements.embeddings : beside;
  const missing = between(leastFrom, fullFrom, covered);
  const factor = 1 + (times - 1) * (embeddings?.similarity.trust ?? 0);
  return { statements: (weight.least + (weight.most - weight.least) * missing) * factor, turns: weight.least };
}

function ownWeights(largest: number, covered: number): Weights {
  const { weight, turns, fullFrom, leastFrom, standsOut } = RANKING.own;
  const clear = between(standsOut.from, standsOut.full, largest);
  const share = Math.max(clear, between(leastFrom, fullFrom, covered));
  return { statements: weight.least + (weight.most - weight.least) * share, turns };
}

/** How far a value is on the way from one to the other, 0..1. */
function between(from: number, to: number, value: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

interface Sums {
  readonly n: number;
  readonly x: number;
  readonly z: number;
  readonly xx: number;
  readonly zz: number;
  readonly xz: number;
}

/** Regression of deviations z on lexical scores x, and the trust that their correlation earns. */
function agreement({ n, x, z, xx, zz, xz }: Sums) {
  const { expected, memories, from, to } = RANKING.similarity.trust;
  const meanX = x / (n || 1);
  const meanZ = z / (n || 1);
  const varianceX = xx / (n || 1) - meanX * meanX;
  const varianceZ = zz / (n || 1) - meanZ * meanZ;
  const covariance = xz / (n || 1) - meanX * meanZ;
  const isKnown = varianceX > 1e-12 && varianceZ > 1e-12;
  const seen = isKnown ? n : 0;
  const correlation = isKnown ? covariance / Math.sqrt(varianceX * varianceZ) : 0;
  const likely = (seen * correlation + memories * expected) / (seen + memories);
  return {
    meanX,
    meanZ,
    slope: isKnown ? covariance / varianceX : 0,
    trust: between(from, to, likely),
  };
}
