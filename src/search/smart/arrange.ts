import { SMART } from '../parameters.ts';
import { preferredState, statementsOf, stateTheSame } from './changes.ts';
import { addsNothing, type Gist, gistOf } from './near-duplicates.ts';

/** The fields of a match that smart retrieval uses. */
export interface SmartCandidate {
  readonly relevance: number;
  readonly content: string;
  readonly salience: number;
  readonly importance: keyof typeof SMART.importance;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
}

/** The share of each tie-breaker in a memory's factor. */
export interface TieBreakers {
  readonly salience: number;
  readonly importance: number;
  readonly recency: number;
}

/** The fields of a match that ranking by content and time uses. */
export type DatedCandidate = Pick<SmartCandidate, 'relevance' | 'content' | 'occurredAt'>;

/**
 * Candidates in a new order: of two states of one attribute of a subject, at nearly equal relevance, the newer comes
 * first (the older if the query asks for an earlier state). The exact text does not move.
 */
export function preferChanged<Candidate extends DatedCandidate>(
  query: string,
  candidates: readonly Candidate[],
): (Candidate & { changed?: number })[] {
  const statements = statementsOf(candidates.map(({ content }) => content));
  const { state, factor } = preferredState(query);
  const goesBefore = (other: Candidate, one: Candidate) =>
    (state === 'newer' ? 1 : -1) * (other.occurredAt - one.occurredAt) > 0;
  // Few texts begin as another does.
  const stating = [...candidates.keys()].filter((i) => statements[i]!.length > 1);
  const weighed = candidates.map((candidate, i) => {
    if (candidate.relevance === EXACT || statements[i]!.length < 2) return candidate;
    // Of other relevance, it changes neither the order nor the relevance, whether it is among the candidates or not.
    const isNear = (other: Candidate) => other.relevance >= candidate.relevance * factor;
    const isOutdone = stating.some((j) => {
      const other = candidates[j]!;
      return isNear(other) && goesBefore(other, candidate) && stateTheSame(statements[i]!, statements[j]!);
    });
    if (!isOutdone) return candidate;
    return { ...candidate, relevance: candidate.relevance * factor, changed: factor - 1 };
  });
  return weighed.sort((a, b) => b.relevance - a.relevance);
}

/** The relevance of the exact text only. */
const EXACT = 1;

/**
 * Takes the best matches in order: salience, importance and recency decide between nearly equal ones, and a match that
 * adds nothing to a better one is left out. Together they are too small to pass the exact text.
 * @param most how many are taken; default: all
 * @param hasAll whether what adds nothing is taken too
 */
export function arrangeSmartly<Candidate extends SmartCandidate>(
  candidates: readonly Candidate[],
  now: number,
  most = candidates.length,
  hasAll = false,
): (Candidate & { tieBreakers: TieBreakers })[] {
  const weighed = candidates.map((candidate) => {
    const tieBreakers = weighTies(candidate, now);
    const factor = 1 + tieBreakers.salience + tieBreakers.importance + tieBreakers.recency;
    return { weight: candidate.relevance * factor, candidate, tieBreakers };
  });
  weighed.sort((a, b) => b.weight - a.weight);
  const chosen: Gist[] = [];
  const taken = hasAll ? weighed.slice(0, most) : weighed;
  return taken.flatMap(({ weight, candidate, tieBreakers }) => {
    if (chosen.length === most) return [];
    const gist = gistOf(candidate.content);
    if (!hasAll && chosen.some((better) => addsNothing(gist, better))) return [];
    chosen.push(gist);
    const relevance = candidate.relevance === EXACT ? EXACT : Math.min(1, weight);
    // Not by spread, which takes 20 times as long.
    return [Object.assign({}, candidate, { relevance, tieBreakers })];
  });
}

function weighTies({ salience, importance, occurredAt }: SmartCandidate, now: number): TieBreakers {
  const days = Math.max(0, now - occurredAt) / 86_400_000;
  return {
    salience: SMART.salience * (2 * salience - 1),
    importance: SMART.importance[importance],
    recency: SMART.recency * 0.5 ** (days / SMART.recencyHalfLifeDays),
  };
}
