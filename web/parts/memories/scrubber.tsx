import { numeral, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { instantsOf, nameOf, type Period } from '../timeline/period.ts';
import type { Filter } from './facets.tsx';

/** The list length from which it is shown, and how many months are shown before years. */
const [leastMemories, maxMonths] = [100, 30];

/** Jumps to a month, or a year, of a long list that is newest first. @param jump to the place of a row */
export function Scrubber(props: {
  characterId: string | undefined;
  filter: Filter;
  total: number;
  jump: (index: number) => void;
}) {
  const { characterId, filter, total, jump } = props;
  const { client } = useDashboard();
  const { category, leastImportance, ...others } = filter;
  // Only the filters that statistics support.
  const isCounted = Object.values(others).every((value) => value === undefined) && total >= leastMemories;
  const found = useLoad(
    `${characterId} ${isCounted} ${leastImportance}`,
    isCounted
      ? (signal) => {
          const { since: from, until: to } = instantsOf('');
          return client.call('getStatistics', { characterId, from, to, timeline: 'MONTH', leastImportance }, signal);
        }
      : undefined,
  );
  const marks = marksOf(
    (found.value?.timeline ?? []).filter((part) => category === undefined || part.category === category),
  );
  // Its place, so that the list below does not move.
  if (found.isLoading && !found.value) return <div class="scrubber" />;
  if (marks.length < 2) return null;
  return (
    <nav class="scrubber" aria-label={t('Jump to a time')}>
      {marks.map(({ period, index, count }, at) => {
        const year = period.slice(0, 4);
        return (
          <>
            {period !== year && !marks[at - 1]?.period.startsWith(year) && (
              <small aria-hidden="true">{nameOf(year)}</small>
            )}
            <button
              key={period}
              type="button"
              class="quiet jump"
              title={`${nameOf(period)}: ${numeral(count)}`}
              onClick={() => jump(index)}
            >
              {nameOf(period, 'part')}
              {period !== year && <span class="unseen"> {nameOf(year)}</span>}
            </button>
          </>
        );
      })}
    </nav>
  );
}

interface Mark {
  period: Period;
  count: number;
  /** The place of its newest memory in the list. */
  index: number;
}

/** Months with the count before each, the newest first; years where there are too many months. */
function marksOf(parts: readonly { at: Period; memories: number }[]): Mark[] {
  const counts = new Map<Period, number>();
  const isLong = new Set(parts.map(({ at }) => at)).size > maxMonths;
  for (const { at, memories } of parts) {
    const period = isLong ? at.slice(0, 4) : at;
    counts.set(period, (counts.get(period) ?? 0) + memories);
  }
  let index = 0;
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([period, count]) => {
      const mark = { period, count, index };
      index += count;
      return mark;
    });
}
