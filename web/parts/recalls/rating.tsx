import { known } from '../../languages/known.ts';
import { msg, t } from '../../languages/translate.ts';
import { FailureNote } from '../failure.tsx';
import { useAction } from '../use-action.ts';
import type { Recall } from './recall.ts';

type Verdict = NonNullable<Recall['rating']>;
const verdicts: readonly Verdict[] = ['useful', 'wrong'];

const said = {
  useful: msg('Noted as useful for this question'),
  wrong: msg('Noted as wrong for this question; what hooks give stays as it is'),
} as const;

/** Rates a memory that an agent was given. */
export function Rating(props: {
  of: string;
  rating: Verdict | undefined;
  /** Whether it can be rated; the present rating is always shown. Default: yes. */
  isOffered?: boolean;
  rate: (rating: Verdict | 'none') => Promise<unknown>;
}) {
  const { of, rating, isOffered = true, rate } = props;
  const { run, failure, isBusy } = useAction();
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
          title={rating === verdict ? t('Take the rating back') : undefined}
          onClick={() => {
            const next = rating === verdict ? 'none' : verdict;
            void run(
              () => rate(next),
              next === 'none' ? t('The rating is taken back') : t(said[next]),
              () => rate(rating ?? 'none'),
            );
          }}
        >
          {verdict === 'useful' ? t('Useful') : t('Wrong')}
          {rating === verdict && ' ✓'}
        </button>
      ))}
      <FailureNote failure={failure} />
    </fieldset>
  );
}
