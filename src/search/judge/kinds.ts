import { once } from '../../base/once.ts';
import lexicon from './kinds.lexicon';
import { isUnspaced } from './phrases.ts';

/** A name of kinds of which people use one at a time. */
export interface Named {
  /** The first of its spellings. */
  name: string;
  kinds: readonly string[];
}

/** A kind a line, "kind: a|b|c"; other spellings of a name, also of other languages, behind "=". */
const named = once(() => {
  const bySpelling = new Map<string, Named>();
  for (const line of lexicon.trim().split('\n')) {
    const [kind = '', names = ''] = line.split(': ');
    for (const spellings of names.split('|').map((one) => one.split('='))) {
      const [name = ''] = spellings;
      for (const spelling of spellings)
        bySpelling.set(spelling, { name, kinds: [...(bySpelling.get(spelling)?.kinds ?? []), kind] });
    }
  }
  return { bySpelling, unspaced: [...bySpelling].filter(([spelling]) => isUnspaced(spelling)) };
});

/** A shorter name with an ending is another word. */
const shortestInflected = 6;
const maxEnding = 3;

/** The name of a kind that a word or two words are, also with an ending: Jenkinsa, Mondays. Undefined for other words. */
export function namedBy(word: string): Named | undefined {
  const { bySpelling } = named();
  const known = bySpelling.get(word);
  if (known !== undefined) return known;
  for (let end = word.length - 1; end >= Math.max(shortestInflected, word.length - maxEnding); end--) {
    const found = bySpelling.get(word.slice(0, end));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The words of a squeezed text, names of two words as one; a name ends where another script begins. */
export function wordsWithNames(said: string): string[] {
  const { bySpelling, unspaced } = named();
  const words = (said.match(/(?:[\p{Script=Latin}\p{N}]\p{M}*)+|[^\p{Script=Latin}\p{N}\s]+/gu) ?? []).flatMap(
    (word) => {
      const [name] = (isUnspaced(word) ? unspaced : []).find(([spelling]) => word.includes(spelling)) ?? [];
      return name === undefined ? [word] : word.split(name).flatMap((part, i) => (i === 0 ? [part] : [name, part]));
    },
  );
  const isPair = (first = '', second = '') => bySpelling.has(`${first} ${second}`);
  return words.flatMap((word, i) => {
    if (word === '' || isPair(words[i - 1], word)) return [];
    return [isPair(word, words[i + 1]) ? `${word} ${words[i + 1]}` : word];
  });
}

/** The names of kinds in a squeezed text. */
export function namesIn(said: string): Named[] {
  return wordsWithNames(said).flatMap((word) => namedBy(word) ?? []);
}

/** Whether a name is one of a tool: there are many others like it, and people write about a few. */
export function isTool({ kinds }: Named): boolean {
  return !kinds.includes('weekday');
}

/** The other names of a tool's first kind. */
export function othersLike(one: Named): string[] {
  const [kind = ''] = one.kinds;
  const all = isTool(one) ? [...named().bySpelling.values()].filter(({ kinds }) => kinds.includes(kind)) : [];
  return [...new Set(all.map(({ name }) => name))].filter((name) => name !== one.name);
}
