import { locale, numeral, t } from '../../languages/translate.ts';

const pitch = 10;
const height = 40;
/** The most months that are drawn: five years; fewer than the least with memories show nothing. */
const [maxMonths, leastMonths] = [60, 3];

/** A bar for each month, from the first to the last one with memories, with the names of both. */
export function Months({ months }: { months: readonly { month: string; memories: number }[] }) {
  const counts = new Map(months.map(({ month, memories }) => [month, memories]));
  const [first, last] = [months[0]?.month, months.at(-1)?.month];
  if (first === undefined || last === undefined || months.length < leastMonths) return null;
  const all: string[] = [];
  for (let month = first; month <= last; month = after(month)) all.push(month);
  const drawn = all.slice(-maxMonths);
  const most = Math.max(...drawn.map((month) => counts.get(month) ?? 0), 1);
  const width = { maxWidth: `${drawn.length * pitch * 2}px` };
  return (
    <section aria-label={t('Memories by month')}>
      <h3>
        {t('Memories by month')} <small class="muted">{t('at most {most}', { most: numeral(most) })}</small>
      </h3>
      <svg
        class="months"
        viewBox={`0 0 ${drawn.length * pitch} ${height}`}
        style={width}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {drawn.map((month, at) => {
          const memories = counts.get(month) ?? 0;
          const high = (memories / most) * height;
          return (
            <g key={month}>
              <title>{`${named(month)}: ${numeral(memories)}`}</title>
              <rect x={at * pitch} y={height - high} width={pitch - 2} height={high} />
            </g>
          );
        })}
      </svg>
      <p class="ends muted" style={width}>
        <span>{named(drawn[0] ?? first)}</span>
        <span>{named(last)}</span>
      </p>
    </section>
  );
}

/** A month such as 2026-12 in words. */
function named(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale(), {
    ...{ month: 'short', year: 'numeric', timeZone: 'UTC' },
  });
}

/** The month after one such as 2026-12. */
function after(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01`.padStart(7, '0') : `${month.slice(0, 5)}${`${number + 1}`.padStart(2, '0')}`;
}
