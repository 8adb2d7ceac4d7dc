import { Link } from 'wouter-preact';
import { t } from '../../languages/translate.ts';
import { placeOf, queryOf } from '../../shell/places.ts';
import { momentOf } from '../time.tsx';
import { during, outcomeIn, type RecallRow } from './recall.ts';

/** The outcome of a recall; where all was given before, it leads there. */
export function Outcome({ row }: { row: RecallRow }) {
  const { before } = row;
  if (!before) return <>{outcomeIn(row)}</>;
  // Equal questions are one row: the earlier one is found by its time.
  const address = placeOf('recalls', before.characterId, before.id) + queryOf(during(before.at));
  return (
    <Link class="over" href={address}>
      {t('nothing new: given at {time}', { time: momentOf(new Date(before.at)) })}
    </Link>
  );
}
