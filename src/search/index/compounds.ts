import { fold } from '../text/fold.ts';
import { languageOf } from '../text/languages/languages.ts';
import { stemsIn } from '../text/languages/stems.ts';

/** Shorter words are at the beginning and the end of too many others. */
const LEAST = 4;
/** A prefix may be shorter when it is itself a stem: the "rug" of "rugpijn". */
const LEAST_BEGINNING = 3;
/** How many letters are compared. */
const LONGEST = 32;

/**
 * Possible parts of a compound word, or of a word with many endings: the stems of its beginnings and ends. The index
 * knows which of them are words (after Monz and de Rijke, "Shallow Morphological Analysis …", 2001).
 */
export function partsOf(word: string, language: number): readonly string[] {
  const parts = new Set<string>();
  const { compounds } = languageOf(language);
  const letters = word.slice(0, LONGEST);
  const stem = (part: string) => stemsIn(language)(part)[0] ?? part;
  for (let cut = compounds === true ? LEAST_BEGINNING : LEAST; cut < letters.length; cut++) {
    const beginning = letters.slice(0, cut);
    const begun = stem(beginning);
    if (cut >= LEAST || begun === fold(beginning)) parts.add(begun);
    if (compounds === true && letters.length - cut >= LEAST) parts.add(stem(letters.slice(cut)));
  }
  return [...parts].filter((part) => part.length >= LEAST_BEGINNING && part !== fold(word));
}

/**
 * Whether a term of the index has another as its first or last part. A short one may only be the last part of a longer
 * word: "bok" of "favoritbok".
 */
export function isCompoundOf(part: string, term: string): boolean {
  const more = term.length - part.length;
  if (part.length >= LEAST) return more > 0 && (term.startsWith(part) || term.endsWith(part));
  return part.length === LEAST_BEGINNING && more >= LEAST && term.endsWith(part);
}
