import type { Memory } from '../../client/api.ts';
import type { Client } from '../../client/client.ts';

/** A memory, and a newer one that may say what holds instead. */
export interface Linked {
  newer: Memory;
  older: Memory;
  /** What the older one says beside what changed; absent: nothing, or nobody knows. */
  remains?: string | undefined;
  /** What an edit of the newer one has put in place of what the older one still says. */
  edit?: { from: string; to: string } | undefined;
}

/** The links of a character, or of all. Throws Failures. */
export async function readLinks(
  client: Client,
  characterId: string | undefined,
  signal: AbortSignal,
): Promise<Linked[]> {
  // The links come first, beside the pairs of one memory.
  const { pairs } = await client.call('listDuplicates', { characterId, limit: 1 }, signal);
  return pairs.flatMap(({ kind, memories: [newer, older], remains, edit }) =>
    kind === 'outdated' && newer && older ? [{ newer, older, remains, edit }] : [],
  );
}
