import type { Client, Output } from '../../client/client.ts';

type RecallDay = Output<'getStatistics'>['recallsByDay'][number];

/** The period of recalls that shows how good a memory is, in days. */
export const recentDays = 30;
export const dayMs = 86_400_000;

/** Seven days ago, as an instant. */
export function weekAgo(): string {
  return new Date(Date.now() - 7 * dayMs).toISOString();
}

/** Each of these days, the oldest first, also days without a question. */
export function recentDaysOf(recallsByDay: readonly RecallDay[]): RecallDay[] {
  const known = new Map(recallsByDay.map((one) => [one.day, one]));
  return Array.from({ length: recentDays }, (_, place) => {
    const day = new Date(Date.now() - (recentDays - 1 - place) * dayMs).toISOString().slice(0, 10);
    return known.get(day) ?? { day, recalls: 0, empty: 0, weak: 0, offered: 0, given: 0 };
  });
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
