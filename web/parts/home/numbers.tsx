import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { numeral, rich, t, tn } from '../../languages/translate.ts';

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

/** For each host: how many of its queries were helped; behind More the tokens given, and the memories stored. */
export function Clients({ clients }: { clients: readonly Client[] }) {
  const most = Math.max(1, ...clients.map(({ asked }) => asked));
  const sum = (of: (client: Client) => number) => clients.reduce((all, one) => all + of(one), 0);
  const asked = sum((one) => one.asked);
  return (
    <section aria-label={t('Which host')}>
      <h2 class="heading">{t('Which host')}</h2>
      {clients.length === 0 && <p class="muted">{t('No program with a name has searched or stored anything.')}</p>}
      {asked > 0 && (
        <p class="figure">
          {rich(tn(asked, '{helped} of {n} question helped', '{helped} of {n} questions helped'), {
            helped: <b>{numeral(sum((one) => one.helped))}</b>,
          })}
        </p>
      )}
      <ul class="bars clients">
        {clients.map(({ client, asked, helped }) => (
          <li key={client}>
            <span class="cat-name">{client}</span>
            <span class="of" style={{ width: `${(100 * asked) / most}%` }}>
              <i style={{ width: asked === 0 ? '0' : `${(100 * helped) / asked}%` }} />
            </span>
            <b>{t('{helped} of {asked}', { helped, asked })}</b>
          </li>
        ))}
      </ul>
      {clients.length > 0 && (
        <details class="further">
          <summary>{t('More')}</summary>
          <div class="wide">
            <table class="table counts">
              <thead>
                <tr>
                  <th>{t('Host')}</th>
                  <th>{t('Looked up by hooks')}</th>
                  <th>{t('Tokens given')}</th>
                  <th>{t('Stored')}</th>
                </tr>
              </thead>
              <tbody>
                {clients.map(({ client, offered, tokens, stored }) => (
                  <tr key={client}>
                    <td>{client}</td>
                    <td>{numeral(offered)}</td>
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
