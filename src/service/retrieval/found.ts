import type { Memory } from '../../domain/memory.ts';
import type { MemoryText } from '../../domain/stores/search.ts';
import type { RankedMemory } from '../../search/rank/rank.ts';
import type { SmartCandidate, TieBreakers } from '../../search/smart/arrange.ts';
import { writtenIn } from '../../search/text/excerpt.ts';
import type { ReadingContext } from '../context.ts';

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

/** What orders results. The memory is read when it is one of those that are shown. */
export interface Candidate extends SmartCandidate {
  ranking: RankedMemory;
  memory?: Memory;
}

/** The same on its way into an answer. */
export type Arranged = Candidate &
  Pick<Found, 'memory'> &
  Pick<FoundMemory, 'insteadOf'> & { changed?: number; crowd?: number; tieBreakers?: TieBreakers };

export function candidateOf({ memory, ranking }: Found): Arranged {
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

/** As `candidateOf`, of a memory that has not been read. */
function candidateOfText({ content, salience, importance, occurredAt }: MemoryText, ranking: RankedMemory): Candidate {
  return { ranking, relevance: ranking.relevance, content, salience, importance, occurredAt };
}

/** A result for a memory that another one leads to. */
export function linkedResult(memory: Memory, relevance: number): Arranged {
  return { ...candidateOf({ memory, ranking: { memoryNo: 0, relevance, match: {} } }), relevance };
}

/** @param hasTerms whether it keeps `terms`, which hold what the ranking looked at */
export function answered(
  { memory, ranking, relevance, insteadOf, changed, crowd, tieBreakers }: Arranged,
  hasTerms = false,
): FoundMemory {
  const { match, explanation, terms } = ranking;
  const explain = explanation && {
    explain: rounded({
      ...explanation,
      terms: explanation.terms.map((one) => ({ ...one, found: writtenIn(memory.content, one.found) })),
      ...{ changed, crowd, tieBreakers },
    }),
  };
  const shown = rounded(relevance);
  // Not by spread, which takes 20 times as long.
  return Object.assign(
    {},
    memory,
    { salience: shown, relevance: shown, match: rounded(match) },
    hasTerms && terms && { terms },
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

/** Those that are still there. */
export function candidatesOf(
  ranking: readonly RankedMemory[],
  memories: ReadonlyMap<number, Memory>,
  texts?: ReadonlyMap<number, MemoryText>,
): Candidate[] {
  return ranking.flatMap((one): Candidate[] => {
    const memory = memories.get(one.memoryNo);
    if (memory) return [candidateOf({ memory, ranking: one })];
    const text = texts?.get(one.memoryNo);
    return text ? [candidateOfText(text, one)] : [];
  });
}

const hasMemory = (one: Candidate): one is Arranged => one.memory !== undefined;

/** The candidates with their memories, which are read where they were not; those that are gone are left out. */
export async function readAll(
  { store, principal }: ReadingContext,
  characterId: string,
  candidates: readonly Candidate[],
): Promise<Arranged[]> {
  const unread = candidates.filter(({ memory }) => memory === undefined).map(({ ranking }) => ranking.memoryNo);
  const read = unread.length > 0 ? await store.search.fetch(principal, characterId, unread) : undefined;
  return candidates.flatMap((one): Arranged[] => {
    const memory = one.memory ?? read?.get(one.ranking.memoryNo);
    if (memory) one.memory = memory;
    return hasMemory(one) ? [one] : [];
  });
}
