import type { Category } from '../../client/api.ts';
import { atWord, foldCase, matchOf } from '../../shell/matches.ts';

/** Shorter hints, such as “is”, begin too many other words. */
const leastHint = 4;

/** The category of the longest hint that a word or phrase of a text begins with; undefined where none does. */
export function likelyCategory(text: string, categories: readonly Pick<Category, 'name' | 'hints'>[]) {
  let [likely, longest]: [string | undefined, number] = [undefined, leastHint - 1];
  for (const { name, hints } of categories) {
    for (const hint of hints) {
      if (hint.length <= longest || matchOf(text, foldCase(hint)) > atWord) continue;
      [likely, longest] = [name, hint.length];
    }
  }
  return likely;
}
