import { isKin } from '../../text/told-names.ts';
import { isSmall } from './news.ts';
import { beginningOf, type Profile, tellsOfOther } from './profile.ts';

/** Before the place where somebody lives, in the languages that leave out the verb in notes. */
export const placing: ReadonlySet<string> = new Set('in à a en em w we v ve в у i'.split(' '));
/** More words are no fragment. */
const maxWords = 10;

/**
 * The words before the places in a note without a verb, which says no more than who is where: "Schwester Yuki in Berlin,
 * Schwager Jonas". None in other texts.
 */
export function placingIn({ said, names }: Profile): string[] {
  const words = said.split(' ');
  const isRelative = (word: string) => tellsOfOther(word) || isKin(word);
  const isName = (word = '') => names.has(beginningOf(word)) && !isRelative(word);
  const isFragment = words.every((word) => isName(word) || isRelative(word) || isSmall(word));
  if (!isFragment || words.length > maxWords || !words.some(isRelative)) return [];
  const first = words.findIndex(isName);
  return first < 0 ? [] : words.filter((word, i) => i > first && placing.has(word) && isName(words[i + 1]));
}
