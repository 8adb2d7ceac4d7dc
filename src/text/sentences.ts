import { once } from '../base/once.ts';
import {
  beforeNumbers,
  beforeOrdinals,
  counted,
  countedStems,
  introducing,
  introducingPairs,
  starters,
  withinNames,
} from './abbreviations.ts';

/** How much text on either side of a boundary is examined, in UTF-16 units. */
const reach = 40;
/** Intl.Segmenter takes quadratic time, so it gets parts of this many UTF-16 units. */
const stretch = 1_000;

/**
 * The sentences of a text in any script with their white space: joined, they are the text. By Unicode Standard Annex
 * #29 (Intl.Segmenter), with the boundaries after abbreviations decided here. Linear in the text.
 * @param isTyped a sentence also ends before a lower-case letter, as in chats: "Never push to main. fix the page"
 */
export function splitSentences(text: string, isTyped = false): string[] {
  const found: string[] = [];
  let from = 0;
  const ends = [...boundaries(text)];
  for (const at of isTyped ? inOrder([...ends, ...endsBeforeLowerCase(text)]) : ends) {
    if (sentenceContinues(text.slice(Math.max(from, at - reach), at), text.slice(at, at + reach))) continue;
    found.push(text.slice(from, at));
    from = at;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

/** Made when the first text is split: that takes as long as starting a small program. */
const segmenter = once(() => new Intl.Segmenter('en', { granularity: 'sentence' }));

/** Where sentences may end inside a text, in order. */
function* boundaries(text: string): Generator<number> {
  let start = 0;
  while (start < text.length) {
    const part = text.slice(start, start + stretch);
    let last = 0;
    for (const { index } of segmenter().segment(part)) {
      if (index > 0) yield start + index;
      last = index;
    }
    if (start + part.length >= text.length) return;
    // Text cut off by the stretch is read again completely; of a sentence longer than the stretch, only the last words.
    start += last > 0 ? last : Math.max(part.lastIndexOf(' ', part.lastIndexOf(' ') - 1), stretch / 2);
  }
}

/** Abbreviations in the middle of sentences, beside those that are known before any letter, and single letters and numbers. */
const continuingInLowerCase = /^(?:etc|resp|esp|usw|т\.?д|т\.?п|др|itd|itp|no|v\d*|\d+|\p{L})$/iu;

/** Where a sentence ends though the next word is in lower case. */
function endsBeforeLowerCase(text: string): number[] {
  const found: number[] = [];
  for (const { index, 0: mark } of text.matchAll(/(?<![.!?…\s])[.!?]["'”’)\]]{0,2}\s+(?=\p{Ll})/gu)) {
    const [last = ''] = /[^\s(["'“]+$/u.exec(text.slice(Math.max(0, index - 20), index)) ?? [];
    if (!continuingInLowerCase.test(last)) found.push(index + mark.length);
  }
  return found;
}

function inOrder(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

const firstWord = /^["'“„«‹([]*([\p{L}\p{M}\p{N}'’]+)(\.?)/u;

/** Whether a sentence continues across a boundary; `before` starts no earlier than the sentence. */
function sentenceContinues(before: string, after: string): boolean {
  const said = before.trimEnd();
  // A mark among other signs is part of an address, a file name, a version or an emoticon.
  if (said.length === before.length && /[.!?]$/u.test(said)) return /^[\w/&=~%+#@-]/u.test(after);
  if (!said.endsWith('.')) return false;
  const [, word = '', stop = ''] = firstWord.exec(after) ?? [];
  const begins = stop === '' && starters.has(word.toLowerCase().replace('’', "'"));
  const [last = '', ...preceding] = said
    .slice(0, -1)
    .split(/\s+/u)
    .map((token) => token.replace(/^[^\p{L}\p{N}]+/u, ''))
    .reverse();
  const previous = (preceding[0] ?? '').replace(/[,;:]$/u, '');
  if (/^(?:\d{1,3}|[IVXL]{2,6})$/u.test(last)) {
    return !/\bI am \d+\.$/u.test(said) && isOrdinal(previous, word, preceding.length === 0, begins);
  }
  return isAbbreviation(last, preceding, word, begins);
}

/** "die 3. Klasse"; but the number at the beginning of a sentence ("2. Call Ana") is that of an item. */
function isOrdinal(previous: string, next: string, isFirst: boolean, begins: boolean): boolean {
  return (
    isFirst || counted.has(next) || countedStems.test(next) || (beforeOrdinals.has(previous.toLowerCase()) && !begins)
  );
}

/** `preceding`: the words before, nearest first. */
function isAbbreviation(last: string, preceding: string[], next: string, begins: boolean): boolean {
  const known = (words: ReadonlySet<string>, word = last) =>
    words.has(word) || words.has(word.slice(0, 1).toLowerCase() + word.slice(1));
  if (known(introducing) || introducingPairs.has(`${preceding[0]} ${last}`)) return true;
  let joined = last;
  for (const word of preceding.slice(0, 2)) {
    if (!word.endsWith('.')) break;
    joined = word + joined;
    if (known(introducing, joined)) return true;
  }
  if (begins) return false;
  if ((known(beforeNumbers) || /\p{L}str$/u.test(last)) && /^\p{N}|^[IVXL]+$/u.test(next)) return true;
  return known(withinNames) || known(withinNames, joined) || (isInitial(last) && !/^[ap]\.m$/iu.test(last));
}

/** Initials ("J. R. Smith", "M. Dupont", "U.S.") and single letters of abbreviations that are not listed. */
function isInitial(word: string): boolean {
  return /^(?:\p{L}[.-]-?)*\p{L}$/u.test(word);
}
