import { fold } from '../text/fold.ts';
import { languageOf } from '../text/languages/languages.ts';
import { stemsIn } from '../text/languages/stems.ts';

/** Shorter words stand at the beginning and the end of too many others. */
const LEAST = 4;
/** So many letters are looked at. */
const LONGEST = 32;

/**
 * What a word of a language may be put together from, or begin with where endings pile up: the stems of its beginnings
 * and of its ends. Which of them are words, the index knows (after Monz and de Rijke, "Shallow Morphological Analysis in
 * Monolingual Information Retrieval for Dutch, German, and Italian", 2001).
 */
export function partsOf(word: string, language: number): readonly string[] {
  const parts = new Set<string>();
  const letters = word.slice(0, LONGEST);
  const stem = (part: string) => stemsIn(language)(part)[0] ?? part;
  for (let cut = LEAST; cut < letters.length; cut++) {
    parts.add(stem(letters.slice(0, cut)));
    if (languageOf(language).compounds === true && letters.length - cut >= LEAST) parts.add(stem(letters.slice(cut)));
  }
  return [...parts].filter((part) => part.length >= LEAST && part !== fold(word));
}

/** Whether a term of the index holds another as its first or last part. */
export function isCompoundOf(part: string, term: string): boolean {
  return part.length >= LEAST && term.length > part.length && (term.startsWith(part) || term.endsWith(part));
}
