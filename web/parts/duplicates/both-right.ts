const storedName = 'bothRight';
/** Of more pairs the oldest are forgotten. */
const mostKept = 2_000;

/** The pairs of which somebody said that both are right, by key; kept in this browser. */
export function readBothRight(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storedName) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []);
  } catch {
    return new Set();
  }
}

/** @param isRight false: it is taken back */
export function setBothRight(key: string, isRight: boolean): ReadonlySet<string> {
  const kept = new Set(readBothRight());
  kept.delete(key);
  if (isRight) kept.add(key);
  try {
    localStorage.setItem(storedName, JSON.stringify([...kept].slice(-mostKept)));
  } catch {
    // The browser keeps nothing: it is asked about again.
  }
  return kept;
}
