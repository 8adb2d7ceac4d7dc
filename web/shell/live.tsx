import { useEffect } from 'preact/hooks';
import { useDashboard } from './dashboard.ts';

/** How often it is looked for what others have changed (ms), while somebody looks at the page. */
const intervalMs = 10_000;

/** Reads again what is shown when somebody else has changed something; what is read stays where it is. */
export function Live() {
  const dashboard = useDashboard();
  const { client, isSignedIn, changes } = dashboard;
  const isOn = isSignedIn.value === true;
  const own = changes.value;
  useEffect(() => {
    if (!isOn) return undefined;
    const controller = new AbortController();
    let newest: string | undefined;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const { changes: found } = await client.call('listChanges', { limit: 1 }, controller.signal);
      const id = found[0]?.id ?? '';
      if (newest !== undefined && newest !== id) dashboard.changed();
      newest = id;
    };
    // Who is away for a minute hears of it when he is back; the page itself says what fails.
    const attempt = () => void look().catch(() => undefined);
    attempt();
    const timer = setInterval(attempt, intervalMs);
    document.addEventListener('visibilitychange', attempt);
    return () => {
      controller.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', attempt);
    };
    // After a change of one's own, what is newest is asked anew.
  }, [dashboard, client, isOn, own]);
  return null;
}
