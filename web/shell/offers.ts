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

/** The offers of a part that is shown, and what they act on. */
export interface Offers {
  part: (typeof parts)[number];
  of: string;
  offers: readonly Offer[];
}

/** What the parts of the page offer, as entries of the palette. */
export function offeredBy(all: readonly Offers[], wanted: string) {
  const inOrder = all.toSorted((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part));
  const offered = inOrder.flatMap(({ of, offers }) =>
    offers.map((one) => ({ ...one, of, kind: 'action' as const, icon: 'action' })),
  );
  return offered.filter(({ isRare }) => wanted !== '' || !isRare);
}
