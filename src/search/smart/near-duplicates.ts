import { once } from '../../base/once.ts';
import { SMART } from '../parameters.ts';
import { fold, isAscii } from '../text/fold.ts';

/** The words that make the difference between two notes, in their order. */
export type Gist = readonly string[];

export function gistOf(content: string): Gist {
  const folded = fold(content);
  return (folded.match(isAscii(folded) ? ASCII_WORD : WORD()) ?? []).filter((word) => !EMPTY.has(word));
}

/**
 * Whether a note adds nothing to another one, which has all of it in the same order in not much more text. False if
 * they differ in a number or negation, and for "Ann likes Ben" and "Ben likes Ann".
 */
export function addsNothing(note: Gist, other: Gist): boolean {
  if (note.length === 0 || note.length > other.length || note.length < other.length * SMART.nearDuplicate) return false;
  const more: string[] = [];
  let next = 0;
  for (const word of other) {
    if (word === note[next]) next++;
    else if (more.push(word) > other.length - note.length) return false;
  }
  return next === note.length && !more.some((word) => DECISIVE.test(word));
}

const ASCII_WORD = /[A-Za-z0-9']+/g;
const WORD = once(() => /[\p{L}\p{N}\p{M}']+/gu);
const EMPTY: ReadonlySet<string> = new Set(
  'a an the is are was were am be been that very so too just also really'.split(' '),
);
const DECISIVE = /\p{N}|^(?:not?|none|never|neither|nor|without|cannot|.*n't)$/u;
