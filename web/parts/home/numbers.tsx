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

type Client = Statistics['byClient'][number];

const inShort = (count: number) => count.toLocaleString(undefined, { notation: 'compact' });

/** For each host: its queries, how many were helped, the tokens given, and the memories stored. */
export function Clients({ clients }: { clients: readonly Client[] }) {
  const most = Math.max(1, ...clients.map(({ asked }) => asked));
  return (
    <section aria-label="Which host">
      <h2 class="heading">Which host</h2>
      {clients.length === 0 && <p class="muted">No program with a name has searched or stored anything.</p>}
      <ul class="bars clients">
        {clients.map(({ client, asked, helped, tokens, stored }) => (
          <li key={client}>
            <span class="cat-name">{client}</span>
            <span class="of" style={{ width: `${(100 * asked) / most}%` }}>
              <i style={{ width: asked === 0 ? '0' : `${(100 * helped) / asked}%` }} />
            </span>
            <small>
              {asked.toLocaleString()} asked, {helped.toLocaleString()} helped, {inShort(tokens)} tokens given,{' '}
              {stored.toLocaleString()} stored
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
