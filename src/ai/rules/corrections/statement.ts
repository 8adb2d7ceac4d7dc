import { type AttributeClaim, attributeClaim, type Move, moveOf, type VerbClaim, verbClaim } from './claims.ts';
import {
  becamePhrases,
  butWords,
  changedPhrases,
  formerly,
  insteadOf,
  negationHelpers,
  negations,
  noLongerPairs,
  noLongerPhrases,
  nowPhrases,
} from './languages.ts';
import { findPhrase, type Token, tokenize, without } from './tokens.ts';
import { recencyPhrase } from './verbs.ts';

/** A statement for corrections: its content, and the words by which it corrects. */
export interface CorrectionStatement {
  /** Its content, without the words below; several word orders if "Now" came first and the verb before its subject. */
  orders: Token[][];
  /** Says "now", "actually", "has become". */
  now: boolean;
  /** Says "has changed to". */
  changed: boolean;
  /** In a language with case endings on names. */
  inflects: boolean;
  /** The value it names as no longer true: "…, not blue". */
  old?: Token[] | undefined;
  /** "not blue but green": the whole statement that is denied. */
  denied?: Token[] | undefined;
  /** "no longer", "used to": the whole statement that has ended, up to its first comma. */
  over?: Token[] | undefined;
  /** "My colour was blue, now it is green". */
  before?: AttributeClaim | undefined;
  /** Denied without more: "I am not vegetarian". */
  negated?: Token[] | undefined;
  formerly: boolean;
  attribute?: AttributeClaim | undefined;
  verb?: VerbClaim | undefined;
  move?: Move | undefined;
  /** Nothing certain is said: a question, a supposition. */
  hedged: boolean;
}

const hedges = new Set(
  `if maybe perhaps might could would should wish imagine suppose pretend dreamt dreamed unless soon tomorrow wenn falls
   vielleicht konnte ware bald morgen peut-etre bientot demain quiza quizas talvez pronto manana amanha breve forse presto
   domani misschien zou binnenkort jesli gdyby moze wkrotce jutro belki eger yakında yarın kanske skulle snart`.split(
    /\s+/u,
  ),
);
const inflecting = new Set(['nie', 'juz', 'zamiast', 'sie']);
const english = new Set('i my we the is are our you your it'.split(' '));
const maxOldLength = 5;

export function readStatement(text: string): CorrectionStatement {
  const isQuestion = /[?？]\s*$/u.test(text);
  const recent = text.replace(/(?<![.!\s])[.!\s]+$/u, '');
  const all = tokenize(
    recencyPhrase.test(recent.toLowerCase()) && moveOf(tokenize(recent)) ? withoutRecency(recent) : text,
  );
  const hedged = isQuestion || all.some(({ word }) => hedges.has(word));
  const said = hedges.has(all[0]?.word ?? '') ? all.slice(1) : all;
  const past = strip(said, formerly);
  const changed = withCopula(past.tokens, changedPhrases);
  const became = withCopula(changed.tokens, becamePhrases);
  const replaced = takeOld(became.tokens);
  const present = strip(replaced.tokens, nowPhrases);
  const orders = withInversions(present.tokens, present.first || past.first);
  const [plain = []] = orders;
  const over = noLonger(replaced.tokens) ?? withoutUsedTo(became.tokens);
  const attributes = orders.map(attributeClaim).find((one) => one !== undefined);
  return {
    orders,
    now: present.found || became.found,
    changed: changed.found,
    inflects: said.some(({ word }) => inflecting.has(word)),
    old: replaced.old,
    denied: notThisBut(plain),
    over: over && head(strip(over, nowPhrases).tokens),
    before: beforeAndNow(replaced.tokens),
    negated: negation(plain),
    formerly: past.found,
    attribute: attributes,
    verb: orders.map(verbClaim).find((one) => one !== undefined),
    move: moveOf(strip(past.tokens, nowPhrases).tokens),
    hedged,
  };
}

function withoutRecency(text: string): string {
  const plain = text.toLowerCase();
  const found = recencyPhrase.exec(plain);
  return found ? text.slice(0, found.index) : text;
}

/** The phrases that begin with one of the tokens: hardly any, so this filters fast. */
function possible(list: readonly string[][], tokens: readonly Token[]): readonly string[][] {
  const words = new Set(tokens.map(({ word }) => word));
  return list.filter(([first = '']) => words.has(first));
}

/** Takes out every phrase of a list; `first`: one stood at the beginning. */
function strip(tokens: readonly Token[], list: readonly string[][]) {
  let left = [...tokens];
  let found = false;
  let first = false;
  for (const phrase of possible(list, tokens)) {
    for (let at = findPhrase(left, phrase); at >= 0; at = findPhrase(left, phrase)) {
      if (left.length === phrase.length) break;
      found = true;
      first ||= at === 0;
      left = without(left, at, phrase.length);
    }
  }
  return { tokens: left, found, first };
}

/** The first phrase of a list after something, read as a copula. */
function withCopula(tokens: readonly Token[], list: readonly string[][]) {
  for (const phrase of possible(list, tokens)) {
    const at = findPhrase(tokens, phrase, 1);
    const verb = tokens[at];
    if (at < 0 || !verb) continue;
    const copula: Token = { word: 'is', raw: 'is', stop: false };
    return { tokens: [...tokens.slice(0, at), copula, ...tokens.slice(at + phrase.length)], found: true };
  }
  return { tokens: [...tokens], found: false };
}

