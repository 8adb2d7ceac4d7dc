import { known } from '../../languages/known.ts';
import { t } from '../../languages/translate.ts';
import type { Recall } from './recall.ts';

type Verdict = NonNullable<Recall['rating']>;
const verdicts: readonly Verdict[] = ['useful', 'wrong'];

/** Rates a memory that an agent was given. */
export function Rating(props: {
  of: string;
  rating: Verdict | undefined;
  isBusy: boolean;
  /** Whether it can be rated; the present rating is always shown. Default: yes. */
  isOffered?: boolean;
  rate: (rating: Verdict) => void;
}) {
  const { of, rating, isBusy, isOffered = true, rate } = props;
  if (!isOffered) return rating === undefined ? null : <span class="imp">{known(rating)}</span>;
  return (
    <fieldset class="rating" aria-label={of}>
      {verdicts.map((verdict) => (
        <button
          key={verdict}
          type="button"
          class="chip"
          aria-pressed={rating === verdict}
          disabled={isBusy}
          onClick={() => rate(verdict)}
        >
          {verdict === 'useful' ? t('Useful') : t('Wrong')}
        </button>
      ))}
    </fieldset>
  );
}
