import { useEffect } from 'preact/hooks';
import { t } from '../languages/translate.ts';
import { Joins } from '../parts/connections/joins.tsx';
import { Server } from '../parts/connections/server.tsx';
import { Joining, Ways } from '../parts/connections/ways.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useDashboard } from '../shell/dashboard.ts';
import { useLoad } from '../shell/use-load.ts';

/** How often it is read again: exchanges run in the background (ms). */
const againMs = 10_000;

/** Other machines: what characters of this one are exchanged with, and the ways to add one. */
export default function Connections() {
  const { isOfMachine } = useDashboard();
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label={t('Connections')} tabIndex={0}>
        <h1 class="page-title">{t('Connections')}</h1>
        {isOfMachine ? <Present /> : <Joining />}
      </section>
    </div>
  );
}

/** The connections of this machine, then the ways to make one. */
function Present() {
  const { client } = useDashboard();
  const found = useLoad('connections', (signal) => client.call('listConnections', {}, signal));
  const { connections, joins = [], byName = [] } = found.value ?? {};
  const { again } = found;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), againMs);
    return () => clearInterval(timer);
  }, [client]);
  return (
    <div aria-busy={!found.value && found.isLoading}>
      <FailureNote failure={found.failure} again={again} />
      <Skeleton of={found} />
      <Joins joins={joins} byName={byName} />
      <div class="halves">
        {connections?.map((connection) => (
          <Server key={connection.url} connection={connection} again={again} />
        ))}
      </div>
      {connections && <Ways isFirst={connections.length === 0} />}
    </div>
  );
}
