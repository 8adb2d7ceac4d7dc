/** How a text has typed letters: at its beginning, at that of a word, in a word. */
export const [atStart, atWord, inWord, nowhere] = [0, 1, 2, 3];

/** Scripts that write words without spaces. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const endsInWord = /[\p{L}\p{M}\p{N}]$/u;

/** @param typed as `foldCase` gives it */
export function matchOf(text: string, typed: string): number {
  const said = foldCase(text);
  let best = nowhere;
  for (let at = said.indexOf(typed); at >= 0 && best > atWord; at = said.indexOf(typed, at + 1)) {
    const isWord = unspaced.test(typed) || !endsInWord.test(said.slice(0, at));
    best = Math.min(best, at === 0 ? atStart : isWord ? atWord : inWord);
  }
  return best;
}

export const foldCase = (text: string) => text.toLocaleLowerCase();

interface Named {
  label: string;
  words?: string | undefined;
}

/**
 * What typed letters find, best first: labels that begin so, then those with such a word, then those that other words, or
 * several, find.
 * In the middle of words only where nothing else is found.
 * @param hasOthers whether something else has such a word
 */
export function found<One extends Named>(all: readonly One[], typed: string, hasOthers = false): One[] {
  const ranked = all.map((one) => {
    const [label, words] = [matchOf(one.label, typed), matchOf(one.words ?? '', typed)];
    const isNamed = words < inWord || hasEach(`${one.label} ${one.words ?? ''}`, typed);
    return { one, rank: label < inWord ? label : isNamed ? inWord : Math.min(label, words) + 1 };
  });
  const best = ranked.filter(({ rank }) => rank <= inWord);
  return (best.length > 0 || hasOthers ? best : ranked.filter(({ rank }) => rank <= nowhere))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** Whether each of several typed words begins a word of a text: "undo import". */
function hasEach(text: string, typed: string): boolean {
  const all = typed.split(/\s+/u);
  return all.length > 1 && all.every((one) => matchOf(text, one) < inWord);
}

/** A shorter word may be the beginning of another one. */
const leastWord = 5;

/** Found memories, those first that have the typed words; a few letters find no others, where there are any. */
export function byLetters<One extends Named>(memories: readonly One[], typed: string, hasOthers: boolean): One[] {
  const [named, others] = [true, false].map((is) =>
    memories.filter(({ words = '' }) => matchOf(words, typed) < inWord === is),
  ) as [One[], One[]];
  const isBeginning = typed.length < leastWord && !/\s/u.test(typed) && !unspaced.test(typed);
  return isBeginning && (named.length > 0 || hasOthers) ? named : [...named, ...others];
}
