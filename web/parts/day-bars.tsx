import { dayInWords } from '../languages/times.ts';

/** A day's total, the part of it that is highlighted, and both in words. */
interface Day {
  day: string;
  all: number;
  part: number;
  text: string;
}

const height = 36;
const pitch = 8;

/** A bar for each day. */
export function DayBars({ days, label }: { days: readonly Day[]; label: string }) {
  const most = Math.max(1, ...days.map(({ all }) => all));
  return (
    <svg class="day-bars" width={days.length * pitch} height={height} role="img" aria-label={label}>
      {days.map(({ day, all, part, text }, at) => {
        const full = (all / most) * height;
        const apart = (part / most) * height;
        return (
          <g key={day} data-day={day}>
            <title>{`${dayInWords(day)}: ${text}`}</title>
            <rect x={at * pitch} y={height - full} width={pitch - 2} height={full - apart} class="given" />
            <rect x={at * pitch} y={height - apart} width={pitch - 2} height={apart} class="other" />
          </g>
        );
      })}
    </svg>
  );
}
