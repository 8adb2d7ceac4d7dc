import { useState } from 'preact/hooks';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { ConfirmButton } from '../confirm.tsx';
import { FailureNote } from '../failure.tsx';
import { Edits } from '../memory/edits.ts';
import { shortText } from '../memory/marking.ts';
import { useAction } from '../use-action.ts';

/** After how many days without a recall memories are offered for forgetting. */
const choices = [14, 30, 90, 180, 365] as const;
/** How many texts are shown as examples. */
const shown = 5;

/** Memories that were not recalled in a chosen period: previews them and forgets them as one batch with Undo. */
export function Unrecalled({ characterId }: { characterId: string }) {
  const dashboard = useDashboard();
  const { client, toasts } = dashboard;
  const { run, failure, isBusy } = useAction();
  const [days, setDays] = useState<number>(365);
  const found = useLoad(`${characterId} ${days}`, (signal) =>
    client.call('previewRetention', { characterId, days, limit: shown }, signal),
  );
  const { total = 0, memories = [] } = found.value ?? {};
  const said = tn(total, '{n} memory', '{n} memories');
  const forget = () =>
    run(async () => {
      const { changed, batchId } = await client.call('applyRetention', { characterId, days });
      const undo = batchId === undefined ? undefined : () => new Edits(dashboard).undoBatches([{ batchId }]);
      toasts.show(tn(changed, 'Forgot {n} memory', 'Forgot {n} memories'), undo, batchId);
    });
  return (
    <section aria-label={t('Never recalled')}>
      <h2 class="heading">{t('Never recalled')}</h2>
      <p>
        <label>
          {t('Given to no agent in the last')}
          <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {choices.map((one) => (
              <option key={one} value={one}>
                {t('{days} days', { days: one })}
              </option>
            ))}
          </select>
          {found.value && `: ${total === 0 ? t('none') : said}`}
        </label>
      </p>
      <FailureNote failure={found.failure ?? failure} again={found.again} />
      <ul class="near">
        {memories.slice(0, shown).map(({ id, content }) => (
          <li key={id}>
            <bdi>{shortText(content, 160)}</bdi>
          </li>
        ))}
        {total > shown && <li class="muted">{tn(total - shown, 'and {n} other', 'and {n} others')}</li>}
      </ul>
      {total > 0 && dashboard.may('applyRetention', characterId) && (
        <div class="buttons">
          <ConfirmButton
            label={t('Forget {said}', { said })}
            title={t('Forget {said}?', { said })}
            run={() => void forget()}
          >
            <p>
              {tn(total, 'No agent was given it in {days} days.', 'No agent was given one of them in {days} days.', {
                days,
              })}{' '}
              {t('What is critical stays. Undo brings all of them back; later they are under Deleted.')}
            </p>
          </ConfirmButton>
          {isBusy && <span class="muted">{t('Under way…')}</span>}
        </div>
      )}
    </section>
  );
}
