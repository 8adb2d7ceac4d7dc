import type { Client, Input } from '../../client/client.ts';
import { t } from '../../languages/translate.ts';
import { type Answer, answerSince, type Settled, settle } from './again.ts';
import { isWaiting, type Recall, type RecallRow, rowKey, withBeside } from './recall.ts';

/** What settling takes of the dashboard. */
interface Settling {
  client: Client;
  may(operation: 'dismissQuestion', characterId: string): boolean;
  changed(): void;
}

/** The most unanswered questions of a page that are asked again. */
const maxLookedAt = 10;

/** The rows that `settleAnswered` asks again: what a person counts again stays so at each time that it was asked. */
export function waitingIn(rows: readonly RecallRow[]): RecallRow[] {
  const reopened = new Set(rows.filter((one) => one.reopened).map(rowKey));
  return rows.filter((one) => isWaiting(one) && !reopened.has(rowKey(one))).slice(0, maxLookedAt);
}

/**
 * Asks it again, and notes what answers it: no page offers to answer it twice. Throws Failures.
 * @param answer the memory that was written or mended for it
 * @param undone called when a person takes that back
 */
export async function settleGap(
  dashboard: Settling & { toasts: { show(text: string, undo: () => Promise<void>): void } },
  gap: Recall,
  answer?: Answer,
  undone?: () => void,
): Promise<Settled> {
  const now = await settle(dashboard.client, gap, answer, dashboard.may('dismissQuestion', gap.characterId));
  if (now.recall) {
    dashboard.toasts.show(t('Question answered'), async () => {
      await dashboard.client.call('dismissQuestion', { recallId: gap.id, dismissed: false });
      undone?.();
      dashboard.changed();
    });
  }
  return now;
}

/**
 * Notes the same of questions that a change elsewhere has surely answered, such as in the Queue. Throws Failures.
 */
export async function settleAnswered(
  dashboard: Settling,
  gaps: readonly Recall[],
  signal: AbortSignal,
): Promise<Recall[]> {
  const { client } = dashboard;
  const settled: Recall[] = [];
  for (const gap of gaps) {
    if (signal.aborted) break;
    if (!dashboard.may('dismissQuestion', gap.characterId)) continue;
    const memoryId = await answerSince(client, gap, signal);
    if (memoryId !== undefined) settled.push(await client.call('dismissQuestion', { recallId: gap.id, memoryId }));
  }
  return settled;
}

/** As `settleAnswered`, of the questions of a list. Throws Failures. */
export async function settleListed(
  dashboard: Settling,
  asked: Input<'listRecalls'>,
  signal: AbortSignal,
): Promise<void> {
  const { client } = dashboard;
  const { recalls } = await client.call('listRecalls', { ...asked, limit: 50 }, signal);
  const rows = await withBeside(client, recalls, asked.characterId, signal);
  if ((await settleAnswered(dashboard, waitingIn(rows), signal)).length > 0) dashboard.changed();
}

/** The id of the character whose memory a missing answer belongs to: of a question about the user it is their own. */
export async function placeOfAnswer(client: Client, gap: Recall): Promise<string> {
  const { characterId, query: prompt, at: askedAt, kind } = gap;
  if (kind !== 'hook') return characterId;
  const { layers } = await client.call('explainPrompt', { characterId, prompt, askedAt });
  return layers[0]?.id ?? characterId;
}
