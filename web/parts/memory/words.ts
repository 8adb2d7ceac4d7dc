import { type ChangeObject, diffArrays } from 'diff';
import { beginningOf, graphemesOf } from '../../../src/base/graphemes.ts';

/** A part of a comparison. */
interface Part {
  text: string;
  added?: boolean;
  removed?: boolean;
}

/**
 * The least shares of words in common with which two texts are compared word by word: of the longer one, or of the shorter
 * one, which then stands nearly whole in the other.
 */
const [leastOfLonger, leastOfShorter] = [0.4, 0.8];

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'word' }) : undefined;
const simpleWords = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*|\s+|./gu;

/** Times, ranges, paths and addresses: "7:42", "https://example.com:8080/docs". */
const joined =
  /(?<![\p{Script=Latin}\p{N}\p{M}])([\p{Script=Latin}\p{N}\p{M}]+(?:(?::\/\/|[.:/@-])[\p{Script=Latin}\p{N}\p{M}]+)+)/u;

/** Words for readers: "Audrey's" is one, and "7:42"; languages without spaces are segmented. */
export function wordsOf(text: string): string[] {
  if (!segmenter) return text.match(simpleWords) ?? [];
  return text
    .split(joined)
    .flatMap((part, i) => (i % 2 === 1 ? part : Array.from(segmenter.segment(part), ({ segment }) => segment)));
}

/** The word diff of two texts; undefined: they have too few words in common to be read as one. */
export function comparedWords(from: string, to: string): Part[] | undefined {
  const [before, after] = [wordsOf(from), wordsOf(to)];
  const [fromLeft, fromRight] = [partsOf(before, after, 0), partsOf(before, after, commonEnd(before, after))];
  // "…; the vet is Dr. Fujita." without its end has the last full stop, not that of "Dr.".
  const parts = fromRight.length < fromLeft.length ? fromRight : fromLeft;
  const common = parts.reduce(
    (sum, { text, added, removed }) => sum + (added || removed ? 0 : saidIn(wordsOf(text))),
    0,
  );
  const sizes = [saidIn(before), saidIn(after)];
  return common < Math.min(leastOfLonger * Math.max(...sizes), leastOfShorter * Math.min(...sizes)) ? undefined : parts;
}

/** How many of these are words of letters or digits. */
const saidIn = (words: readonly string[]): number => words.filter((word) => hasLetter.test(word)).length;

/** @param kept how many words at the end of both are the same */
function partsOf(before: readonly string[], after: readonly string[], kept: number): Part[] {
  const changed = wholeSentences(
    diffArrays(before.slice(0, before.length - kept), after.slice(0, after.length - kept)),
  );
  const end = kept === 0 ? [] : [{ value: after.slice(-kept), added: false, removed: false }];
  return [...changed, ...end].map(({ value, added, removed }) => ({
    text: value.join(''),
    ...(added && { added }),
    ...(removed && { removed }),
  }));
}

/** The end of a sentence or of a line, with the space after it. */
const sentenceEnd = /(?:\n|[.!?…。！？]["'”’」』)]*)\s*$/u;

/**
 * Of "My sister left. My cat stayed." without its first sentence, a diff removes "sister left. My": where what is added or
 * removed may as well begin some words earlier, it begins with its sentence.
 */
function wholeSentences(parts: readonly ChangeObject<string[]>[]): ChangeObject<string[]>[] {
  const moved = parts.map((part) => ({ ...part, value: [...part.value] }));
  for (const [at, part] of moved.entries()) {
    const [before, after] = [moved[at - 1], moved[at + 1]];
    const isAlone = (part.added || part.removed) && after && !after.added && !after.removed;
    if (!isAlone || !before || before.added || before.removed) continue;
    const { length } = part.value;
    const begins = (by: number) => sentenceEnd.test(before.value.slice(0, before.value.length - by).join(''));
    const isSame = (by: number) => before.value.at(-by) === part.value.at(-1 - ((by - 1) % length));
    let by = 0;
    while (!begins(by) && by < before.value.length && isSame(by + 1)) by++;
    if (by === 0 || !begins(by)) continue;
    const whole = [...before.value.splice(-by), ...part.value];
    part.value = whole.slice(0, length);
    after.value.unshift(...whole.slice(length));
  }
  return moved;
}

function commonEnd(before: readonly string[], after: readonly string[]): number {
  const differs = (_: string, at: number) => before.at(-1 - at) !== after.at(-1 - at);
  const kept = after.findIndex(differs);
  return kept < 0 ? Math.min(before.length, after.length) : kept;
}

const hasLetter = /[\p{L}\p{N}]/u;
const endMark = /[.!?…。！？]$/u;

/**
 * A first text for a merge: the newest of those that have each word of all; else the newest one, with those before it that
 * say something else. @param texts the newest first
 */
export function mergedText(texts: readonly string[]): string {
  const whole = texts.find((text) => texts.every((other) => lostIn(other, text) === 0));
  return whole ?? joinedText(texts);
}

function joinedText([newest = '', ...others]: readonly string[]): string {
  return others.reduce((text, other) => {
    if (text.includes(other) || comparedWords(other, text)) return text;
    const isOfLines = `${other}${text}`.includes('\n');
    const between = isOfLines || !endMark.test(other) ? '\n' : /[。！？]$/u.test(other) ? '' : ' ';
    return `${other}${between}${text}`;
  }, newest);
}

/** How many words of a text another one has nowhere. */
export const lostIn = (from: string, text: string): number =>
  withLost(from, text).filter(({ isLost }) => isLost).length;

/** A text in its words and what is between them: which words another text has nowhere. */
export function withLost(from: string, text: string): { text: string; isLost: boolean }[] {
  const kept = new Set(wordsOf(text).map((word) => word.toLocaleLowerCase()));
  return wordsOf(from).map((word) => ({
    text: word,
    isLost: hasLetter.test(word) && !kept.has(word.toLocaleLowerCase()),
  }));
}

/** How much unchanged text a list shows beside a change (UTF-16 units). */
const beside = 90;

/** Unchanged text, shortened far from a change. */
export function near(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * beside + 20) return text;
  const before = isFirst ? '' : beginningOf(text, beside).replace(/\s\S{0,40}$/u, '');
  const after = isLast ? '' : endOf(text).replace(/^\S{0,40}\s/u, '');
  return [before, '…', after].filter((part) => part !== '').join(' ');
}

/** The first grapheme of what is cut may not be whole. */
function endOf(text: string): string {
  return graphemesOf(text.slice(-beside)).slice(1).join('');
}
