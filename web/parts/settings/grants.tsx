import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { counted } from '../format.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

const does = { READ: 'reads', WRITE: 'reads and writes', REPLICATE: 'replicates' } as const;

/** The clients that a member has allowed in by signing in, of an owner's whole team; nothing while there are none. */
export function Grants() {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const found = useLoad('grants', (signal) => client.call('listGrants', {}, signal));
  const grants = found.value?.grants ?? [];
  if (grants.length === 0 && !found.failure) return null;
  return (
    <section aria-label="Allowed clients">
      <h2 class="heading">Allowed clients</h2>
      <FailureNote failure={found.failure ?? failure} again={found.again} />
      <ul class="list">
        {grants.map(({ id, client: name, member, access, characterIds, lastUsedAt, createdAt }) => (
          <li key={id}>
            <span>
              {name}, for {member.name}: {does[access]}{' '}
              {characterIds ? counted(characterIds.length, 'character', 'characters') : 'all characters'}
            </span>
            <span class="muted">
              last used <Time at={lastUsedAt ?? createdAt} as="moment" />
            </span>
            <button
              type="button"
              class="quiet"
              disabled={isBusy}
              onClick={() => void run(() => client.call('revokeGrant', { grantId: id }), `${name} is shut out`)}
            >
              Shut out
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
