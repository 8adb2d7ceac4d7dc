import { Link } from 'wouter-preact';
import { known } from '../../languages/known.ts';
import { numeral, t } from '../../languages/translate.ts';
import { nameOf, type Period } from './period.ts';

/** How many memories of a category happened in a period. */
export interface TimePart {
  at: Period;
  category: string;
  memories: number;
}

/** The diameter of the largest dot, and of the smallest (px). */
const [largest, smallest] = [20, 4];

/** What stands for a name where there is little room: its first letter, or its number. */
const beginning = /\d+|\p{L}/u;

/**
 * Categories over time: a dot's area is the number of memories. It is an HTML table, for screen readers.
 * @param columns the periods
 * @param addressOf the address of a column, or of a category in it
 */
export function TimeChart(props: {
  label: string;
  columns: readonly Period[];
  parts: readonly TimePart[];
  chosen: Period;
  hueOf: (category: string) => string;
  addressOf: (at: Period, category?: string) => string;
}) {
  const { label, columns, parts, chosen, hueOf, addressOf } = props;
  const most = Math.max(1, ...parts.map(({ memories }) => memories));
  const counts = new Map(parts.map((part) => [`${part.at} ${part.category}`, part.memories]));
  const size = (memories: number) => smallest + Math.sqrt(memories / most) * (largest - smallest);
  return (
    <div class="wide">
      <table class="axis" aria-label={label}>
        <tbody>
          {totalsOf(parts).map(({ name, count }) => (
            <tr key={name} style={{ '--h': hueOf(name) }}>
              <th scope="row">
                <span class="cat">{known(name)}</span>
              </th>
              {columns.map((at) => {
                const memories = counts.get(`${at} ${name}`) ?? 0;
                const px = `${size(memories).toFixed(1)}px`;
                return (
                  <td key={at} class={at === chosen ? 'sel' : undefined}>
                    {memories > 0 && (
                      <Link
                        href={addressOf(at, name)}
                        tabIndex={-1}
                        title={t('{at}: {memories} in {name}', { at: nameOf(at), memories, name: known(name) })}
                      >
                        <i style={{ width: px, height: px }} />
                        <span class="unseen">{numeral(memories)}</span>
                      </Link>
                    )}
                  </td>
                );
              })}
              <td class="number">{numeral(count)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {columns.map((at) => (
              <th
                key={at}
                scope="col"
                class={at === chosen ? 'sel' : undefined}
                style={{ width: `${100 / columns.length}%` }}
              >
                <Link href={addressOf(at)} title={nameOf(at)} aria-current={at === chosen ? 'date' : undefined}>
                  <span class="part-name">{nameOf(at, 'part')}</span>
                  <span class="letter">{beginning.exec(nameOf(at, 'part'))?.[0]}</span>
                </Link>
              </th>
            ))}
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Categories with their totals, the largest first. */
function totalsOf(parts: readonly TimePart[]): { name: string; count: number }[] {
  const totals = new Map<string, number>();
  for (const { category, memories } of parts) totals.set(category, (totals.get(category) ?? 0) + memories);
  return [...totals].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count);
}
