import { Link } from 'wouter-preact';
import { momentOf } from '../../languages/times.ts';
import { t } from '../../languages/translate.ts';
import { placeOf } from '../../shell/places.ts';
import { isStart, outcomeIn, type RecallRow } from './recall.ts';

/** The outcome of a recall; where all was given before, it leads there. */
export function Outcome({ row }: { row: RecallRow }) {
  const { before } = row;
  if (!before) return <>{outcomeIn(row)}</>;
  return (
    <Link class="over" href={placeOf('recalls', before.characterId, before.id)}>
      {isStart(before)
        ? t('nothing new: the session had it from its start')
        : t('nothing new: given at {time}', { time: momentOf(new Date(before.at)) })}
    </Link>
  );
}
