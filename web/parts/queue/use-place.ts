import { useRef } from 'preact/hooks';

interface Place {
  list: string;
  at: number;
  keys: readonly string[];
  /** The card that was decided last. */
  decided?: string | undefined;
}

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

export function placeAfter(before: Place, keys: readonly string[], chosen: string | undefined): Place {
  const { list, decided } = before;
  const [shown, ...behind] = before.keys.slice(before.at);
  const at = [chosen, decided, shown]
    .map((key) => (key === undefined ? -1 : keys.indexOf(key)))
    .find((one) => one >= 0);
  if (at !== undefined) return { list, at, keys, decided: keys.includes(decided ?? '') ? undefined : decided };
  const next = behind.map((key) => keys.indexOf(key)).find((one) => one >= 0);
  return { list, at: next ?? Math.min(before.at, Math.max(0, keys.length - 1)), keys, decided: shown };
}
