import { useLayoutEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { type Message, msg, numeral, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { askedBy, type RecallFilter, type Show, sinceOf } from './recall-filters.tsx';
import { settleListed } from './settle.ts';

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
    means: msg('Prompts at which hooks looked, and what agents searched'),
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

const [asked, given, helped, missing] = columns as [Column, Column, Column, Column];

/** What programs asked in the period of the filter, and what came of it: each number leads to its recalls. */
export function Counts(props: {
  characterId: string | undefined;
  filter: RecallFilter;
  addressOf: (filter: RecallFilter) => string;
  /** Whether it stands on another page than the recalls, for the week. */
  isOfWeek?: boolean;
  /** Called once they are read. */
  tell?: () => void;
}) {
  const { characterId, filter, addressOf, isOfWeek = false, tell } = props;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const found = useLoad(`${characterId} ${filter.period}`, (signal) =>
    client.call('getStatistics', { characterId, from: sinceOf(filter.period) }, signal),
  );
  const isRead = found.value !== undefined || found.failure !== undefined;
  useLayoutEffect(() => {
    if (isRead) tell?.();
  }, [isRead]);
  const hosts = (found.value?.byClient ?? []).filter((one) => asked.of(one) > 0);
  const isHere = ({ show }: Column, client: string | undefined) =>
    !isOfWeek && filter.show === show && filter.client === client;
  const sum = ({ of }: Column) => hosts.reduce((all, one) => all + of(one), 0);
  // The page of recalls asks its questions again itself; elsewhere the number must be the same.
  useLoad(
    `settled ${characterId} ${sum(missing)}`,
    !isOfWeek || sum(missing) === 0
      ? undefined
      : (signal) => settleListed(dashboard, { characterId, ...askedBy({ ...filter, show: 'gaps' }) }, signal),
  );
  const others = sum(asked) - sum(given) - sum(missing);
  const all = { name: t('any host'), client: undefined, of: sum };
  const each = hosts.map((one) => ({ name: one.client, client: one.client, of: ({ of }: Column) => of(one) }));
  return (
    <>
      <FailureNote failure={found.failure} again={found.again} />
      {hosts.length > 0 && (
        <p class="came-to">
          {cameTo(sum(given), sum(asked), isOfWeek)} {helpedIn(sum(helped))}{' '}
          {sum(missing) > 0 && (
            <Link href={addressOf({ ...filter, show: 'gaps', client: undefined })}>
              {tn(sum(missing), '{n} question was not answered.', '{n} questions were not answered.')}
            </Link>
          )}
        </p>
      )}
      {hosts.length > 0 && (
        <table class="table counts came">
          <thead>
            <tr>
              <th scope="col">{t('Host')}</th>
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
          {t('Helped: an answer repeats what a memory says, or you called it useful. Of the rest nothing is known.')}{' '}
          {others > 0 &&
            tn(others, '{n} prompt needed no memory, or is settled.', '{n} prompts needed no memory, or are settled.')}
        </p>
      )}
    </>
  );
}

/** How often agents got something, in a sentence. */
function cameTo(given: number, n: number, isOfWeek: boolean): string {
  if (isOfWeek)
    return tn(
      n,
      'This week agents were given memories at {given} of {n} prompt.',
      'This week agents were given memories at {given} of {n} prompts.',
      { given },
    );
  return tn(
    n,
    'Agents were given memories at {given} of {n} prompt.',
    'Agents were given memories at {given} of {n} prompts.',
    { given },
  );
}

/** How often it helped, in a sentence. */
const helpedIn = (n: number) =>
  n === 0 ? t('Whether it helped is not known.') : tn(n, 'It helped {n} time.', 'It helped {n} times.');
