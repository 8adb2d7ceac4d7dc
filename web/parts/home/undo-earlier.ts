import { t } from '../../languages/translate.ts';
import type { Dashboard } from '../../shell/dashboard.ts';
import { shortened } from '../format.ts';
import type { Change } from '../memory/change.ts';
import { Edits } from '../memory/edits.ts';
import { maxBatches, rowsOf, titleOf } from './batches.ts';

/** How many changes of memories are looked through. */
const maxLookedAt = 50;

/** Undoes the user's newest batch or change of a memory that nothing has changed since, and reports it. Throws Failures. */
export async function undoEarlier(dashboard: Dashboard): Promise<void> {
  const { client, toasts, me } = dashboard;
  const asked = { by: 'user', limit: maxLookedAt } as const;
  const [{ batches }, ...answers] = await Promise.all([
    client.call('listBatches', { limit: maxBatches }),
    client.call('listChanges', { only: 'edits', ...asked }),
    client.call('listChanges', { only: 'noted', ...asked }),
  ]);
  const isOwn = ({ by }: Pick<Change, 'by'>) => by.kind === 'user' && by.name === me.value?.member.name;
  const rows = rowsOf(batches, []).flatMap((row) => ('batchId' in row ? [row] : []));
  const batch = rows.find((row) => isOwn(row) && !row.isUndone && !row.changedSince);
  const change = newestOf(answers.flatMap(({ changes }) => changes).filter(isOwn));
  const said = (content: string) => t('Undone: {text}', { text: `“${shortened(content, 40)}”` });
  if (batch && !(change && change.createdAt > batch.createdAt)) {
    await client.call('undoEverywhere', { batchId: batch.lastId });
    toasts.show(said(titleOf(batch)));
  } else if (change) {
    await new Edits(dashboard).takeBack(change);
    toasts.show(said(change.content));
  } else {
    toasts.show(t('There is nothing to undo.'));
    return;
  }
  dashboard.changed();
}

/** The newest change that is the last of its memory; what was restored is what an undo leaves. */
function newestOf(changes: readonly Change[]): Change | undefined {
  const last = new Map<string, Change>();
  for (const change of changes.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.revision - a.revision)) {
    if (!last.has(change.memoryId)) last.set(change.memoryId, change);
  }
  return [...last.values()].find(({ changeType }) => changeType !== 'RESTORED');
}
