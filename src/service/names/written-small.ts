import { Lru } from '../../base/lru.ts';
import { sentenceEncoder } from '../../search/encoder/encoder.ts';
import { isCommonWord } from '../../search/meaning/meaning.ts';

/** By how much the log probability of a common word with a capital may be higher: it begins sentences so. */
const maxHigher = 0.7;
/** The log probability of a word that people write in capitals for emphasis. */
const leastEmphasised = -11;

/**
 * Whether texts of many languages write a word small about as often as with a capital: "However", "Dragon", but not "Anna".
 * Of a word that the encoder does not know as one piece, whether it is a common one of English.
 */
export function isWrittenSmall(word: string): boolean {
  const before = known.get(word);
  if (before !== undefined) return before;
  const isSmall = isSmallIn(word);
  known.set(word, isSmall);
  return isSmall;
}

function isSmallIn(word: string): boolean {
  const lower = word.toLowerCase();
  if (lower === word) return false;
  const [capital, small] = [word, lower].map(probabilityOf) as [number | undefined, number | undefined];
  // An abbreviation is another word: POS, DOC. What is written for emphasis is a frequent one: MUST.
  if (/^\p{Lu}{2,}$/u.test(word)) return small !== undefined && small > leastEmphasised;
  if (small === undefined) return capital === undefined && isCommonWord(lower);
  return capital === undefined || capital < small + maxHigher;
}

/** Whether it is a common English word in lower case: "push" among signs without capitals names nothing. */
export function isSmallWord(word: string): boolean {
  if (word !== word.toLowerCase() || !isCommonWord(word)) return false;
  const [capital, small] = [word[0]!.toUpperCase() + word.slice(1), word].map(probabilityOf);
  return small !== undefined && (capital === undefined || capital < small);
}

const known = new Lru<string, boolean>(20_000);

/** Without the encoder, its file damaged or on an older machine, no word is known. */
function probabilityOf(word: string): number | undefined {
  try {
    return sentenceEncoder().probabilityOf(word);
  } catch {
    return undefined;
  }
}
