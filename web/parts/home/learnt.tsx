import { Link } from 'wouter-preact';
import { t } from '../../languages/translate.ts';
import { everyone, placeOf, queryOf } from '../../shell/places.ts';
import { authorOf, type Change } from '../memory/change.ts';
import { ShortText } from '../memory/said.tsx';
import { runsOf } from './digest.ts';

const shown = 7;

/** This week's new memories, a line each; those of one import are one line. */
export function Learnt(props: {
  characterId: string | undefined;
  changes: readonly Change[];
  /** Whether the week has further ones, which were not read. */
  isMore: boolean;
  week: string;
  /** The memories that were stored in it and are still there. */
  added: number;
}) {
  const { characterId, changes, isMore, week, added } = props;
  const runs = runsOf(changes);
  return (
    <section aria-label={t('Learnt this week')}>
      <h2 class="heading">{t('Learnt this week')}</h2>
      {runs.length === 0 && <p class="muted">{t('Nothing was stored in the last seven days.')}</p>}
      <ul class="lines">
        {runs.slice(0, shown).map((run, at) => (
          <li key={run[0].id}>
            <Link href={placeOf('memories', run[0].characterId, run[0].memoryId)}>
              <ShortText content={run[0].content} />
            </Link>
            <span class="muted">
              {run.length > 1 && `${moreOf(run.length - 1, isMore && at === runs.length - 1)}${t(', ')}`}
              {t(run[0].by.kind === 'file' ? 'from {author}' : 'by {author}', { author: authorOf(run[0].by) })}
            </span>
          </li>
        ))}
      </ul>
      {runs.length > 0 && (
        <Link href={placeOf('memories', characterId ?? everyone) + queryOf({ storedSince: week })}>
          {t('All {n} of this week', { n: added })}
        </Link>
      )}
    </section>
  );
}

/** @param isAtLeast whether there may be further ones */
function moreOf(n: number, isAtLeast: boolean): string {
  return isAtLeast ? t('and more at once') : t('and {n} more at once', { n });
}
