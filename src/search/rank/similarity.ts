import type { Nearness } from '../../domain/stores/embeddings.ts';
import type { AnalyzedQuery } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import type { CharacterTable } from './character.ts';
import { largestOf } from './fusion.ts';
import { someLargest } from './largest.ts';
import { likenessOf } from './meanings.ts';
import type { MemoryTable } from './memories.ts';
import { neighbourSupport } from './neighbours.ts';

/** The similarities of a character's memories to the query by one model. */
export interface Similarity {
  /** 0..1: how far each memory is above the character's mean, 1 for the maximum. */
  readonly share: Float64Array;
  /** Standard deviations above the character's mean; 0 below it. */
  readonly above: Float64Array;
  /** Those near enough to match without a word in common. */
  readonly matches: ReadonlySet<number>;
  /** 0..1: how far the model is trusted for this query. */
  readonly trust: number;
  /** Whether it was compared with a memory, or is known to be less near to it than to others. */
  readonly isKnown: (memory: number) => boolean;
}

/** Which memories match without a common word: the least deviations above the mean, and the most of them. */
type MatchLimits = (typeof RANKING.nearness)['match' | 'set'];

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

/** The table of words and the embeddings, if they have similarities. */
export function readModels(
  query: AnalyzedQuery,
  nearness: Nearness | undefined,
  words: Float64Array,
  character: CharacterTable,
): Model[] {
  const match = query.asksForSet ? RANKING.nearness.set : RANKING.nearness.match;
  const models: Model[] = [];
  const likeness = likenessOf(query.meaning, character, words);
  if (likeness) {
    const similarity = readLikeness(likeness, character.memories, match);
    models.push({ part: 'meaning', similarity, most: RANKING.meaning.match.strength });
  }
  if (nearness) {
    const similarity = readSimilarity(nearness, words, character, match);
    models.push({ part: 'similarity', similarity, most: 1, isOwn: nearness.onMachine?.isOwn });
  }
  return models;
}

/** The strength of the nearest match by a model alone, 0..1. */
export function strengthOfNearest({ similarity: { matches, share, trust }, most }: Model): number {
  return [...matches].reduce((strength, m) => Math.max(strength, most * Math.min(1, share[m]!) * trust), 0);
}

/**
 * Expresses cosines as deviations from the character's usual ones, because models and subjects differ. Their trust is
 * their correlation with the scores by words; a multilingual encoder of this machine has it without, because across
 * languages words agree by chance alone. A memory without a vector gets the value that the regression predicts.
 */
function readSimilarity(
  nearness: Nearness,
  lexical: Float64Array,
  character: CharacterTable,
  match: MatchLimits,
): Similarity {
  const { cosines, beyond } = nearness;
  const usual = new Set(nearness.usual);
  const { mean, deviation } = usualCosines(
    nearness.usual.map((one) => cosines.get(one)!),
    RANKING.similarity.prior,
  );
  const placeOf = character.placeOf();
  const known = [...cosines]
    .map(([memoryNo, cosine]) => ({ m: placeOf(memoryNo), cosine, isUsual: usual.has(memoryNo) }))
    .filter(({ m }) => m >= 0);
  const sums = { n: 0, x: 0, z: 0, xx: 0, zz: 0, xz: 0 };
  for (const { m, cosine, isUsual } of known) {
    if (!isUsual) continue;
    const x = lexical[m]!;
    const z = (cosine - mean) / deviation;
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
  for (const { m, cosine } of known) {
    above[m] = Math.max(0, (cosine - mean) / deviation);
    share[m] = Math.max(0, (cosine - mean) / Math.max(1 - mean, 1e-9));
  }
  const compared = new Set(known.map(({ m }) => m));
  const matches = nearestOf(above, trust, character.memories, match, (m) => compared.has(m));
  return { share, above, matches, trust, isKnown: (m) => beyond !== undefined || compared.has(m) };
}

/** Reads the cosines of the table of words the same way; NaN where a memory means nothing or was not compared. */
function readLikeness(cosines: Float64Array, memories: MemoryTable, limits: MatchLimits): Similarity {
  const { prior, match } = RANKING.meaning;
  const known = new Float64Array(cosines.length);
  let count = 0;
  for (let m = 0; m < cosines.length; m++) if (!Number.isNaN(cosines[m])) known[count++] = cosines[m]!;
  const { mean, deviation } = usualCosines(known.subarray(0, count), prior);
  const above = new Float64Array(cosines.length);
  const share = new Float64Array(cosines.length);
  for (let m = 0; m < cosines.length; m++) {
    const cosine = cosines[m]!;
    if (cosine > mean) above[m] = (cosine - mean) / deviation;
    if (cosine > 0) share[m] = Math.min(1, cosine);
  }
  return {
    share,
    above,
    matches: nearestOf(above, 1, memories, limits, (m) => cosines[m]! > match.cosine),
    trust: 1,
    isKnown: (m) => !Number.isNaN(cosines[m]),
  };
}

/** The few memories that are clearly nearer than the rest; the less the model is trusted, the fewer. */
function nearestOf(
  above: Float64Array,
  trust: number,
  { memoryNo }: MemoryTable,
  { deviations, memories }: MatchLimits,
  mayMatch: (memory: number) => boolean,
): ReadonlySet<number> {
  const nearest = someLargest({ values: above, numbers: memoryNo }, Math.floor(memories * trust ** 2));
  return new Set(nearest.filter((m) => above[m]! > deviations && mayMatch(m)));
}

/**
 * Adds similarity to each memory's score. It counts little for turns of a conversation, and neighbours give a share of
 * theirs.
 * @param covered the largest share of the question that a memory's words cover
 * @param embeddings the other model, beside the table of words
 */
export function addedBy(
  model: Model,
  character: CharacterTable,
  covered: number,
  embeddings: Model | undefined,
): Float64Array {
  const { above, trust } = model.similarity;
  const { sessions } = character;
  const turns = model.part === 'similarity' ? character.shortTurns : character.turns;
  const weight = model.isOwn ? ownWeights(above, covered) : weightsOf(model, covered, embeddings);
  const { neighbours } = RANKING.nearness;
  const support = sessions.count > 0 && largestOf(turns) > 0 ? neighbourSupport(above, character) : undefined;
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

function ownWeights(above: Float64Array, covered: number): Weights {
  const { weight, turns, fullFrom, leastFrom, standsOut } = RANKING.own;
  const clear = between(standsOut.from, standsOut.full, largestOf(above));
  const share = Math.max(clear, between(leastFrom, fullFrom, covered));
  return { statements: weight.least + (weight.most - weight.least) * share, turns };
}

/** How far a value is on the way from one to the other, 0..1. */
function between(from: number, to: number, value: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/** Mean and standard deviation, with a prior for few cosines. */
function usualCosines(
  cosines: ArrayLike<number>,
  prior: { readonly least: number; readonly mean: number; readonly deviation: number },
): { mean: number; deviation: number } {
  const count = Math.max(0, prior.least - cosines.length);
  let sum = count * prior.mean;
  let squares = count * (prior.mean * prior.mean + prior.deviation * prior.deviation);
  for (let i = 0; i < cosines.length; i++) {
    const cosine = cosines[i]!;
    sum += cosine;
    squares += cosine * cosine;
  }
  const n = count + cosines.length;
  const mean = sum / n;
  return { mean, deviation: Math.sqrt(Math.max(1e-9, squares / n - mean * mean)) };
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
