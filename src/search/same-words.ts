import { distance } from '../base/edit-distance.ts';
import { unspaced } from '../text/words.ts';
import { hunksBetween } from './judge/hunks.ts';
import { isCommonWord } from './meaning/meaning.ts';
import { isAlphabetic } from './repair.ts';
import { isNegation } from './same-statement.ts';
import { fold, prepare } from './text/fold.ts';

/** The cosine of two phrases by the encoder of the package, -1..1. */
export type Nearness = (one: string, other: string) => number;

/**
 * What differs between the words of two texts: only case, marks, articles and spelling; some words, of about the same meaning;
 * a single word or phrase, of another meaning; or more.
 */
export type Difference = 'spelling' | 'synonyms' | 'a word' | 'a phrase' | 'more';

interface Word {
  /** In lower case. */
  lower: string;
  folded: string;
  /** With a capital that does not only begin a sentence, or with a digit: another one is about something else. */
  isName: boolean;
}

/** What one text has in place of what the other one has. */
type Gap = readonly [said: readonly Word[], had: readonly Word[]];

/** Longer texts are no single statement (UTF-16 units). */
const maxLength = 600;
/** Longer phrases are statements of their own. */
const maxPhrase = 4;
const maxSynonyms = 3;
/** In a shorter word one letter makes another word. */
const leastLetters = 4;
/** Spellings of a word are this near: "favourite" and "favorite", but not "horse" and "house". */
const spelledAlike = 0.9;
/** Words that differ in marks alone are this near: "heißt" and "heisst", but not "schon" and "schön". */
const markedAlike = 0.74;
/** Synonyms are this near: "buy" and "purchase", but not "mother" and "father", nor "before" and "after". */
const meantAlike = 0.84;

const articles: ReadonlySet<string> = new Set(
  'a an the der die das le la les l el los las il lo o os de ー'.split(' '),
);

/** @param near absent: words of different letters are different words */
export function differenceOf(one: string, other: string, near?: Nearness): Difference {
  if (one.length > maxLength || other.length > maxLength) return 'more';
  const [said, had] = [wordsOf(one), wordsOf(other)];
  const open = gapsBetween(said, had).filter((gap) => !isSpelling(gap, near));
  if (open.length === 0) return said.length > 0 ? 'spelling' : 'more';
  const changed = open.reduce((sum, [these]) => sum + these.length, 0);
  // Nothing is left that both say.
  if (changed === said.length) return 'more';
  if (open.length <= maxSynonyms && open.every((gap) => areSynonyms(gap, near))) return 'synonyms';
  const [sides = []] = open.length === 1 ? open : [];
  return sides.some((words) => words.length === 0) || sides.length === 0
    ? 'more'
    : sides.every((words) => words.length === 1)
      ? 'a word'
      : 'a phrase';
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['.+#/_@-][\p{L}\p{M}\p{N}]+)*[+#]{0,2}/gu;

/** The words of a text; of scripts without spaces, its signs. */
function wordsOf(text: string): Word[] {
  const prepared = prepare(text);
  return [...prepared.matchAll(wordPattern)].flatMap(({ 0: run, index }) => {
    if (unspaced.test(run)) return [...run].map((sign) => ({ lower: sign, folded: sign, isName: /\p{N}/u.test(sign) }));
    const [lower, folded] = [run.toLowerCase(), fold(run)];
    const before = prepared.slice(0, index).trimEnd();
    const isFirst = before === '' || '.!?:'.includes(before.at(-1)!);
    const hasCapital = /\p{Lu}/u.test(isFirst && isCommonWord(folded) ? run.slice(1) : run);
    return [{ lower, folded, isName: hasCapital || /\p{N}/u.test(run) }];
  });
}

/** The gaps between the words that both have in the same order. */
function gapsBetween(a: readonly Word[], b: readonly Word[]): Gap[] {
  const { hunks } = hunksBetween(a, b, (one, other) => one.lower === other.lower);
  return hunks.map(({ older, newer }) => [older, newer]);
}

const telling = (words: readonly Word[]) => words.filter(({ lower }) => !articles.has(lower));

/** "front-end" and "front end", "colour" and "color", "the" and nothing. */
function isSpelling(gap: Gap, near: Nearness | undefined): boolean {
  const [said, had] = gap.map(telling) as [Word[], Word[]];
  const [one, other] = [said, had].map((words) => words.map(({ lower }) => lower.replace(/\P{L}/gu, '')).join(''));
  const hasFigures = [...said, ...had].some(({ lower }) => /\p{N}/u.test(lower));
  if (one === other) return !hasFigures;
  return said.length === had.length && said.every((word, at) => areSpellings(word, had[at]!, near));
}

function areSpellings(one: Word, other: Word, near: Nearness | undefined): boolean {
  if (near === undefined || !isAlphabetic(one.folded) || !isAlphabetic(other.folded)) return false;
  if (one.folded === other.folded) return near(one.lower, other.lower) >= markedAlike;
  const [a, b] = [one.folded, other.folded];
  if (one.isName || other.isName || Math.min(a.length, b.length) < leastLetters || a[0] !== b[0]) return false;
  // Another end is another form: "hermano" and "hermana". Only "centre" and "center" swap their last letters.
  const [endOfA, endOfB] = [a.slice(-2), b.slice(-2)];
  const isSwapped = [...endOfA].toReversed().join('') === endOfB;
  return (
    (endOfA.at(-1) === endOfB.at(-1) || isSwapped) &&
    distance(a, b, 1) <= 1 &&
    near(one.lower, other.lower) >= spelledAlike
  );
}

function areSynonyms(gap: Gap, near: Nearness | undefined): boolean {
  const [said, had] = gap.map(telling) as [Word[], Word[]];
  const isTelling = [...said, ...had].some(({ lower, isName }) => isName || isNegation(lower));
  if (near === undefined || isTelling || said.length === 0 || had.length === 0) return false;
  if (Math.max(said.length, had.length) > maxPhrase) return false;
  const [one, other] = [said, had].map((words) => words.map(({ lower }) => lower).join(' ')) as [string, string];
  return near(one, other) >= meantAlike;
}
