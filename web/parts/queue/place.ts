/** The shown one of a list of cards, by their keys. */
export interface Place {
  list: string;
  /** All cards that were in the list, also the decided ones: what is taken back comes again at its place. */
  order: readonly string[];
  shown?: string | undefined;
  /** The card that was decided last. */
  decided?: string | undefined;
}

/**
 * Where the shown card was decided, the next one behind it follows. New cards come behind the shown one.
 * @param chosen the key of the card that the user went to
 */
export function placeAfter(before: Place, keys: readonly string[], chosen: string | undefined): Place {
  const { list, decided } = before;
  const isThere = (key: string | undefined) => key !== undefined && keys.includes(key);
  const last = before.order.indexOf(before.shown ?? '');
  const [front, behind] = [before.order.slice(0, Math.max(0, last)), before.order.slice(last + 1)];
  const same = [chosen, decided, before.shown].find(isThere);
  const shown = same ?? behind.find(isThere) ?? front.findLast(isThere) ?? keys[0];
  const order = [...before.order];
  const at = order.indexOf(shown ?? '');
  for (const [i, key] of keys.entries())
    if (!order.includes(key)) order.splice(Math.max(at, order.indexOf(keys[i - 1] ?? '')) + 1, 0, key);
  const isBack = same !== undefined && isThere(decided);
  return { list, order, shown, decided: same === undefined ? before.shown : isBack ? undefined : decided };
}
