import { momentOf } from '../../languages/times.ts';
import { t } from '../../languages/translate.ts';
import type { Dashboard } from '../../shell/dashboard.ts';
import type { Earlier } from '../../shell/toasts.ts';
import { shortened } from '../format.ts';
import type { Change } from '../memory/change.ts';
import { Edits } from '../memory/edits.ts';
import { isBatch, maxBatches, type Row, rowsOf, titleOf } from './batches.ts';

/** How many changes of memories are looked through. */
const maxLookedAt = 50;

/** The user's newest batch or change of a memory that nothing has changed since. Throws Failures. */
export async function findEarlier(dashboard: Dashboard): Promise<Earlier | undefined> {
  const { client, toasts, me } = dashboard;
  const asked = { by: 'user', limit: maxLookedAt } as const;
  const [{ batches }, ...answers] = await Promise.all([
    client.call('listBatches', { limit: maxBatches }),
    client.call('listChanges', { only: 'edits', ...asked }),
    client.call('listChanges', { only: 'noted', ...asked }),
  ]);
  const isOwn = ({ by }: Pick<Change, 'by'>) => by.kind === 'user' && by.name === me.value?.member.name;
  const batch = undoable(batches).find(isOwn);
  const change = newestOf(answers.flatMap(({ changes }) => changes).filter(isOwn));
  const isBatch = batch !== undefined && !(change && change.createdAt > batch.createdAt);
  const last = isBatch ? batch : change;
  if (!last) return undefined;
  const what = shortened(isBatch ? titleOf(batch) : last.content, 40);
  return {
    text: t('Undo what you did before: “{what}”, {when}?', { what, when: momentOf(new Date(last.createdAt)) }),
    undo: async () => {
      if (isBatch) await undoBatch(dashboard, batch);
      else if (change) {
        await new Edits(dashboard).takeBack(change);
        toasts.show(said(change.content));
      }
      dashboard.changed();
    },
  };
}

/** Undoes the newest import that nothing has changed since, and reports it. Throws Failures. */
export async function undoImport(dashboard: Dashboard): Promise<void> {
  const { batches } = await dashboard.client.call('listBatches', { limit: maxBatches });
  const batch = undoable(batches).find(({ documents }) => (documents?.length ?? 0) > 0);
  if (!batch) return dashboard.toasts.show(t('There is nothing to undo.'));
  await undoBatch(dashboard, batch);
  dashboard.changed();
}

const undoable = (batches: Parameters<typeof rowsOf>[0]): Row[] =>
  rowsOf(batches, []).filter((row): row is Row => isBatch(row) && !row.isUndone && !row.changedSince);

const said = (content: string) => t('Undone: {text}', { text: `“${shortened(content, 40)}”` });

async function undoBatch({ client, toasts, importing }: Dashboard, batch: Row): Promise<void> {
  await client.call('undoEverywhere', { batchId: batch.lastId });
  toasts.settle(batch.batchId);
  if (importing.value?.brought.value?.batchId === batch.batchId) importing.value.brought.value = undefined;
  toasts.show(said(titleOf(batch)));
}

/** The newest change that is the last of its memory; what was restored is what an undo leaves. */
function newestOf(changes: readonly Change[]): Change | undefined {
  const last = new Map<string, Change>();
  for (const change of changes.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.revision - a.revision)) {
    if (!last.has(change.memoryId)) last.set(change.memoryId, change);
  }
  return [...last.values()].find(({ changeType }) => changeType !== 'RESTORED');
}
