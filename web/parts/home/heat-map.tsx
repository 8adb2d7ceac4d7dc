/** How much was remembered on a day; the day is UTC, such as 2026-01-31. */
interface HeatDay {
  day: string;
  count: number;
  text: string;
}

const cell = 11;
const pitch = 14;
const dayMs = 86_400_000;
const weeks = 53;
/** How strong the accent is for a share of the fullest day: even little must be seen (percent). */
const [weakest, strongest] = [22, 96];

/** The days of a year, each week a column that begins on Monday; the last one ends with today. */
export function HeatMap({ days, today, label }: { days: readonly HeatDay[]; today: Date; label: string }) {
  const byDay = new Map(days.map((one) => [one.day, one]));
  const most = Math.max(1, ...days.map(({ count }) => count));
  const end = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  const weekday = (new Date(end).getUTCDay() + 6) % 7;
  const start = end - (weekday + (weeks - 1) * 7) * dayMs;
  const cells = Array.from({ length: (weeks - 1) * 7 + weekday + 1 }, (_, at) => {
    const day = new Date(start + at * dayMs).toISOString().slice(0, 10);
    return { day, x: Math.floor(at / 7) * pitch, y: (at % 7) * pitch, found: byDay.get(day) };
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section class="heat" aria-label={label} tabIndex={0}>
      <svg width={weeks * pitch} height={7 * pitch} role="img" aria-label={label}>
        {cells.map(({ day, x, y, found }) => (
          <rect key={day} x={x} y={y} width={cell} height={cell} rx="2" data-day={day} style={shade(found, most)}>
            <title>{`${nameOf(day)}: ${found?.text ?? 'nothing'}`}</title>
          </rect>
        ))}
      </svg>
    </section>
  );
}

function shade(found: HeatDay | undefined, most: number): { fill: string } {
  if (!found || found.count === 0) return { fill: 'var(--sunken)' };
  const percent = weakest + (found.count / most) * (strongest - weakest);
  return { fill: `color-mix(in oklab, var(--accent) ${percent.toFixed(0)}%, var(--sunken))` };
}

function nameOf(day: string): string {
  return new Date(day).toLocaleDateString(undefined, { dateStyle: 'full', timeZone: 'UTC' });
}
