import { useRef } from 'preact/hooks';
import { type Place, placeAfter } from './place.ts';

/**
 * The place of the shown card. Where it was decided, the next one of those behind it follows, wherever that is now; where
 * that is taken back, it comes again.
 * @param list identifies the cards: another list begins at its first
 * @param chosen the key of the card that the user went to
 */
export function usePlace(list: string, keys: readonly string[], chosen: string | undefined): number {
  const last = useRef<Place>({ list, at: 0, keys: [] });
  const before = last.current.list === list ? last.current : { list, at: 0, keys: [] };
  const place = placeAfter(before, keys, chosen);
  // While nothing is read, the place stays.
  if (keys.length > 0) last.current = place;
  return place.at;
}
