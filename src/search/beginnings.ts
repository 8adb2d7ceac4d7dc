import { isAlphabetic } from './repair.ts';

/** Fewer letters than this in common say nothing. */
const LEAST = 4;

/** How much of a term every word of the same beginning has in common with it; undefined for a term that has none. */
export function commonBeginning(term: string): string | undefined {
  if (term.length < LEAST || !isAlphabetic(term)) return undefined;
  return term.slice(0, Math.max(LEAST, Math.ceil(term.length / 2)));
}

/**
 * Whether two terms are likely forms of one word that the stems keep apart, such as decide and decision or allergic and
 * allergies: at least four letters, at least half of the longer and all but two of the shorter are the same.
 */
export function haveSameBeginning(term: string, other: string): boolean {
  if (term === other || other.length < LEAST || !isAlphabetic(other)) return false;
  const shorter = Math.min(term.length, other.length);
  const longer = Math.max(term.length, other.length);
  let common = 0;
  while (common < shorter && term.charCodeAt(common) === other.charCodeAt(common)) common++;
  return common >= LEAST && 2 * common >= longer && common >= shorter - 2;
}
