import { useEffect } from 'preact/hooks';
import { useDashboard } from './dashboard.ts';
import { News } from './news.ts';

/**
 * Reads again what is shown when somebody else has changed something. Only while somebody looks: browsers let one server
 * have few connections, which the tabs of a window share.
 */
export function Live() {
  const dashboard = useDashboard();
  const isOn = dashboard.isSignedIn.value === true;
  useEffect(() => {
    if (!isOn) return undefined;
    const news = new News(dashboard.http, () => dashboard.changed('others'));
    const look = () => (document.visibilityState === 'visible' ? news.follow() : news.pause());
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      news.pause();
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [dashboard, isOn]);
  return null;
}
