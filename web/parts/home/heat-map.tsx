import { language, locale, t } from '../../languages/translate.ts';
import { levelBounds, levelOf } from './digest.ts';
import { dayMs } from './recent.ts';

/** The memories of a day; the day is UTC, such as 2026-01-31. */
interface HeatDay {
  day: string;
  count: number;
  text: string;
}

const cell = 11;
const pitch = 14;
const weeks = 53;
/** Room for the names of months above, and of weekdays at the left (px). */
const [above, left] = [18, 30];
/** The strength of the accent on each level (percent). */
const strengths = [26, 46, 70, 96];
/** A month's name needs this many columns; Monday, Wednesday and Friday are named. */
const columnsOfName = 3;
const namedWeekdays = [0, 2, 4];
/** There is no room for a longer name of a weekday. */
const maxWeekday = 4;

/**
 * The days of a year, each week a column that begins on Monday; the last one ends with today. A day's colour is its quartile
 * among days with memories, so that one import does not make the others pale.
 */
export function HeatMap({ days, today, label }: { days: readonly HeatDay[]; today: Date; label: string }) {
  const byDay = new Map(days.map((one) => [one.day, one]));
  const bounds = levelBounds(days.map(({ count }) => count));
  const end = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  const weekday = (new Date(end).getUTCDay() + 6) % 7;
  const start = end - (weekday + (weeks - 1) * 7) * dayMs;
  const width = left + weeks * pitch;
  // Time runs as the language does.
  const isMirrored = language.value.direction === 'rtl';
  const across = (x: number, own = 0) => (isMirrored ? width - x - own : x);
  const anchor = isMirrored ? 'end' : 'start';
  const cells = Array.from({ length: (weeks - 1) * 7 + weekday + 1 }, (_, at) => {
    const day = new Date(start + at * dayMs).toISOString().slice(0, 10);
    return {
      day,
      x: across(left + Math.floor(at / 7) * pitch, cell),
      y: above + (at % 7) * pitch,
      found: byDay.get(day),
    };
  });
  return (
    <figure class="heat-map">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="heat" aria-label={label} tabIndex={0}>
        <svg width={width} height={above + 7 * pitch} role="img" aria-label={label}>
          {monthsOf(start).map(({ column, name }) => (
            <text key={column} x={across(left + column * pitch)} y={11} text-anchor={anchor}>
              {name}
            </text>
          ))}
          {namedWeekdays.map((row) => (
            <text key={row} x={across(0)} y={above + row * pitch + 9} text-anchor={anchor}>
              {weekdayName(start + row * dayMs)}
            </text>
          ))}
          {cells.map(({ day, x, y, found }) => (
            <rect
              key={day}
              x={x}
              y={y}
              width={cell}
              height={cell}
              rx="2"
              data-day={day}
              style={{ fill: fillOf(levelOf(found?.count ?? 0, bounds)) }}
            >
              <title>{`${nameOf(day)}: ${found?.text ?? t('nothing')}`}</title>
            </rect>
          ))}
        </svg>
      </section>
      <figcaption class="scale">
        {t('less')}
        {[0, 1, 2, 3, 4].map((level) => (
          <i key={level} style={{ background: fillOf(level) }} />
        ))}
        {t('more')}
      </figcaption>
    </figure>
  );
}

function fillOf(level: number): string {
  const strength = strengths[level - 1];
  return strength === undefined
    ? 'color-mix(in srgb, var(--ink) 7%, transparent)'
    : `color-mix(in oklab, var(--accent) ${strength}%, var(--sunken))`;
}

/** Month labels by column, where there is room for them. */
function monthsOf(start: number): { column: number; name: string }[] {
  const months: { column: number; name: string }[] = [];
  for (let column = 0; column < weeks; column++) {
    const monday = new Date(start + column * 7 * dayMs);
    const before = new Date(monday.getTime() - 7 * dayMs);
    if (monday.getUTCMonth() === before.getUTCMonth() || column > weeks - columnsOfName) continue;
    months.push({ column, name: monday.toLocaleDateString(locale(), { month: 'short', timeZone: 'UTC' }) });
  }
  return months;
}

function weekdayName(at: number): string {
  const name = (weekday: 'short' | 'narrow') => new Date(at).toLocaleDateString(locale(), { weekday, timeZone: 'UTC' });
  return name('short').length > maxWeekday ? name('narrow') : name('short');
}

function nameOf(day: string): string {
  return new Date(day).toLocaleDateString(locale(), { dateStyle: 'full', timeZone: 'UTC' });
}
