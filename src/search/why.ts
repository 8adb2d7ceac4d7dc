import type { MatchedTerm } from './rank/explain.ts';
import type { Factor } from './rank/factors.ts';
import type { Standing } from './rank/rank.ts';
import { findWords } from './text/words.ts';

/** One thing that decided a memory's rank; `of` names the words it is about. */
export interface RankPart {
  readonly part: string;
  readonly value: number;
  readonly of?: string;
}

/** The parts of a memory's rank in the order in which they are reckoned, those that did nothing left out. */
export function partsOf({ explanation }: Standing, query: string): RankPart[] {
  const { terms, coverage, words, neighbours, session, meaning, similarity = 0, factors } = explanation;
  const written = asWritten(query);
  const sums = Object.entries({ coverage, words, neighbours, session, meaning, similarity });
  return [
    ...terms.map((one) => ({ part: one.by, value: one.weight, of: describe(one, written) })),
    ...sums.filter(([, value]) => value !== 0).map(([part, value]) => ({ part, value })),
    ...Object.entries(factors).map(([part, value]) => ({ part, value })),
  ];
}

/** Why a memory stands where it stands, in one sentence. `rank` is its place in what a search answers. */
export function whyOf(standing: Standing, query: string, rank: number | undefined): string {
  const { explanation, match, coveringMore } = standing;
  const shares = sharing(standing, query);
  if (standing.rank === undefined) {
    const reason = match.similarity === undefined ? shares : `${shares} that counts`;
    return `not found: it ${reason}`;
  }
  if (rank === undefined) return `left out: a better match says all that it says; it ${shares}`;
  if (explanation.exact) return `rank ${rank}: it is the very text asked for`;
  const more = coveringMore === 0 ? 'no memory before it matches more' : `${counted(coveringMore)} more`;
  const cause = rank === 1 ? '' : `, ${more}`;
  const factors = Object.entries(explanation.factors).map(([part, value]) => FACTORS[part as Factor['part']](value));
  return `rank ${rank}: ${[shares + cause, ...factors].join('; ')}`;
}

const FACTORS: Record<Factor['part'], (value: number) => string> = {
  time: () => 'it is of the time asked for',
  when: () => 'it names a time, which is asked for',
  question: () => 'it ends in a question, which is seldom an answer',
  participant: () => 'it is of somebody else than whom the query names',
};

function counted(memories: number): string {
  return memories === 1 ? '1 memory matches' : `${memories} memories match`;
}

/** What a memory has in common with the query. */
function sharing({ explanation, match }: Standing, query: string): string {
  const written = asWritten(query);
  const { terms, neighbours } = explanation;
  if (terms.length > 0) {
    const listed = terms.map((one) => describe(one, written));
    const isAll = terms.length === new Set(written.values()).size;
    return `matches ${listed.join(', ')}${isAll || terms.length > 1 ? '' : ' only'}`;
  }
  if (neighbours > 0) return 'shares no word with the query, but what was said around it does';
  if (match.similarity !== undefined) return 'shares no word with the query, but is near to it in meaning';
  return 'shares no word with the query';
}

function describe({ term, found, by }: MatchedTerm, written: ReadonlyMap<string, string>): string {
  const word = `'${written.get(term) ?? term}'`;
  return by === 'word' ? word : `${word} as '${found.join("', '")}'`;
}

/** The terms of a query that count as words → how they are written there first. */
function asWritten(query: string): Map<string, string> {
  const written = new Map<string, string>();
  for (const [word] of query.matchAll(WORD)) {
    for (const { term, role } of findWords(word).words) {
      if (role !== 'stop' && !written.has(term)) written.set(term, word);
    }
  }
  return written;
}

const WORD = /[\p{L}\p{N}\p{M}_][\p{L}\p{N}\p{M}_'’.\-/]*(?<!['’.\-/])/gu;
