import type { Dashboard } from '../../shell/dashboard.ts';
import { type AskedAgain, askAgain, type Recall } from './recall.ts';

/** A memory that was written or mended to answer a question. */
export interface Answer {
  memoryId: string;
  characterId: string;
}

/**
 * Asks it again, and puts it aside once it is answered: no page offers to answer it twice. Throws Failures.
 * @param answer the memory that alone answers it; without one, any does
 */
export async function settleGap(dashboard: Dashboard, gap: Recall, answer?: Answer): Promise<AskedAgain> {
  const { client, toasts } = dashboard;
  const { characterId = gap.characterId, memoryId } = answer ?? {};
  const now = await askAgain(client, { query: gap.query, characterId }, memoryId);
  if (!now.isAnswered || !dashboard.may('dismissQuestion', gap.characterId)) return now;
  const dismiss = (dismissed: boolean) => client.call('dismissQuestion', { recallId: gap.id, dismissed });
  await dismiss(true);
  toasts.show(now.said, async () => {
    await dismiss(false);
    dashboard.changed();
  });
  return now;
}
