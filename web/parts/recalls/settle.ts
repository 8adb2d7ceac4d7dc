import type { Dashboard } from '../../shell/dashboard.ts';
import { type AskedAgain, askAgain, type Recall } from './recall.ts';

/**
 * Asks it again, and puts it aside once it is answered: no page offers to answer it twice. Throws Failures.
 * @param writtenId as for `askAgain`
 */
export async function settleGap(dashboard: Dashboard, gap: Recall, writtenId?: string): Promise<AskedAgain> {
  const { client, toasts } = dashboard;
  const now = await askAgain(client, gap, writtenId);
  if (!now.isAnswered || !dashboard.may('dismissQuestion', gap.characterId)) return now;
  const dismiss = (dismissed: boolean) => client.call('dismissQuestion', { recallId: gap.id, dismissed });
  await dismiss(true);
  toasts.show(now.said, async () => {
    await dismiss(false);
    dashboard.changed();
  });
  return now;
}
