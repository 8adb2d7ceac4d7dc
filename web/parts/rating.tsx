import type { Recall } from './recall.ts';

type Verdict = NonNullable<Recall['rating']>;
const verdicts: readonly Verdict[] = ['useful', 'wrong'];

/** Says of something that an agent was given whether it was useful. */
export function Rating(props: {
  of: string;
  rating: Verdict | undefined;
  isBusy: boolean;
  rate: (rating: Verdict) => void;
}) {
  const { of, rating, isBusy, rate } = props;
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
          {verdict === 'useful' ? 'Useful' : 'Wrong'}
        </button>
      ))}
    </fieldset>
  );
}
