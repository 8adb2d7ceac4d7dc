import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { Edits } from '../memory/edits.ts';
import { useAction } from '../use-action.ts';
import type { Turn } from './turn.tsx';

/** Turns that one request reads. */
const turnsAtOnce = 100;

/** Undoes all that was learnt of a session. @param turns those that are shown */
export function UndoSession({ session, turns }: { session: string; turns: readonly Turn[] }) {
  const dashboard = useDashboard();
  const { client, toasts } = dashboard;
  const { run, failure, isBusy } = useAction();
  if (!turns.some(isUndoable) || !turns.every(({ characterId }) => dashboard.may('undoBatch', characterId)))
    return null;
  const undo = async () => {
    const all: Turn[] = [];
    let cursor: string | undefined;
    do {
      const answer = await client.call('listHookReceipts', { session, cursor, limit: turnsAtOnce });
      all.push(...answer.turns);
      cursor = answer.nextCursor;
    } while (cursor !== undefined);
    const ids = all.toReversed().flatMap(({ clauses }) => clauses.filter(isLearnt).flatMap((one) => one.batchId ?? []));
    const edits = new Edits(dashboard);
    const { undos, changed } = await edits.takeBatchesBack([...new Set(ids)].map((batchId) => ({ batchId })));
    const said = tn(changed, 'Undone: {n} memory', 'Undone: {n} memories');
    const redone = tn(changed, 'Done again: {n} memory', 'Done again: {n} memories');
    if (undos.length === 0) toasts.show(said);
    else toasts.undone(said, redone, () => edits.undoBatches(undos));
  };
  return (
    <div class="buttons">
      <button type="button" class="quiet" disabled={isBusy} onClick={() => void run(undo)}>
        {t('Undo what was learnt of this session')}
      </button>
      <FailureNote failure={failure} />
    </div>
  );
}

type Clause = Turn['clauses'][number];

const isLearnt = ({ batchId, state }: Clause) => batchId !== undefined && state !== 'DELETED';
const isUndoable = ({ clauses }: Turn) => clauses.some(isLearnt);
