import { foldLatin } from '../../../text/words.ts';
import { copulas } from './languages.ts';

/** A word of a statement. */
export interface Token {
  /** Folded, see `foldLatin`. */
  word: string;
  /** As written, without the signs around it. */
  raw: string;
  /** The suffix behind an apostrophe in a name (`Berlin'den`): its grammatical case. */
  suffix?: string | undefined;
  /** A comma, full stop or the like follows. */
  stop: boolean;
}

const contractions = new Map([
  ["can't", 'can not'],
  ["won't", 'will not'],
]);
const elision = /^([jnldcmts]|qu|dell|all|nell|dall|sull|un)'(?=.{2})/iu;

/** The words of a statement, with contractions and elisions resolved (`I'm` → `I am`, `n'utilisons` → `n utilisons`). */
export function tokenize(statement: string): Token[] {
  const tokens: Token[] = [];
  for (const part of statement.replace(/[\u2018\u2019\u02bc]/gu, "'").split(/\s+/u)) {
    const raw = part.replace(/^[^\p{L}\p{N}+@#]+|(?<![^\p{L}\p{N}%+#])[^\p{L}\p{N}%+#]+$/gu, '');
    const stop = /[,;:.!?–—-]$/u.test(part);
    if (raw === '') {
      const last = tokens.at(-1);
      if (last && stop) last.stop = true;
      continue;
    }
    const pieces = split(raw);
    for (const [index, piece] of pieces.entries()) {
      tokens.push({ ...token(piece), stop: stop && index === pieces.length - 1 });
    }
  }
  return tokens;
}

function split(raw: string): string[] {
  const known = contractions.get(raw.toLowerCase());
  if (known) return known.split(' ');
  if (/n't$/iu.test(raw)) return [raw.slice(0, -3), 'not'];
  if (/'m$/iu.test(raw)) return [raw.slice(0, -2), 'am'];
  if (/'re$/iu.test(raw)) return [raw.slice(0, -3), 'are'];
  if (/'ve$/iu.test(raw)) return [raw.slice(0, -3), 'have'];
  if (/^(?:it|he|she|that)'s$/iu.test(raw)) return [raw.slice(0, -2), 'is'];
  const elided = elision.exec(raw)?.[1];
  return elided ? [elided, raw.slice(elided.length + 1)] : [raw];
}

function token(raw: string): Omit<Token, 'stop'> {
  const [, base, suffix] = /^(\p{Lu}[\p{L}\p{N}]+)'(\p{L}{1,5})$/u.exec(raw) ?? [];
  if (base !== undefined && suffix !== undefined && suffix !== 's')
    return { word: foldLatin(base), raw: base, suffix: foldLatin(suffix) };
  // The verb, not the "and" that folding would make of it.
  if (/^[éè]$/iu.test(raw)) return { word: raw.toLowerCase(), raw };
  return { word: foldLatin(raw), raw };
}

export const isCopula = ({ word }: Token) => copulas.has(word);

/** Whether two words are the same; all forms of "to be" are. */
export function same(a: Token, b: Token): boolean {
  return a.word === b.word || (isCopula(a) && isCopula(b));
}

export function sameAll(a: readonly Token[], b: readonly Token[], equal = same): boolean {
  return a.length === b.length && a.every((token, index) => equal(token, b[index] as Token));
}

const caseEnding = /^(?:a|ie|u|y|i|em|e|owi|ow|om|ze|iem|owie|ą|m|s|es|n|en)?$/u;
const shortestStem = 4;

/** As `same`, for names that take case endings: `Berlinie` and `Berlina`. */
export function sameName(a: Token, b: Token): boolean {
  if (same(a, b)) return true;
  let stem = 0;
  while (stem < a.word.length && a.word[stem] === b.word[stem]) stem++;
  return stem >= shortestStem && caseEnding.test(a.word.slice(stem)) && caseEnding.test(b.word.slice(stem));
}

/** Where a phrase begins, or -1. */
export function findPhrase(tokens: readonly Token[], phrase: readonly string[], from = 0): number {
  for (let at = from; at + phrase.length <= tokens.length; at++) {
    if (phrase.every((word, index) => tokens[at + index]?.word === word)) return at;
  }
  return -1;
}

/** The tokens without `count` of them; a full stop after the last of them moves to the one before. */
export function without(tokens: readonly Token[], at: number, count: number): Token[] {
  const stops = tokens.slice(at, at + count).some(({ stop }) => stop);
  return tokens.flatMap((token, index) => {
    if (index >= at && index < at + count) return [];
    return index === at - 1 && stops ? [{ ...token, stop: true }] : [token];
  });
}
