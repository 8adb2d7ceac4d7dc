const storedName = 'bothRight';
/** The most stored pairs; the oldest are dropped. */
const mostKept = 2_000;

/** The pairs that the user accepted as both right, by key; stored in this browser. */
export function readBothRight(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storedName) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []);
  } catch {
    return new Set();
  }
}

/** @param isRight false: undo */
export function setBothRight(key: string, isRight: boolean): ReadonlySet<string> {
  const kept = new Set(readBothRight());
  kept.delete(key);
  if (isRight) kept.add(key);
  try {
    localStorage.setItem(storedName, JSON.stringify([...kept].slice(-mostKept)));
  } catch {
    // The browser stores nothing: the pair will be shown again.
  }
  return kept;
}
