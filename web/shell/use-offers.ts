import { useLayoutEffect, useRef } from 'preact/hooks';
import { useDashboard } from './dashboard.ts';
import type { Offer, Offers } from './offers.ts';

/** Offers actions in the palette while the part is shown. @param of what they act on */
export function useOffers(part: Offers['part'], of: string, offers: readonly Offer[]): void {
  const { offered } = useDashboard();
  const last = useRef<Offers>({ part, of, offers });
  useLayoutEffect(() => {
    last.current = { part, of, offers };
  });
  useLayoutEffect(() => {
    offered.value = [...offered.value, last];
    return () => {
      offered.value = offered.value.filter((one) => one !== last);
    };
  }, []);
}
