import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import type { useAction } from '../use-action.ts';
import type { Recall } from './recall.ts';

/** Records that a question, with its equal ones, needs no memory; or withdraws that. */
export function DismissButton(props: {
  recall: Recall;
  run: ReturnType<typeof useAction>['run'];
  /** The id of the question's element. */
  describedBy?: string;
}) {
  const { recall, run, describedBy } = props;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { id: recallId, characterId, dismissed } = recall;
  if (!dashboard.may('dismissQuestion', characterId)) return null;
  const say = (to: boolean) => client.call('dismissQuestion', { recallId, dismissed: to });
  const said = dismissed ? t('It counts again') : t('Dismissed: it needs no memory');
  return (
    <button
      type="button"
      class="quiet"
      aria-describedby={describedBy}
      onClick={() =>
        void run(
          () => say(!dismissed),
          said,
          () => say(dismissed),
        )
      }
    >
      {dismissed ? t('Count it again') : t('Dismiss: it needs no memory')}
    </button>
  );
}
