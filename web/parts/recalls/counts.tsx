import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { type Message, msg, numeral, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { type RecallFilter, type Show, sinceOf } from './recall-filters.tsx';

type Host = Output<'getStatistics'>['byClient'][number];

interface Column {
  /** Undefined: all. */
  show?: Show;
  name: Message;
  means: Message;
  of: (host: Host) => number;
}

const columns: readonly Column[] = [
  {
    name: msg('Asked'),
    means: msg('Prompts and starts of sessions at which hooks looked, and what agents searched'),
    of: ({ asked, offered }) => asked + offered,
  },
  {
    show: 'given',
    name: msg('Given'),
    means: msg('It got memories, then or earlier in its session'),
    of: ({ helped, given }) => helped + given,
  },
  {
    show: 'helped',
    name: msg('Helped'),
    means: msg('An answer repeats what a memory says, or you called it useful'),
    of: ({ used }) => used,
  },
  {
    show: 'gaps',
    name: msg('Not answered'),
    means: msg('Questions that got nothing'),
    of: ({ unanswered }) => unanswered,
  },
];

const [asked, given, helped] = columns as [Column, Column, Column];

/** What programs asked in the period of the filter, and what came of it: each number leads to its recalls. */
export function Counts(props: {
  characterId: string | undefined;
  filter: RecallFilter;
  addressOf: (filter: RecallFilter) => string;
  /** Above the hosts, where the recalls are another page. */
  heading?: string;
}) {
  const { characterId, filter, addressOf, heading = t('Host') } = props;
  const { client } = useDashboard();
  const found = useLoad(`${characterId} ${filter.period}`, (signal) =>
    client.call('getStatistics', { characterId, from: sinceOf(filter.period) }, signal),
  );
  const hosts = (found.value?.byClient ?? []).filter((one) => asked.of(one) > 0);
  const isHere = ({ show }: Column, client: string | undefined) =>
    props.heading === undefined && filter.show === show && filter.client === client;
  const sum = ({ of }: Column) => hosts.reduce((all, one) => all + of(one), 0);
  const all = { name: t('any host'), client: undefined, of: sum };
  const each = hosts.map((one) => ({ name: one.client, client: one.client, of: ({ of }: Column) => of(one) }));
  return (
    <>
      <FailureNote failure={found.failure} again={found.again} />
      {hosts.length > 0 && (
        <table class="table counts came">
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              {columns.map(({ name, means }) => (
                <th key={name} scope="col" title={t(means)}>
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(each.length > 1 ? [all, ...each] : each).map((row) => (
              <tr key={row.client}>
                <th scope="row">
                  <bdi>{row.name}</bdi>
                </th>
                {columns.map((column) => (
                  <td key={column.name}>
                    {row.of(column) === 0 ? (
                      <span>{numeral(0)}</span>
                    ) : (
                      <Link
                        href={addressOf({ ...filter, show: column.show, client: row.client })}
                        aria-current={isHere(column, row.client) ? 'true' : undefined}
                      >
                        {numeral(row.of(column))}
                      </Link>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {sum(given) > sum(helped) && (
        <p class="muted">
          {t('Helped: an answer repeats what a memory says, or you called it useful. Of the rest nothing is known.')}
        </p>
      )}
    </>
  );
}
