import { useLayoutEffect, useRef } from 'preact/hooks';
import { useDashboard } from './dashboard.ts';

/** An action on what is open or selected, which the palette shows first. */
export interface Offer {
  label: string;
  /** Other words that find it. */
  words?: string;
  /** The key that does the same. */
  key?: string;
  /** Only typed letters find it. */
  isRare?: boolean;
  run: () => void;
}

/** The parts of a page that offer something, in the order of the palette. */
const parts = ['selected', 'open', 'near'] as const;
type Part = (typeof parts)[number];

/** The offers of a part that is shown, and what they act on. */
export interface Offers {
  part: Part;
  of: string;
  offers: readonly Offer[];
}

export const inOrderOfParts = (all: readonly Offers[]): Offers[] =>
  all.toSorted((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part));

/** Offers actions in the palette while the part is shown. @param of what they act on */
export function useOffers(part: Part, of: string, offers: readonly Offer[]): void {
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
