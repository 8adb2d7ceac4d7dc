import { memoryNotFound } from '../../domain/memory.ts';
import { maxPageSize } from '../../domain/page.ts';
import { standingOf } from '../../search/rank/rank.ts';
import type { TieBreakers } from '../../search/smart/arrange.ts';
import { partsOf, type RankPart, whyOf } from '../../search/why.ts';
import { findCharacter } from '../characters.ts';
import type { ReadingContext } from '../context.ts';
import { rounded } from './found.ts';
import { askedFor, readFor, searchOne } from './search.ts';

/** Why a memory has its rank for a query; its rank is its place in a search's results. */
export interface ExplainedMemory {
  rank?: number;
  relevance: number;
  parts: RankPart[];
  why: string;
}

/** Explains the parts of one memory's rank. CharacterNotFound, MemoryNotFound. */
export async function explainMemory(
  context: ReadingContext,
  reference: string,
  { memoryId, query }: { memoryId: string; query: string },
): Promise<ExplainedMemory> {
  const { id, name } = await findCharacter(context, reference);
  const memoryNo = await context.store.search.numberOf(context.principal, id, memoryId);
  const asked = await askedFor(context, query);
  const { analyzed, material, ...options } = await readFor(context, id, asked, {}, { readsTimes: true });
  const standing = standingOf(analyzed, material, memoryNo, options);
  // Deleted since its number was read.
  if (standing === undefined) throw memoryNotFound(memoryId);
  const all = { query, limit: maxPageSize, explain: true, ofWhom: name };
  const { memories } = await searchOne(context, id, asked, all);
  const place = memories.findIndex((one) => one.id === memoryId);
  const isBeyond = standing.rank !== undefined && standing.rank > maxPageSize;
  const position = place < 0 ? (isBeyond ? standing.rank : undefined) : place + 1;
  const { relevance = standing.relevance, explain = {} } = memories[place] ?? {};
  const ties = { changed: explain.changed, crowd: explain.crowd, ...(explain.tieBreakers as TieBreakers | undefined) };
  return {
    ...(position !== undefined && { rank: position }),
    relevance: rounded(relevance),
    parts: [
      ...partsOf(standing),
      ...Object.entries(ties).flatMap(([part, value]) => (typeof value === 'number' && value ? [{ part, value }] : [])),
    ].map(rounded),
    why: whyOf({ ...standing, relevance }, position),
  };
}
