import { wordsOf } from '../memory/words.ts';

const letters = /[\p{L}\p{N}]/u;

/** The words of a text without case, with how often each occurs. */
function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text.toLowerCase())) {
    if (letters.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/**
 * The share of their words that two texts have in common, 0 to 1, of the longer one (overlap of multisets): a sentence that
 * is part of a long text is no duplicate of it.
 */
export function inCommon(a: string, b: string): number {
  const [of, other] = [countsOf(a), countsOf(b)];
  let common = 0;
  for (const [word, count] of of) common += Math.min(count, other.get(word) ?? 0);
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);
  const most = Math.max(sum(of), sum(other));
  return most === 0 ? 0 : common / most;
}
