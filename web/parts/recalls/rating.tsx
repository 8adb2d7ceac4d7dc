import { known } from '../../languages/known.ts';
import { msg, t } from '../../languages/translate.ts';
import { FailureNote } from '../failure.tsx';
import { useAction } from '../use-action.ts';
import type { Recall } from './recall.ts';

type Verdict = NonNullable<Recall['rating']>;
const verdicts: readonly Verdict[] = ['useful', 'wrong'];

const does = {
  useful: msg('Note that it helped with this question'),
  wrong: msg('Hooks leave it out when this is asked again; other questions still find it'),
} as const;

const said = {
  useful: msg('Noted as useful for this question'),
  wrong: msg('Hooks will not give it for this question again'),
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
          title={rating === verdict ? t('Take the rating back') : t(does[verdict])}
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
