import { once } from '../../base/once.ts';
import table from './cues.lexicon';

/** Scripts without spaces between words. */
export const cjk = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u;

interface Classes {
  /** Phrases by their first word. */
  byWord: Map<string, { words: string[]; name: string }[]>;
  /** For each class, substrings to search for. */
  parts: { name: string; parts: string[] }[];
}

/** Classes of words with the same meaning in fourteen languages, so that training on English applies to all of them. */
const classes = once((): Classes => {
  const byWord: Classes['byWord'] = new Map();
  const parts: Classes['parts'] = [];
  for (const line of table.trim().split('\n')) {
    const [name = '', list = ''] = line.split(': ');
    const all = list.split('|');
    parts.push({ name, parts: all.filter((one) => cjk.test(one)) });
    for (const phrase of all.filter((one) => !cjk.test(one))) {
      const words = phrase.split(' ');
      const [first = ''] = words;
      byWord.set(first, [...(byWord.get(first) ?? []), { words, name }]);
    }
  }
  return { byWord, parts };
});

/** The position of the first cue of a class. */
export type Place = 'first' | 'early' | 'later';

/** The classes with a cue in a clause, which is given as lower-case words and as lower-case text. */
export function cueClassesOf(words: readonly string[], text: string): Map<string, Place> {
  const { byWord, parts } = classes();
  const found = new Map<string, Place>();
  for (const [at, word] of words.entries()) {
    for (const { words: phrase, name } of byWord.get(word) ?? []) {
      if (found.has(name) || !phrase.every((one, i) => words[at + i] === one)) continue;
      found.set(name, at === 0 ? 'first' : at <= 2 ? 'early' : 'later');
    }
  }
  if (!cjk.test(text)) return found;
  for (const { name, parts: list } of parts) {
    if (found.has(name)) continue;
    const at = list.map((part) => text.indexOf(part)).find((one) => one >= 0);
    if (at !== undefined) found.set(name, at < 4 ? 'first' : 'later');
  }
  return found;
}
