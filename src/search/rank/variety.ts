import { RANKING } from '../parameters.ts';
import { largest } from './largest.ts';
import type { MemoryTable } from './memories.ts';
import type { SessionTable } from './sessions.ts';

/**
 * For each session the factor of a further memory: lower where its messages are long, since each then repeats the
 * topic. Undefined where no session has long messages.
 */
export function furtherOf(
  memories: MemoryTable,
  { count, ofMemory, length, members }: SessionTable,
  turns: Float64Array,
): Float64Array | undefined {
  if (count < 2) return undefined;
  const { less, shortWords, longWords } = RANKING.variety;
  const taking = new Float64Array(count);
  for (let m = 0; m < memories.count; m++) if (ofMemory[m]! >= 0) taking[ofMemory[m]!]! += turns[m]!;
  const further = taking.map((sum, s) => {
    const long = (length[s]! / members[s]! - shortWords) / (longWords - shortWords);
    return 1 - less * (sum / members[s]!) * Math.min(1, Math.max(0, long));
  });
  return further.every((one) => one === 1) ? undefined : further;
}

/**
 * Diversification, after Carbonell and Goldstein, "The Use of MMR", 1998: multiplies each further memory of a session
 * by its factor. Returns the factors; only the best ones are changed.
 * @param ofMemory the session of each memory, -1 for none
 */
export function vary(
  score: Float64Array,
  memoryNo: Int32Array,
  ofMemory: Int32Array,
  further: Float64Array | undefined,
): Float64Array | undefined {
  if (further === undefined) return undefined;
  const next = new Map<number, number>();
  const factorOf = (session: number) => next.get(session) ?? 1;
  const factors = new Float64Array(score.length);
  for (const m of largest({ values: score, numbers: memoryNo }, RANKING.variety.among)) {
    const session = ofMemory[m]!;
    factors[m] = factorOf(session);
    if (session >= 0) next.set(session, factors[m]! * further[session]!);
  }
  for (let m = 0; m < score.length; m++) {
    if (factors[m] === 0) factors[m] = factorOf(ofMemory[m]!);
    score[m]! *= factors[m]!;
  }
  return factors;
}
