import { once } from '../../base/once.ts';
import { SMART } from '../parameters.ts';
import { fold, isAscii } from '../text/fold.ts';

/** A note for comparisons. */
export interface Gist {
  readonly folded: string;
  /** One of its words; empty if all are short. */
  readonly mark: string;
  /** The words that make the difference between two notes, in their order. */
  readonly words: () => readonly string[];
}

export function gistOf(content: string): Gist {
  const folded = fold(content);
  const isPlain = isAscii(folded);
  return {
    folded,
    mark: (isPlain ? ASCII_MARK : MARK()).exec(folded)?.[0] ?? '',
    words: once(() => (folded.match(isPlain ? ASCII_WORD : WORD()) ?? []).filter((word) => !EMPTY.has(word))),
  };
}

/**
 * Whether a note adds nothing to another one, which has all of it in the same order in not much more text. False if
 * they differ in a number or negation, and for "Ann likes Ben" and "Ben likes Ann".
 */
export function addsNothing(note: Gist, other: Gist): boolean {
  // Most pairs need no words: reading them takes longer than all other comparisons of a search's results.
  if (!other.folded.includes(note.mark)) return false;
  const words = note.words();
  const others = other.words();
  if (words.length === 0 || words.length > others.length || words.length < others.length * SMART.nearDuplicate)
    return false;
  const more: string[] = [];
  let next = 0;
  for (const word of others) {
    if (word === words[next]) next++;
    else if (more.push(word) > others.length - words.length) return false;
  }
  return next === words.length && !more.some((word) => DECISIVE.test(word));
}

const ASCII_WORD = /[A-Za-z0-9']+/g;
const WORD = once(() => /[\p{L}\p{N}\p{M}']+/gu);
/** Longer than any empty word. */
const ASCII_MARK = /[A-Za-z0-9']{7,}/;
const MARK = once(() => /[\p{L}\p{N}\p{M}']{7,}/u);
const EMPTY: ReadonlySet<string> = new Set(
  'a an the is are was were am be been that very so too just also really'.split(' '),
);
const DECISIVE = /\p{N}|^(?:not?|none|never|neither|nor|without|cannot|.*n't)$/u;
