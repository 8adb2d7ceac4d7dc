import { inWords, isThisYear, momentOf } from '../languages/times.ts';

/** A time in words, in full on hover. */
export function Time({ at, as }: { at: string; as: 'clock' | 'moment' | 'date' | 'short' }) {
  const date = new Date(at);
  const words =
    as === 'moment' ? momentOf(date) : inWords(date, as === 'short' && !isThisYear(date) ? 'shortOfYear' : as);
  return (
    <time dateTime={at} title={inWords(date, 'full')}>
      {words}
    </time>
  );
}
