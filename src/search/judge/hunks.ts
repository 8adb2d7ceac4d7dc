/** A name keeps its signs: `auth-api`. */
const words = /[\p{L}\p{M}\p{N}]+(?:[-_./@][\p{L}\p{M}\p{N}]+)*/gu;
/** Further words are not compared. */
const maxWords = 60;

/** What stands in one text in place of what stands in the other, between words that both have. */
export interface Hunk<Word = string> {
  older: readonly Word[];
  newer: readonly Word[];
  /** Where it begins in the two. */
  at: readonly [older: number, newer: number];
  /** The common word behind it. */
  next: Word | undefined;
}

/** The first sixty words of a text, as they are written. */
export function wordsIn(text: string): string[] {
  return everyWordIn(text).slice(0, maxWords);
}

const everyWordIn = (text: string): string[] => text.match(words) ?? [];

/** Whether a text has no words but those of another one, in their order, however long both are. */
export function isLeftOf(text: string, whole: string): boolean {
  const had = everyWordIn(whole).values();
  return everyWordIn(text).every((word) => {
    for (const one of had) if (areSame(one, word)) return true;
    return false;
  });
}

/** Whether two words are the same, or the plural of one. */
function areSame(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || `${a}s` === b || a === `${b}s`;
}

export const hunksOf = (older: readonly string[], newer: readonly string[]) => hunksBetween(older, newer, areSame);

/**
 * The longest common subsequence of words, by dynamic programming (Wagner, Fischer 1974): how many words, and what stands
 * between them.
 */
export function hunksBetween<Word>(
  older: readonly Word[],
  newer: readonly Word[],
  areSame: (one: Word, other: Word) => boolean,
): { hunks: Hunk<Word>[]; common: number } {
  const width = newer.length + 1;
  const longest = new Uint16Array((older.length + 1) * width);
  for (let i = older.length - 1; i >= 0; i--)
    for (let j = newer.length - 1; j >= 0; j--)
      longest[i * width + j] = areSame(older[i]!, newer[j]!)
        ? longest[(i + 1) * width + j + 1]! + 1
        : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const hunks: Hunk<Word>[] = [];
  let [i, j] = [0, 0];
  let at: readonly [number, number] = [0, 0];
  const end = (next?: Word) => {
    if (i > at[0] || j > at[1]) hunks.push({ older: older.slice(at[0], i), newer: newer.slice(at[1], j), at, next });
  };
  while (i < older.length && j < newer.length) {
    if (areSame(older[i]!, newer[j]!)) {
      end(older[i]);
      [i, j] = [i + 1, j + 1];
      at = [i, j];
    } else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  [i, j] = [older.length, newer.length];
  end();
  return { hunks, common: longest[0]! };
}
