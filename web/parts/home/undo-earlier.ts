import { momentOf } from '../../languages/times.ts';
import { t, tn } from '../../languages/translate.ts';
import type { Dashboard } from '../../shell/dashboard.ts';
import type { Earlier } from '../../shell/toasts.ts';
import { type Change, doneBy } from '../memory/change.ts';
import { Edits } from '../memory/edits.ts';
import { shortText } from '../memory/marking.ts';
import { isBatch, maxBatches, type Row, rowsOf, titleOf, whatOf } from './batches.ts';

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
  if (batch && !(change && change.createdAt > batch.createdAt)) return earlierOf(dashboard, batch);
  if (!change) return undefined;
  return {
    ...namedAs(whatOfOne(change), change.content, change.createdAt),
    undo: async () => {
      await new Edits(dashboard).takeBack(change);
      toasts.show(said(change.content));
      dashboard.changed();
    },
  };
}

/** The newest import that nothing has changed since. Throws Failures. */
export async function findImport(dashboard: Dashboard): Promise<Earlier | undefined> {
  const { batches } = await dashboard.client.call('listBatches', { limit: maxBatches });
  const batch = undoable(batches).find(({ documents }) => (documents?.length ?? 0) > 0);
  return batch && earlierOf(dashboard, batch);
}

function earlierOf(dashboard: Dashboard, batch: Row): Earlier {
  return {
    ...namedAs(whatOf(batch), titleOf(batch), batch.createdAt),
    undo: async () => {
      await undoBatch(dashboard, batch);
      dashboard.changed();
    },
  };
}

const whatOfOne = (change: Change) =>
  t('{memories} {done}', { memories: tn(1, '{n} memory', '{n} memories'), done: t(doneBy(change)) });

/** What was done, with its first text, and when. */
function namedAs(done: string, content: string, createdAt: string): Pick<Earlier, 'what' | 'text'> {
  const [text, when] = [shortText(content, 40), momentOf(new Date(createdAt))];
  const what = t('{done}: “{text}”, {when}', { done, text, when });
  return { what, text: t('Undo what you did before: {what}?', { what }) };
}

const undoable = (batches: Parameters<typeof rowsOf>[0]): Row[] =>
  rowsOf(batches, []).filter((row): row is Row => isBatch(row) && !row.isUndone && !row.changedSince);

const said = (content: string) => t('Undone: {text}', { text: `“${shortText(content, 40)}”` });

async function undoBatch({ client, toasts, importing }: Dashboard, batch: Row): Promise<void> {
  await client.call('undoEverywhere', { batchId: batch.lastId });
  toasts.settle(batch.batchId);
  if (importing.value?.brought.value?.batchId === batch.batchId) importing.value.brought.value = undefined;
  toasts.show(said(titleOf(batch)));
}

/** The newest change that is the last of its memory; what was restored is what an undo leaves. */
function newestOf(changes: readonly Change[]): Change | undefined {
  return changes
    .filter(({ changedSince, changeType }) => !changedSince && changeType !== 'RESTORED')
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}
