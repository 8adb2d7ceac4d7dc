import { contentIdentity } from '../domain/text.ts';
import { markCode } from './code.ts';
import { findSecrets } from './secrets.ts';
import { splitSentences } from './sentences.ts';
import { saysNothing } from './small-talk.ts';
import { unspaced, words } from './words.ts';

/** The storable part of a text, and how many stretches of code and how many sentences were left out. */
export interface Rememberable {
  text: string;
  code: number;
  secret: number;
  echo: number;
}

/** An agent's sentence with at least this share of known words repeats what is known; shorter ones do not count. */
const echoShare = 0.8;
const fewestWords = 3;

/**
 * A person's text without code (fenced or not, output, logs), without sentences that have a credential or a significant
 * word of a hidden one, and without sentences that only repeat known ones: of a user those whose clauses all stand in
 * one, of an agent also those with most of its words and no other number. Linear in the text for each known sentence.
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

/** Tells whether a sentence only repeats a text. A user's word more or less may change it: "I no longer use tabs". */
function echoOf(text: string, isAgent: boolean): (sentence: string) => boolean {
  if (isAgent) return echoOfAgent(text);
  const known = new Set(clausesOf(text));
  return (sentence) => {
    const said = clausesOf(sentence).filter((clause) => !saysNothing(clause));
    return said.length > 0 && said.every((clause) => known.has(clause));
  };
}

function echoOfAgent(text: string): (sentence: string) => boolean {
  const whole = contentIdentity(text);
  const all = new Set(words(text));
  return (sentence) => {
    const own = words(sentence);
    if (own.some((word) => /\p{N}/u.test(word) && !all.has(word))) return false;
    const said = contentIdentity(sentence);
    if ((said !== '' && whole.includes(said)) || (whole.length >= 8 && said.includes(whole))) return true;
    const has = new Set(own);
    const shared = [...all].filter((word) => has.has(word)).length;
    if (all.size >= fewestWords && shared >= echoShare * all.size) return true;
    return own.length >= fewestWords && own.filter((word) => all.has(word)).length >= echoShare * own.length;
  };
}

const clauseEnd = /(?:[,;:.!?\u2026\u2013\u2014](?:\s|$)|[。、，；：！？।؟،؛])/u;

/** The words of each clause of a text. */
function clausesOf(text: string): string[] {
  return text
    .split(clauseEnd)
    .map((clause) => words(clause).join(' '))
    .filter((clause) => clause !== '');
}
