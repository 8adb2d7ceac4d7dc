import { onTestFinished, vi } from 'vitest';

/** A word; whole texts are composed for their identity, which takes hardly any time. */
const longestWord = 100;

/**
 * Counts the work between two turns of the event loop by what the analysis of a text does: it composes its words.
 * Returns the result of `work`, and the most characters of words that were composed without a turn for others.
 */
export async function longestStep<T>(work: () => Promise<T>): Promise<{ result: T; longest: number }> {
  let [step, longest, isDone] = [0, 0, false];
  const compose = String.prototype.normalize;
  const spy = vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    if (this.length <= longestWord) step += this.length;
    longest = Math.max(longest, step);
    return compose.call(this, form);
  });
  onTestFinished(() => spy.mockRestore());
  const nextTurn = () => {
    step = 0;
    if (!isDone) setImmediate(nextTurn);
  };
  nextTurn();
  try {
    const result = await work();
    return { result, longest };
  } finally {
    isDone = true;
    spy.mockRestore();
  }
}