/** ", not blue" and its like: the old value, and the statement without it. */
function takeOld(tokens: readonly Token[]): { tokens: Token[]; old?: Token[] } {
  // "X değil", "X yerine".
  const after = tokens.findIndex(({ word }) => word === 'yerine' || word === 'degil');
  if (after > 0 && tokens[after]?.word === 'yerine' && after < tokens.length - 1) {
    const start = tokens.slice(0, after).findLastIndex(({ stop }) => stop) + 1;
    if (after - start <= 2)
      return { tokens: without(tokens, start, after - start + 1), old: tokens.slice(start, after) };
  }
  if (after === tokens.length - 1) {
    const start = tokens.slice(0, after).findLastIndex(({ stop }) => stop) + 1;
    if (start > 0) return { tokens: without(tokens, start, after - start + 1), old: tokens.slice(start, after) };
  }
  for (const { words, alone } of insteadOf) {
    const at = findPhrase(tokens, words, 2);
    if (at < 0 || !(alone || tokens[at - 1]?.stop || words.length > 1)) continue;
    // "Tea, no sugar" is no Spanish.
    if (words[0] === 'no' && words.length === 1 && tokens.some(({ word }) => english.has(word))) continue;
    const from = at + words.length;
    const stop = tokens.findIndex((token, index) => index >= from && token.stop);
    const end = stop < 0 ? tokens.length : stop + 1;
    const isBare = !alone && !tokens[at - 1]?.stop && words[0] !== 'and';
    if (end === from || end - from > maxOldLength || isBare) continue;
    return { tokens: without(tokens, at, end - at), old: tokens.slice(from, end) };
  }
  return { tokens: [...tokens] };
}

/** Up to the first comma, or a "but" or "since" that continues. */
function head(tokens: readonly Token[]): Token[] {
  const end = tokens.findIndex(({ stop }, index) => stop || butWords.has(tokens[index + 1]?.word ?? ''));
  return tokens.slice(0, end < 0 ? tokens.length : end + 1);
}

const negativeVerb = /^(\p{L}{2,})m([ıiuü]yor\p{L}*)$/u;

function noLonger(tokens: readonly Token[]): Token[] | undefined {
  for (const phrase of noLongerPhrases) {
    const at = findPhrase(tokens, phrase);
    if (at >= 0 && tokens.length > phrase.length + 1) return withoutHelpers(without(tokens, at, phrase.length));
  }
  for (const [first, second] of noLongerPairs) {
    const a = tokens.findIndex(({ word }) => first.test(word));
    const b = tokens.findIndex(({ word }) => second.test(word));
    if (a < 0 || b < 0 || Math.abs(a - b) > 6) continue;
    // "any more": both words go.
    const more = tokens[b]?.word === 'any' ? 2 : 1;
    if (more === 2 && !/^(?:more|longer)$/.test(tokens[b + 1]?.word ?? '')) continue;
    const [early, late] =
      a < b
        ? [
            { at: a, count: 1 },
            { at: b, count: more },
          ]
        : [
            { at: b, count: more },
            { at: a, count: 1 },
          ];
    return withoutHelpers(without(without(tokens, late.at, late.count), early.at, early.count));
  }
  // Turkish: "artık … kullanmıyoruz".
  const last = tokens.at(-1);
  const [, stem, ending] = negativeVerb.exec(last?.word ?? '') ?? [];
  if (!last || !stem || !ending || !tokens.some(({ word }) => word === 'artık')) return undefined;
  return [...tokens.filter(({ word }) => word !== 'artık').slice(0, -1), { ...last, word: stem + ending }];
}

function withoutHelpers(tokens: Token[]): Token[] {
  return tokens.filter(({ word }) => !negationHelpers.has(word));
}

function withoutUsedTo(tokens: readonly Token[]): Token[] | undefined {
  const at = findPhrase(tokens, ['used', 'to'], 1);
  if (at < 1 || /^(?:am|is|are|was|get|got|getting|not|been)$/.test(tokens[at - 1]?.word ?? '')) return undefined;
  return without(tokens, at, 2);
}

/** "not blue but green" → "… is blue". */
function notThisBut(tokens: readonly Token[]): Token[] | undefined {
  const at = tokens.findIndex(({ word }) => butWords.has(word) || word === 'degil');
  if (at < 2 || at === tokens.length - 1 || tokens.length - at > 3) return undefined;
  const before = tokens.slice(0, at);
  if (tokens[at]?.word === 'degil') return before;
  const denied = before.filter(({ word }) => !negations.has(word) && !negationHelpers.has(word));
  return before.some(({ word }) => negations.has(word)) ? denied : undefined;
}

function negation(tokens: readonly Token[]): Token[] | undefined {
  if (!tokens.some(({ word }) => negations.has(word))) return undefined;
  return tokens.filter(({ word }) => !negations.has(word) && !negationHelpers.has(word));
}

/** "My colour was blue, (but) now it is green": the claim before. */
function beforeAndNow(tokens: readonly Token[]): AttributeClaim | undefined {
  const at = nowPhrases.map((phrase) => findPhrase(tokens, phrase, 3)).find((found) => found >= 0) ?? -1;
  if (at < 0 || at === tokens.length - 1) return undefined;
  const said = tokens.slice(0, at);
  const trimmed = butWords.has(said.at(-1)?.word ?? '') ? said.slice(0, -1) : said;
  const usedToBe = withoutUsedTo(trimmed) ?? trimmed;
  return trimmed.at(-1)?.stop || trimmed.length < said.length ? attributeClaim(usedToBe) : undefined;
}

/** German, Dutch and Swedish put the verb before its subject where another word comes first. */
function withInversions(tokens: Token[], inverted: boolean): Token[][] {
  const [verb, ...rest] = tokens;
  if (!inverted || !verb) return [tokens];
  const moved = [1, 2, 3, 4]
    .filter((at) => at <= rest.length)
    .map((at) => [...rest.slice(0, at), verb, ...rest.slice(at)]);
  return [tokens, ...moved];
}
