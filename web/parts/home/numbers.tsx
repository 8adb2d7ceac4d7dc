import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { counted } from '../format.ts';
import { recentDays, recentRecalls } from './recent.ts';

type Statistics = Output<'getStatistics'>;

/** The few large numbers of Home, for one character. */
export function Numbers({ statistics, memories, week }: { statistics: Statistics; memories: number; week: string }) {
  const { byDay, recallsByDay } = statistics;
  const added = sum(byDay.filter(({ day }) => day > week.slice(0, 10)).map((day) => day.added));
  const { recalls, empty, weak } = recentRecalls(recallsByDay);
  return (
    <div class="nums">
      <p>
        <b>{memories.toLocaleString()}</b> {memories === 1 ? 'memory' : 'memories'}
      </p>
      <p>
        <b>{added.toLocaleString()}</b> added this week
      </p>
      {recalls > 0 && (
        <p>
          <b>{Math.round((100 * (recalls - empty - weak)) / recalls)} %</b> of {counted(recalls, 'recall')} helped in{' '}
          {recentDays} days
        </p>
      )}
    </div>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

interface Bar {
  name: string;
  count: number;
  /** A colour. */
  hue: string;
  /** A link to the list behind the number. */
  href: string;
}

/** Amounts as bars, the largest first. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul class="bars">
      {bars.map(({ name, count, hue, href }) => (
        <li key={name} style={{ '--h': hue }}>
          <Link class="cat" href={href}>
            {name}
          </Link>
          <i style={{ width: `${(100 * count) / most}%` }} />
          <b>{count.toLocaleString()}</b>
        </li>
      ))}
    </ul>
  );
}
