import { beginningOf } from '../../base/graphemes.ts';
import type { NotePart, Room } from '../../domain/fence.ts';
import { codePoints, moreOf } from '../../domain/text.ts';
import { splitSentences } from '../../text/sentences.ts';
import { detectLanguage } from './languages/detect.ts';
import { findWords } from './words.ts';

/** A word of a query as a text has it, and how much it tells. */
export interface Sought {
  /** Its terms in the index: any of them counts. */
  readonly found: readonly string[];
  readonly weight: number;
}

/**
 * The passage of a text that has most of what is sought, in whole sentences, with what is around it: as much as fits.
 * Without anything sought its beginning. Undefined where no sentence or part of a longer one fits.
 * @param source where the text is whole
 */
export function excerptOf(
  text: string,
  sought: readonly Sought[],
  { size, measure }: Room,
  source: string,
): NotePart | undefined {
  const most = size - measure(`…  ${moreOf(codePoints(text), source)}`);
  if (most < measure('x'.repeat(leastLetters))) return undefined;
  const units = unitsOf(text, most, measure);
  const core = bestRun(units, termsIn(text, units, sought), sought, most);
  if (core === undefined) return undefined;
  const { first, last } = grown(units, core, most);
  const from = units[first]!.from;
  const kept = text.slice(from, units[last]!.to).trim();
  const rest = moreOf(codePoints(text) - codePoints(kept), source);
  return { text: `${from > 0 ? '… ' : ''}${kept} ${rest}`, from: units[core.first]!.from };
}

/**
 * How a text writes what a search found in it: its words that have one of these terms in the index. Scripts without
 * spaces have their terms between other letters.
 */
export function writtenIn(text: string, found: readonly string[]): string[] {
  const language = detectLanguage(text);
  const sought = new Set(found);
  const hasOne = (word: string) => findWords(word, language).words.some(({ term }) => sought.has(term));
  const spaced = [...new Set(text.match(spacedWords))].flatMap((token) => {
    const parts = (token.match(spacedParts) ?? []).filter(hasOne);
    return parts.length > 0 || !hasOne(token) ? parts : [token];
  });
  return [...new Set([...spaced, ...found.filter((term) => unspaced.test(term) && text.includes(term))])];
}

const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const letter = `(?:(?!${unspaced.source})[\\p{L}\\p{M}\\p{N}])`;
const spacedParts = new RegExp(`${letter}+`, 'gu');
/** Also names of several parts, such as "GPT-4". */
const spacedWords = new RegExp(`${letter}+(?:[-_.:/@&']${letter}+)*`, 'gu');

/** No part of any text fits into a smaller room: a part says where the text is whole. */
export function leastPart(measure: Room['measure'], source: string): number {
  return measure(`…  ${moreOf(0, source)}`) + measure('x'.repeat(leastLetters));
}

/** A shorter part says nothing. */
const leastLetters = 24;

/** A sentence, or a piece of one that does not fit: a stretch of the text, and its measure. */
interface Unit {
  from: number;
  to: number;
  size: number;
}

function unitsOf(text: string, most: number, measure: Room['measure']): Unit[] {
  const units: Unit[] = [];
  let from = 0;
  const add = (part: string, size = measure(part)) => {
    units.push({ from, to: from + part.length, size });
    from += part.length;
  };
  for (const sentence of splitSentences(text)) {
    const size = measure(sentence);
    if (size <= most) add(sentence, size);
    else for (const piece of piecesOf(sentence, Math.floor((sentence.length * most) / size / piecesInRoom))) add(piece);
  }
  return units;
}

/** A long sentence is cut into pieces of such a part of the room: several of them surround the best. */
const piecesInRoom = 8;
const shortestPiece = 8;

/** Pieces of about this many UTF-16 units, which end behind a space where there is one. */
function* piecesOf(sentence: string, length: number): Generator<string> {
  const most = Math.max(shortestPiece, length);
  for (let at = 0; at < sentence.length; ) {
    const whole = beginningOf(sentence.slice(at, at + 2 * most + shortestPiece), most);
    const space = at + whole.length < sentence.length ? whole.lastIndexOf(' ') : -1;
    const piece = space > most / 2 ? whole.slice(0, space + 1) : whole;
    yield piece;
    at += piece.length;
  }
}

/** For each unit: which of the sought words it has. */
function termsIn(text: string, units: readonly Unit[], sought: readonly Sought[]): number[][] {
  if (sought.length === 0) return units.map(() => []);
  const language = detectLanguage(text);
  const numbers = new Map(sought.flatMap(({ found }, i) => found.map((term) => [term, i] as const)));
  return units.map(({ from, to }) => {
    const { words } = findWords(text.slice(from, to), language);
    return [...new Set(words.flatMap(({ term }) => numbers.get(term) ?? []))];
  });
}

interface Run {
  first: number;
  last: number;
}

/** The shortest run of units with the most of what is sought; of several the first. Undefined where none fits. */
function bestRun(
  units: readonly Unit[],
  terms: readonly number[][],
  sought: readonly Sought[],
  most: number,
): Run | undefined {
  let best: (Run & { weight: number; size: number }) | undefined;
  for (let first = 0; first < units.length; first++) {
    const has = new Set<number>();
    let weight = 0;
    let size = 0;
    for (let last = first; last < units.length; last++) {
      size += units[last]!.size;
      if (size > most) break;
      for (const term of terms[last]!) if (!has.has(term)) weight += sought[term]!.weight;
      for (const term of terms[last]!) has.add(term);
      const isBetter = best === undefined || weight > best.weight || (weight === best.weight && size < best.size);
      // Without a word that is sought the beginning is best.
      if (isBetter && (weight > 0 || best === undefined)) best = { first, last, weight, size };
    }
  }
  return best;
}

/** A run with the units after and before it, in turn, as far as they fit. */
function grown(units: readonly Unit[], { first, last }: Run, most: number): Run {
  let [start, end] = [first, last];
  let left = most;
  for (let i = start; i <= end; i++) left -= units[i]!.size;
  const fits = (at: number) => (units[at]?.size ?? Number.POSITIVE_INFINITY) <= left;
  while (fits(end + 1) || fits(start - 1)) {
    if (fits(end + 1)) left -= units[++end]!.size;
    if (fits(start - 1)) left -= units[--start]!.size;
  }
  return { first: start, last: end };
}
