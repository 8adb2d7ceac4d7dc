import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { numeral, rich, t } from '../../languages/translate.ts';

type Statistics = Output<'getStatistics'>;

/** The memories, and those of this week. @param href a list of those */
export function Numbers({ memories, added, href }: { memories: number; added: number | undefined; href: string }) {
  return (
    <div class="nums">
      <p>{rich(memories === 1 ? t('{count} memory') : t('{count} memories'), { count: <b>{numeral(memories)}</b> })}</p>
      <p>
        {added !== undefined && (
          <Link href={href}>{rich(t('{count} added this week'), { count: <b>{numeral(added)}</b> })}</Link>
        )}
      </p>
    </div>
  );
}

interface Bar {
  name: string;
  count: number;
  /** A colour. */
  hue: string;
  /** A link to the list behind the number, where there is one. */
  href: string | undefined;
}

/** Amounts as bars, the largest first. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul class="bars">
      {bars.map(({ name, count, hue, href }) => (
        <li key={name} style={{ '--h': hue }}>
          {href === undefined ? (
            <span class="cat">{name}</span>
          ) : (
            <Link class="cat" href={href}>
              {name}
            </Link>
          )}
          <i style={{ width: `${(100 * count) / most}%` }} />
          <b>{numeral(count)}</b>
        </li>
      ))}
    </ul>
  );
}

type Client = Statistics['byClient'][number];

const inShort = (count: number) => numeral(count, { notation: 'compact' });

/** For each host: how much of what it asked got something; behind More what helped, the tokens given, and the memories stored. */
export function Clients({ clients }: { clients: readonly Client[] }) {
  const asking = clients
    .map((one) => ({ client: one.client, asked: one.asked + one.offered, given: one.helped + one.given }))
    .filter(({ asked }) => asked > 0);
  const most = Math.max(1, ...asking.map(({ asked }) => asked));
  return (
    <section aria-label={t('Given within a year, by host')}>
      <h2 class="heading">{t('Given within a year, by host')}</h2>
      {clients.length === 0 && <p class="muted">{t('No program with a name has searched or stored anything.')}</p>}
      <ul class="bars clients">
        {asking.map(({ client, asked, given }) => (
          <li key={client}>
            <span class="cat-name">{client}</span>
            <span class="of" style={{ width: `${(100 * asked) / most}%` }}>
              <i style={{ width: `${(100 * given) / asked}%` }} />
            </span>
            <b>{t('{given} of {asked}', { given, asked })}</b>
          </li>
        ))}
      </ul>
      {clients.length > 0 && (
        <details class="further" open={asking.length === 0}>
          <summary>{t('More')}</summary>
          <div class="wide">
            <table class="table counts">
              <thead>
                <tr>
                  <th>{t('Host')}</th>
                  <th>{t('Helped')}</th>
                  <th>{t('Tokens given')}</th>
                  <th>{t('Stored')}</th>
                </tr>
              </thead>
              <tbody>
                {clients.map(({ client, used, tokens, stored }) => (
                  <tr key={client}>
                    <td>{client}</td>
                    <td>{numeral(used)}</td>
                    <td>{inShort(tokens)}</td>
                    <td>{numeral(stored)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  );
}
