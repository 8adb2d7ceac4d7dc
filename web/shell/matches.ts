/** How a text has typed letters: at its beginning, at that of a word, in a word. */
export const [atStart, atWord, inWord, nowhere] = [0, 1, 2, 4];
/** Other words find a page. */
const pageInWord = 3;

/** Scripts that write words without spaces. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
export const isUnspaced = (text: string) => unspaced.test(text);
const endsInWord = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}]$/u;

/** @param typed as `foldCase` gives it */
export function matchOf(text: string, typed: string): number {
  const said = foldCase(text);
  let best = nowhere;
  for (let at = said.indexOf(typed); at >= 0 && best > atWord; at = said.indexOf(typed, at + 1)) {
    const isWord = isUnspaced(typed) || !endsInWord.test(said.slice(0, at));
    best = Math.min(best, at === 0 ? atStart : isWord ? atWord : inWord);
  }
  return best;
}

/** In lower case, without the marks of Latin letters: "evora" finds "Évora". */
export const foldCase = (text: string) =>
  text
    .toLocaleLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFC');

interface Named {
  label: string;
  words?: string | undefined;
  kind?: string;
  /** The typed words mean it. */
  isMeant?: true | undefined;
}

/**
 * What typed letters find, best first: labels that begin so, then those with such a word, then those that other words, or
 * most of several, find: what they do before pages.
 */
export function found<One extends Named>(all: readonly One[], typed: string): One[] {
  const ranked = all.map((one) => {
    const [label, words] = [matchOf(one.label, typed), matchOf(one.words ?? '', typed)];
    const isNamed = one.isMeant || words < inWord || hasMost(`${one.label} ${one.words ?? ''}`, typed);
    return { one, rank: label < inWord ? label : isNamed ? (one.kind === 'page' ? pageInWord : inWord) : nowhere };
  });
  return ranked
    .filter(({ rank }) => rank < nowhere)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** How many words, and letters in scripts without spaces, a wish has; what is longer is a question for the memories. */
const [maxWords, maxUnspaced] = [5, 12];

/** Whether most of what is typed are words of a text, and two at least: "export for a friend", 「パソコンを接続」. */
function hasMost(text: string, typed: string): boolean {
  if (isUnspaced(typed)) {
    const own = foldCase(text).split(/\s+/u);
    const inside = [...new Set(own)].filter((word) => isUnspaced(word) && word.length > 1 && typed.includes(word));
    return typed.length <= maxUnspaced && 2 * inside.join('').length > typed.length;
  }
  const all = typed.split(/\s+/u);
  const words = all.filter(({ length }) => length > 2);
  const count = words.filter((one) => matchOf(text, one) < inWord).length;
  return all.length <= maxWords && count > 1 && 2 * count >= words.length;
}

/** Found memories, those first that have the typed words; a single word finds no others, where there is anything. */
export function byLetters<One extends Named>(memories: readonly One[], typed: string, hasOthers: boolean): One[] {
  const [named, others] = [true, false].map((is) =>
    memories.filter(({ words = '' }) => matchOf(words, typed) < inWord === is),
  ) as [One[], One[]];
  const isWord = !/\s/u.test(typed) && !isUnspaced(typed);
  return isWord && (named.length > 0 || hasOthers) ? named : [...named, ...others];
}
