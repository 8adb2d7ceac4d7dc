import type { Client } from '../../client/client.ts';

export const dayMs = 86_400_000;

/** Seven days ago, as an instant. */
export function weekAgo(): string {
  return new Date(Date.now() - 7 * dayMs).toISOString();
}

/** How many memories were stored since then and are still there, and in which characters. Throws Failures. */
export async function addedSince(
  client: Client,
  characterId: string | undefined,
  storedSince: string,
  signal: AbortSignal,
): Promise<{ total: number; counts: { characterId: string; memories: number }[] }> {
  const asked = { storedSince, limit: 1 };
  if (characterId === undefined) return client.call('listEverywhere', asked, signal);
  const { total } = await client.call('listMemories', { characterId, ...asked }, signal);
  return { total, counts: [{ characterId, memories: total }] };
}
