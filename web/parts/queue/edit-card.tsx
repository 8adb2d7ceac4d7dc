import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import type { Change } from '../memory/change.ts';
import { ChangeRow } from '../memory/change-row.tsx';
import { Edits } from '../memory/edits.ts';
import { useAction } from '../use-action.ts';

/** An edit or deletion by a model: a person keeps or undoes it. */
export function EditCard({ change }: { change: Change }) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const review = (verdict: 'kept' | 'open') => dashboard.client.call('reviewChange', { changeId: change.id, verdict });
  const keep = () =>
    void run(
      () => review('kept'),
      t('Kept'),
      () => review('open'),
    );
  return (
    <ChangeRow change={change}>
      {dashboard.may('reviewChange', change.characterId) && (
        <button type="button" disabled={isBusy} onClick={keep}>
          {t('Keep')}
        </button>
      )}
      {dashboard.may('revertMemory', change.characterId) && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => void run(() => new Edits(dashboard).undo(change, true))}
        >
          {t('Undo')}
        </button>
      )}
      <FailureNote failure={failure} />
    </ChangeRow>
  );
}
