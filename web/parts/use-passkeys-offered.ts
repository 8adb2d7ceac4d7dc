import { useEffect, useState } from 'preact/hooks';
import { arePasskeysOffered } from '../client/passkeys.ts';
import { useDashboard } from '../shell/dashboard.ts';

/** Whether passkeys can be used here; false until it is known, and where the service does not say so. */
export function usePasskeysOffered(): boolean {
  const { http } = useDashboard();
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    const asking = new AbortController();
    arePasskeysOffered(http, asking.signal).then(
      (is) => {
        if (!asking.signal.aborted) setOffered(is);
      },
      () => undefined,
    );
    return () => asking.abort();
  }, [http]);
  return isOffered;
}
