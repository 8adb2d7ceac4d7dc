import type { Memory } from '../../client/api.ts';
import type { Client, Output } from '../../client/client.ts';

/** The longest question that a search takes is longer; a text's beginning says enough of it. */
const questionLength = 400;

/** What a search for a memory's own text finds beside it, the nearest first. */
export async function nearest(
  client: Client,
  { id, characterId, content }: Memory,
  count: number,
  signal: AbortSignal,
): Promise<Output<'searchMemories'>['memories']> {
  const asked = { characterId, query: content.slice(0, questionLength), limit: count + 1 };
  const { memories } = await client.call('searchMemories', asked, signal);
  return memories.filter((one) => one.id !== id).slice(0, count);
}
