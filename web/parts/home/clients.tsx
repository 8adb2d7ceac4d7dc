import type { Output } from '../../client/client.ts';

type Client = Output<'getStatistics'>['byClient'][number];

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
