import { counted } from '../base/counted.ts';
import type { MatchedTerm } from './rank/explain.ts';
import type { Factor } from './rank/factors.ts';
import type { Standing } from './rank/rank.ts';
import { isSubjectTerm } from './text/subjects.ts';

/** One thing that decided a memory's rank; `of` names the words it is about. */
export interface RankPart {
  readonly part: string;
  readonly value: number;
  readonly of?: string;
}

/** The parts of a memory's rank in the order of their calculation, without those that had no effect. */
export function partsOf({ explanation }: Standing): RankPart[] {
  const { terms, names, coverage, words, neighbours, session, meaning, similarity = 0, factors } = explanation;
  const sums = Object.entries({ coverage, words, neighbours, session, meaning, similarity });
  return [
    ...terms.map((one) => ({ part: one.by, value: one.weight, of: describe(one) })),
    ...names.map((name) => ({ part: 'name', value: 1, of: `'${name}'` })),
    ...sums.filter(([, value]) => value !== 0).map(([part, value]) => ({ part, value })),
    ...Object.entries(factors).map(([part, value]) => ({ part, value })),
  ];
}

/** Why a memory has its rank, in one sentence. `rank` is its place in a search's results. */
export function whyOf(standing: Standing, rank: number | undefined): string {
  const { explanation, match, coveringMore } = standing;
  const shares = sharing(standing);
  if (standing.rank === undefined) {
    return match.similarity === undefined
      ? 'not found: it shares no word with the query'
      : 'not found: it shares no word with the query and is not near enough to it in meaning';
  }
  if (rank === undefined) return `left out: a better match says all that it says; it ${shares}`;
  if (explanation.exact) return `rank ${rank}: it is the very text asked for`;
  const more =
    coveringMore === 0
      ? 'no memory before it matches more'
      : `${counted(coveringMore, 'memory matches', 'memories match')} more`;
  const cause = rank === 1 ? '' : `, ${more}`;
  const factors = Object.keys(explanation.factors).map((part) => FACTORS[part as Factor['part']]);
  const names = explanation.names.map((name) => `it holds '${name}'`);
  return `rank ${rank}: ${[shares + cause, ...names, ...factors].join('; ')}`;
}

const FACTORS: Record<Factor['part'], string> = {
  time: 'it is of the time asked for',
  when: 'it names a time, which is asked for',
  question: 'it ends in a question, which is seldom an answer',
  participant: 'it is of somebody else than whom the query names',
  session: 'better messages of its conversation go before it',
};

/** The most words that are named as lacking. */
const maxLacking = 5;

/** The least relevance of a match that most likely answers, by other words where it lacks some. */
const leastStrong = 0.7;

/** The common parts of a memory and the query. */
function sharing({ explanation, match, relevance }: Standing): string {
  const { terms, lacks, neighbours } = explanation;
  if (terms.length > 0) {
    const listed = terms.map(describe).join(', ');
    if (lacks.length === 0) return `matches ${listed}`;
    const lacking = lacks.slice(0, maxLacking).map((word) => `'${word}'`);
    const more = lacks.length > maxLacking ? ' …' : '';
    const without = `${lacking.join(', ')}${more}`;
    const rest = relevance >= leastStrong ? `fits well without ${without}` : `lacks ${without}`;
    return `matches ${terms.length} of ${terms.length + lacks.length} words: ${listed}; ${rest}`;
  }
  if (neighbours > 0) return 'shares no word with the query, but memories around it do';
  if (match.similarity !== undefined) return 'shares no word with the query, but is near to it in meaning';
  return 'shares no word with the query';
}

function describe({ word, found, by }: MatchedTerm): string {
  if (by === 'word') return `'${word}'`;
  if (found.every(isSubjectTerm)) return `'${word}' (by its subject)`;
  return `'${word}' as '${found.join("', '")}'${by === 'script' ? ' (in another script)' : ''}`;
}
