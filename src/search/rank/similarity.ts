import type { Nearness } from '../../domain/stores/embeddings.ts';
import { RANKING } from '../parameters.ts';
import type { CharacterTable } from './character.ts';
import { neighbourSupport } from './neighbours.ts';

/** What the nearness of embeddings says of a character's memories. */
export interface Similarity {
  /** 0..1: how far each memory is above what is usual for the character, 1 for the very same. */
  readonly share: Float64Array;
  /** What it adds to each memory's score, before it is weighed. */
  readonly score: Float64Array;
  /** Whether it is near enough to match without a word in common. */
  readonly matches: (memory: number) => boolean;
  /** 0..1: how far the embeddings are to be trusted for this query. */
  readonly trust: number;
}

/**
 * Reads cosines by the character's own distribution: what one means differs from model to model and from subject to
 * subject, so only deviations from the usual count. How far they are trusted follows from their correlation with the
 * lexical scores: those of a model that means something agree with the words on the whole, random ones don't. A memory
 * without an embedding gets what the regression of the one on the other expects.
 */
export function readSimilarity(nearness: Nearness, lexical: Float64Array, character: CharacterTable): Similarity {
  const { memoryNo, count } = character.memories;
  const { cosines, beyond } = nearness;
  const usual = new Set(nearness.usual);
  const { mean, deviation } = usualCosines(nearness);
  const sums = { n: 0, x: 0, z: 0, xx: 0, zz: 0, xz: 0 };
  const deviations = new Float64Array(count).fill(Number.NaN);
  const share = new Float64Array(count);
  for (let m = 0; m < count; m++) {
    const cosine = cosines.get(memoryNo[m]!);
    if (cosine === undefined) continue;
    const x = lexical[m]!;
    const z = (cosine - mean) / deviation;
    deviations[m] = z;
    share[m] = Math.max(0, (cosine - mean) / Math.max(1 - mean, 1e-9));
    if (!usual.has(memoryNo[m]!)) continue;
    sums.n++;
    sums.x += x;
    sums.z += z;
    sums.xx += x * x;
    sums.zz += z * z;
    sums.xz += x * z;
  }
  const { slope, meanX, meanZ, trust } = agreement(sums);
  const most = beyond === undefined ? Number.POSITIVE_INFINITY : (beyond - mean) / deviation;
  const own = deviations.map((z, m) =>
    Math.max(0, Number.isNaN(z) ? Math.min(most, meanZ + slope * (lexical[m]! - meanX)) : z),
  );
  const support = neighbourSupport(own, character);
  return {
    share,
    score: own.map((value, m) => value + RANKING.similarity.neighbours * support[m]!),
    matches: (m) => trust > 0 && deviations[m]! > RANKING.similarity.match,
    trust,
  };
}

/** Mean and standard deviation; few memories tell little of it: they are filled up with what is usual. */
function usualCosines({ cosines, usual }: Nearness): { mean: number; deviation: number } {
  const { least, mean: before, deviation: spread } = RANKING.similarity.prior;
  const count = Math.max(0, least - usual.length);
  let sum = count * before;
  let squares = count * (before * before + spread * spread);
  for (const memoryNo of usual) {
    const cosine = cosines.get(memoryNo)!;
    sum += cosine;
    squares += cosine * cosine;
  }
  const n = count + usual.length;
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
    trust: Math.min(1, Math.max(0, (likely - from) / (to - from))),
  };
}
