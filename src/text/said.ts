import { contentIdentity } from '../domain/text.ts';
import { markCode } from './code.ts';
import { findSecrets } from './secrets.ts';
import { splitSentences } from './sentences.ts';
import { unspaced, words } from './words.ts';

/** The storable part of a text, and how many stretches of code and how many sentences were left out. */
export interface Rememberable {
  text: string;
  code: number;
  secret: number;
  echo: number;
}

/** A sentence with at least this share of known words repeats what is known; shorter ones do not count. */
const echoShare = 0.8;
const fewestWords = 3;
/** Of a sentence with more words the order does not count. */
const maxOrdered = 60;

/**
 * A person's text without code (fenced or not, output, logs), without sentences that have a credential or a significant
 * word of a hidden one, and without sentences that only repeat known ones: of an agent also those that have all of a
 * known one. Linear in the text for each known sentence.
 */
export function rememberable(
  said: string,
  known: readonly string[] = [],
  { hidden = [], isAgent = false }: { hidden?: readonly string[]; isAgent?: boolean } = {},
): Rememberable {
  const lines = said.split('\n');
  const marks = markCode(lines);
  const prose = lines.filter((_, i) => !marks[i]).join('\n');
  const secrets = findSecrets(prose);
  const echoes = known.map((text) => echoOf(text, isAgent));
  const telling = new Set(hidden.flatMap(words).filter(revealsText));
  const isHidden = (sentence: string) => telling.size > 0 && words(sentence).some((word) => telling.has(word));
  const counts = { code: marks.filter((mark, i) => mark && !marks[i - 1]).length, secret: 0, echo: 0 };
  let at = 0;
  const spoken = splitSentences(prose).filter((sentence) => {
    const [start, end] = [at, at + sentence.length];
    at = end;
    if (secrets.some((secret) => secret.start < end && start < secret.end) || isHidden(sentence)) counts.secret++;
    else if (echoes.some((repeats) => repeats(sentence))) counts.echo++;
    else return true;
    return false;
  });
  return { text: spoken.join('').trim(), ...counts };
}

/**
 * A word that reveals something of the hidden text: a long one, one with a digit, or a run of a script without spaces.
 */
function revealsText(word: string): boolean {
  return word.length >= 6 || (word.length >= 3 && /\p{N}/u.test(word)) || unspaced.test(word);
}

/** Tells whether a sentence only repeats a text. */
function echoOf(text: string, isAgent: boolean): (sentence: string) => boolean {
  const whole = contentIdentity(text);
  const inOrder = words(text);
  const all = new Set(inOrder);
  const hasAll = (own: ReadonlySet<string>) =>
    all.size >= fewestWords && [...all].filter((word) => own.has(word)).length >= echoShare * all.size;
  return (sentence) => {
    const said = contentIdentity(sentence);
    if (said !== '' && whole.includes(said)) return true;
    const own = words(sentence);
    if (isAgent && (hasAll(new Set(own)) || (whole.length >= 8 && said.includes(whole)))) return true;
    const least = echoShare * own.length;
    if (own.length < fewestWords || own.filter((word) => all.has(word)).length < least) return false;
    // A user who turns the words round says something else: "Actually I prefer spaces to tabs".
    return isAgent || own.length > maxOrdered || sharedInOrder(own, inOrder) >= least;
  };
}

/** The number of words that two texts share in the same order: their longest common subsequence. */
function sharedInOrder(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const word of one) {
    const next = [0];
    for (const [j, each] of other.entries()) next.push(word === each ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!));
    row = next;
  }
  return row.at(-1) ?? 0;
}
