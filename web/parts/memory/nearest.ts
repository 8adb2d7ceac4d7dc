import { beginningOf } from '../../../src/base/graphemes.ts';
import type { Memory } from '../../client/api.ts';
import type { Client, Output } from '../../client/client.ts';

/** The beginning of a text is enough for this search. */
const questionLength = 400;

/** Other memories that a search for a memory's text finds, the nearest first. */
export async function nearest(
  client: Client,
  { id, characterId, content }: Memory,
  count: number,
  signal: AbortSignal,
): Promise<Output<'searchMemories'>['memories']> {
  const asked = { characterId, query: beginningOf(content, questionLength), limit: count + 1 };
  const { memories } = await client.call('searchMemories', asked, signal);
  return memories.filter((one) => one.id !== id).slice(0, count);
}
