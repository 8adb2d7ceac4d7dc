import { useRef } from 'preact/hooks';
import { type Place, placeAfter } from './place.ts';

/**
 * The cards in the order in which the user goes through them, and the place of the shown one. Another list begins at its
 * first card.
 * @param list identifies the cards
 * @param chosen the key of the card that the user went to
 */
export function usePlace<Card extends { key: string }>(
  list: string,
  cards: readonly Card[],
  chosen: string | undefined,
) {
  const last = useRef<Place>({ list, order: [] });
  // While nothing is read, the place stays.
  if (cards.length > 0) {
    const before = last.current.list === list ? last.current : { list, order: [] };
    const keys = cards.map(({ key }) => key);
    last.current = placeAfter(before, keys, chosen);
  }
  const { order, shown } = last.current;
  const places = new Map(order.map((key, place) => [key, place]));
  const inPlace = cards.toSorted((a, b) => (places.get(a.key) ?? 0) - (places.get(b.key) ?? 0));
  return {
    shown: inPlace,
    at: Math.max(
      0,
      inPlace.findIndex(({ key }) => key === shown),
    ),
  };
}
