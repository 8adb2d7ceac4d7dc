import { isTelling, sentencesIn } from './text/asking.ts';
import { fold } from './text/fold.ts';
import { findWords } from './text/words.ts';

/** Sentences of one text that are compared; an answer of an agent may have thousands. */
const maxSentences = 200;
/** The least share of what one of two sentences says that the other one says too. */
const leastShare = 0.5;
/** So many words are no chance; of one, it has to be a name or a number. */
const fewestWords = 2;
/** The fewest letters of a name and of another word that tell something, in scripts with capital letters. */
const [fewestOfName, fewestOfWord] = [3, 4];

/** What an answer repeats of a memory. */
export interface Repeated {
  /** How many words. */
  shared: number;
  /** The sentence of the answer that has them. */
  sentence: string;
}

/**
 * Tells what an answer repeats of a memory beyond the words of the question; undefined where they may be chance, or where
 * each has a name or a number in place of the other's.
 */
export function repeats(answer: string, asked: string): (memory: string) => Repeated | undefined {
  const known = new Set(telling(asked).keys());
  const sentences = (text: string) =>
    sentencesIn(text)
      .slice(0, maxSentences)
      .map((sentence) => ({ sentence, terms: telling(sentence, known) }))
      .filter(({ terms }) => terms.size > 0);
  const said = sentences(answer);
  return (memory) => {
    const all = sentences(memory).flatMap(({ terms: one }) =>
      said.flatMap(({ sentence, terms: other }): Repeated[] => {
        const both = [...one.keys()].filter((term) => other.has(term));
        const isTold = both.some(
          (term) => one.get(term) === 'name' || (both.length >= fewestWords && one.get(term) === 'word'),
        );
        const isShared = isTold && both.length >= leastShare * Math.min(one.size, other.size);
        const isOther = namesBeside(one, other) && namesBeside(other, one);
        return isShared && !isOther ? [{ shared: both.length, sentence }] : [];
      }),
    );
    return all.toSorted((a, b) => b.shared - a.shared)[0];
  };
}

/** What a term tells: a name or a number, a number inside a name such as stg3, a word, or too little. */
type Telling = 'name' | 'digit' | 'word' | 'little';

/** Whether one text has a name or a number that the other lacks. */
const namesBeside = (one: ReadonlyMap<string, Telling>, other: ReadonlyMap<string, Telling>) =>
  [...one].some(([term, tells]) => (tells === 'name' || tells === 'digit') && !other.has(term));

/** The terms of a text that say what it is about, and what each tells. */
function telling(text: string, known: ReadonlySet<string> = new Set()): Map<string, Telling> {
  const found = new Map<string, Telling>();
  // The first word of a sentence is capitalised in any case.
  const [, ...others] = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const names = new Set(others.filter((word) => /^\p{Lu}/u.test(word)).map(fold));
  for (const { term, role, written, identifier } of findWords(text).words) {
    // A short number may be any; a longer one is a port, a year or a telephone number.
    const isNumber = /\d{3}/.test(term);
    const isDigit = identifier > 0 && !isNumber && /^\d+$/.test(term);
    const isTold = isNumber || isDigit || written === undefined || isTelling(fold(written));
    if (role !== 'word' || known.has(term) || !isTold) continue;
    const size = written === undefined || !/[\p{Lu}\p{Ll}]/u.test(written) ? Number.POSITIVE_INFINITY : written.length;
    const isName = written !== undefined && names.has(fold(written)) && size >= fewestOfName;
    if (isDigit) found.set(term, 'digit');
    else if (identifier > 0 || isNumber || isName) found.set(term, 'name');
    else if (!found.has(term)) found.set(term, size >= fewestOfWord ? 'word' : 'little');
  }
  return found;
}
