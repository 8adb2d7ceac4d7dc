import { Link } from 'wouter-preact';
import { t, tn } from '../../languages/translate.ts';
import { everyone, placeOf, queryOf } from '../../shell/places.ts';
import { authorOf, type Change } from '../memory/change.ts';
import { ShortText } from '../memory/said.tsx';
import { namesOf, type Row } from './batches.ts';
import { runsOf } from './digest.ts';

/** How many rows are shown, and how many of them are batches at most. */
const [shown, shownBatches] = [7, 2];

/** This week's new memories, a line each: what people and agents said, then files, then whole imports. */
export function Learnt(props: {
  characterId: string | undefined;
  changes: readonly Change[];
  /** Batches of new memories. */
  batches: readonly Row[];
  /** Whether the week has further changes, which were not read. */
  isMore: boolean;
  week: string;
  /** The memories that were stored in it and are still there. */
  added: number;
}) {
  const { characterId, changes, isMore, week, added } = props;
  const batches = props.batches.slice(0, shownBatches);
  const all = runsOf(changes);
  const last = all.at(-1);
  const runs = all.toSorted((one, other) => Number(isOfFile(one[0])) - Number(isOfFile(other[0])));
  return (
    <section aria-label={t('Learnt this week')}>
      <h2 class="heading">{t('Learnt this week')}</h2>
      {runs.length + batches.length === 0 && <p class="muted">{t('Nothing was stored in the last seven days.')}</p>}
      <ul class="lines">
        {runs.slice(0, shown - batches.length).map((run) => (
          <li key={run[0].id}>
            <Link href={placeOf('memories', run[0].characterId, run[0].memoryId)}>
              <ShortText content={run[0].content} />
            </Link>
            <span class="muted">
              {run.length > 1 && `${moreOf(run.length - 1, isMore && run === last)}${t(', ')}`}
              {t(isOfFile(run[0]) ? 'from {author}' : 'by {author}', { author: authorOf(run[0].by) })}
            </span>
          </li>
        ))}
        {batches.map(({ batchId, memories, documents = [], content, characters, characterId: of }) => (
          <li key={batchId}>
            <Link href={placeOf('memories', characters > 1 ? everyone : of) + queryOf({ batchId })}>
              {documents.length > 0 ? (
                <span class="said" dir="auto">
                  {namesOf(documents)}
                </span>
              ) : (
                <ShortText content={content} />
              )}
            </Link>
            <span class="muted">
              {documents.length > 0
                ? tn(memories, 'imported: {n} memory', 'imported: {n} memories')
                : moreOf(memories - 1, false)}
            </span>
          </li>
        ))}
      </ul>
      {runs.length + batches.length > 0 && (
        <Link href={placeOf('memories', characterId ?? everyone) + queryOf({ storedSince: week })}>
          {t('All {n} of this week', { n: added })}
        </Link>
      )}
    </section>
  );
}

const isOfFile = ({ by }: Change) => by.kind === 'file';

/** @param isAtLeast whether there may be further ones */
function moreOf(n: number, isAtLeast: boolean): string {
  return isAtLeast ? t('and at least {n} more at once', { n }) : t('and {n} more at once', { n });
}
