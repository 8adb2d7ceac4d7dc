import type { Output } from '../../client/client.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { counted, formatBytes } from '../format.ts';

type Statistics = Output<'getStatistics'>;
const weekMs = 7 * 86_400_000;

/** The few large numbers of Home. */
export function Numbers({ statistics, memories }: { statistics: Statistics; memories: number }) {
  const tier = useDashboard().tier.value;
  const { byDay, recallsByDay, tokensByDay } = statistics;
  const weekAgo = new Date(Date.now() - weekMs).toISOString().slice(0, 10);
  const month = new Date().toISOString().slice(0, 7);
  const added = sum(byDay.filter(({ day }) => day > weekAgo).map((day) => day.added));
  const recalls = sum(recallsByDay.map((day) => day.recalls));
  const empty = sum(recallsByDay.map((day) => day.empty));
  const tokens = sum(tokensByDay.filter(({ day }) => day.startsWith(month)).map(({ input, output }) => input + output));
  return (
    <div class="nums">
      <p>
        <b>{memories.toLocaleString()}</b> memories, {added.toLocaleString()} added this week
      </p>
      {recalls > 0 && (
        <p>
          <b>{Math.round((100 * (recalls - empty)) / recalls)} %</b> of {recalls.toLocaleString()} recalls gave
          something
        </p>
      )}
      {tier && (
        <p>
          <b>{formatBytes(tier.usage.storageBytes)}</b> of texts, {counted(tier.usage.files, 'file')}, all characters
        </p>
      )}
      <p>
        <b>{tokens.toLocaleString(undefined, { notation: 'compact' })}</b> AI tokens this month
      </p>
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
}

/** Amounts beside each other, the most first. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul class="bars">
      {bars.map(({ name, count, hue }) => (
        <li key={name} style={{ '--h': hue }}>
          <span class="cat">{name}</span>
          <i style={{ width: `${(100 * count) / most}%` }} />
          <b>{count.toLocaleString()}</b>
        </li>
      ))}
    </ul>
  );
}
