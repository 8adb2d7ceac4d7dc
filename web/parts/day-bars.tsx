/** What a day held: so much in all, and so much of it that waits for somebody. */
export interface Day {
  day: string;
  all: number;
  empty: number;
}

const height = 36;
const pitch = 8;

/** Days beside each other, the share that came back empty in the colour of what is missing. */
export function DayBars({ days, label }: { days: readonly Day[]; label: string }) {
  const most = Math.max(1, ...days.map(({ all }) => all));
  return (
    <svg class="day-bars" width={days.length * pitch} height={height} role="img" aria-label={label}>
      {days.map(({ day, all, empty }, at) => {
        const full = (all / most) * height;
        const part = (empty / most) * height;
        return (
          <g key={day}>
            <title>{`${day}: ${all} recalls, ${empty} empty`}</title>
            <rect x={at * pitch} y={height - full} width={pitch - 2} height={full - part} class="given" />
            <rect x={at * pitch} y={height - part} width={pitch - 2} height={part} class="none" />
          </g>
        );
      })}
    </svg>
  );
}
