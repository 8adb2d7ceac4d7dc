import type { Memory } from '../../domain/memory.ts';
import type { RankedMemory } from '../../search/rank/rank.ts';
import type { TieBreakers } from '../../search/smart/arrange.ts';

/** A memory that matches. As the interface has it, its salience repeats the relevance to the query, 0..1. */
export type FoundMemory = Memory &
  Pick<RankedMemory, 'match' | 'relevance' | 'terms'> & {
    explain?: Record<string, unknown>;
    /** The ended memories for which it stands here. */
    insteadOf?: readonly Memory[] | undefined;
  };

/** A memory as a ranking found it. */
export interface Found {
  memory: Memory;
  ranking: RankedMemory;
}

/** The same on its way into an answer. */
export type Arranged = ReturnType<typeof candidateOf> &
  Pick<FoundMemory, 'insteadOf'> & { changed?: number; crowd?: number; tieBreakers?: TieBreakers };

export function candidateOf({ memory, ranking }: Found) {
  return {
    memory,
    ranking,
    relevance: ranking.relevance,
    content: memory.content,
    salience: memory.salience,
    importance: memory.importance,
    occurredAt: Date.parse(memory.occurredAt ?? memory.createdAt),
  };
}

/** A result for a memory that another one leads to. */
export function linkedResult(memory: Memory, relevance: number): Arranged {
  return { ...candidateOf({ memory, ranking: { memoryNo: 0, relevance, match: {} } }), relevance };
}

export function answered({
  memory,
  ranking,
  relevance,
  insteadOf,
  changed,
  crowd,
  tieBreakers,
}: Arranged): FoundMemory {
  const { match, explanation, terms } = ranking;
  const explain = explanation && { explain: rounded({ ...explanation, changed, crowd, tieBreakers }) };
  const shown = rounded(relevance);
  // Not by spread, which takes 20 times as long.
  return Object.assign(
    {},
    memory,
    { salience: shown, relevance: shown, match: rounded(match) },
    terms && { terms },
    insteadOf && { insteadOf },
    explain,
  );
}

/** Four decimal places suffice, in fewer tokens. */
export function rounded<T>(value: T): T {
  if (typeof value === 'number') return (Math.round(value * 1e4) / 1e4) as T;
  if (Array.isArray(value)) return value.map(rounded) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rounded(part)])) as T;
}
