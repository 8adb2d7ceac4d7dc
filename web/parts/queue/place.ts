/** The shown one of a list of cards, by their keys. */
export interface Place {
  list: string;
  at: number;
  keys: readonly string[];
  /** The card that was decided last. */
  decided?: string | undefined;
}

/** @param chosen the key of the card that the user went to */
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
