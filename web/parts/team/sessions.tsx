import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { shortened } from '../format.ts';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

/** Where somebody is signed in to the dashboard. */
export function Sessions() {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const found = useLoad('sessions', (signal) => client.call('listSessions', {}, signal));
  return (
    <section aria-label="Sessions">
      <h2 class="heading">Signed in to the dashboard</h2>
      <FailureNote failure={found.failure ?? failure} again={found.again} />
      <ul class="list">
        {found.value?.sessions.map(({ id, member, userAgent, lastUsedAt, current }) => (
          <li key={id}>
            <span>
              {member}, <span title={userAgent}>{shortened(userAgent || 'unknown browser', 60)}</span>
            </span>
            <span class="muted">
              last used <Time at={lastUsedAt} as="moment" />
            </span>
            {current ? (
              <span class="muted">this one</span>
            ) : (
              <button
                type="button"
                class="quiet"
                disabled={isBusy}
                onClick={() => void run(() => client.call('endSession', { sessionId: id }), 'Signed out')}
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
