import { Link } from 'wouter-preact';
import { dayInWords } from '../../languages/times.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { HeadedText } from '../memory/said.tsx';
import type { Ending } from './items.ts';
import { type Settle, useDecision } from './use-decision.ts';

/** A memory that ends within a week, or that names a day that has passed: it ends, goes on, or goes away. */
export function EndingCard({ itemKey, ending, settle }: { itemKey: string; ending: Ending; settle: Settle }) {
  const dashboard = useDashboard();
  const { client, later } = dashboard;
  const run = useDecision(settle);
  const { memoryId, characterId, text, day, hasEnd } = ending;
  const of = { characterId, memoryId };
  // The list of all has only its beginning.
  const memory = useLoad(memoryId, (signal) => client.call('getMemory', of, signal));
  const goOn = async () => {
    await client.call('updateMemory', { ...of, validUntil: 'never' });
  };
  const endAgain = async () => {
    const { revision } = await client.call('getMemory', of);
    await client.call('revertMemory', { ...of, revision: revision - 1 });
  };
  return (
    <article class="change" data-ending={memoryId}>
      <HeadedText content={memory.value?.content ?? text} />
      <div class="meta">
        <span>
          {hasEnd
            ? t('ends {day}', { day: dayInWords(day) })
            : t('names {day}, which has passed', { day: dayInWords(day) })}
        </span>
        <Link href={placeOf('memories', characterId, memoryId)}>{t('Correct it')}</Link>
      </div>
      <div class="buttons">
        <button
          type="button"
          onClick={() =>
            run(
              async () => later.put(itemKey, true),
              hasEnd ? t('It ends then') : t('It stays as it is'),
              async () => later.take(itemKey),
            )
          }
        >
          {hasEnd ? t('Let it end') : t('Keep it')}
        </button>
        {hasEnd && dashboard.may('updateMemory', characterId) && (
          <button type="button" onClick={() => run(goOn, t('It has no end now'), endAgain)}>
            {t('Remove the end')}
          </button>
        )}
        {dashboard.may('deleteMemory', characterId) && (
          <button
            type="button"
            class="quiet danger"
            onClick={() =>
              run(
                () => client.call('deleteMemory', of),
                t('Deleted'),
                () => client.call('restoreMemory', of),
              )
            }
          >
            {t('Delete')}
          </button>
        )}
      </div>
    </article>
  );
}
