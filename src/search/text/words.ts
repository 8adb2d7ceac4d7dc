import { once } from '../../base/once.ts';
import { withoutJoined, withoutPronoun } from './apostrophes.ts';
import { fold, isAscii, prepare } from './fold.ts';
import { NO_LANGUAGE } from './languages/languages.ts';
import { stemsIn, stopWordsOf } from './languages/stems.ts';
import { ASCII_NUMBERS, joinedDigits, LETTER_NUMBERS, spellingsOf } from './numbers.ts';
import { stem, stemWithoutParticle } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { addEastAsian, addHangul, addUnspaced } from './unspaced.ts';
import { WordList } from './word.ts';

/**
 * The terms of a text in reading order, by the stems of a language and with some stop words. A text without a letter,
 * number or symbol gives its signs.
 */
export function findWords(text: string, language = NO_LANGUAGE, stopWords = stopWordsIn(language)): WordList {
  const list = new WordList(language, stopWords);
  const prepared = prepare(text);
  for (const match of prepared.matchAll(isAscii(prepared) ? ASCII_TOKEN : TOKEN())) addToken(list, match[0]);
  if (list.words.length === 0) for (const signs of prepared.match(SIGNS) ?? []) list.add(stem(signs), 'stop');
  return list;
}

/** Anything that is to be seen. */
const SIGNS = /[^\s\p{C}]+/gu;

/** Joins of identifiers, paths, addresses and versions: between two runs of letters, never before a space. */
const JOIN = '(?:_+|::|:\\/\\/|->|[-.\\/\\\\:@&]|(?<=\\d),(?=\\d{3}))';
const ASCII_RUN = "[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*";
const RUN = "[\\p{L}\\p{N}\\p{M}]+(?:'[\\p{L}\\p{N}\\p{M}]+)*";

/** C++, C#, F#: the signs are part of the name. */
const SIGNED = '\\b[A-Za-z](?:\\+\\+|#)(?![A-Za-z0-9])';

/** #7 is a ticket, 7 any number. */
const NUMBER_SIGN = '(?:#(?=\\d))?';

/** Unicode Technical Standard 51: flags, and pictographs joined into one. */
const EMOJI = '\\p{RI}{2}|\\p{ExtPict}(?:\\ufe0f|\\p{EMod})?(?:\\u200d\\p{ExtPict}(?:\\ufe0f|\\p{EMod})?)*';

const ASCII_WORD = `${SIGNED}|${NUMBER_SIGN}${ASCII_RUN}(?:${JOIN}${ASCII_RUN})*|[+<=>|~^$]`;
const ASCII_TOKEN = new RegExp(`${ASCII_NUMBERS.numbers}|${ASCII_NUMBERS.digits}|${ASCII_WORD}`, 'g');
/** What a group of digits consists of. */
const DIGITS = /\d+(?:[-.]\d+)*/g;
// A pattern for letters of every script is compiled lazily: ASCII texts do not need it, and compiling takes time.
const TOKEN = once(() => {
  const { numbers, digits } = LETTER_NUMBERS;
  return new RegExp(`${numbers}|${digits}|${SIGNED}|${EMOJI}|${NUMBER_SIGN}${RUN}(?:${JOIN}${RUN})*|\\p{S}`, 'gu');
});

/** Signs of mathematics and code, and single accents: frequent and empty, like stop words. */
const EMPTY_SIGN = once(() => /^[\p{Sm}\p{Sk}]$/u);
const ASCII_LETTER = /[A-Za-z0-9]/;
const LETTER = once(() => /[\p{L}\p{N}\p{M}]/u);
const SIGNED_NAME = /^[A-Za-z](?:\+\+|#)$/;

function addToken(list: WordList, token: string): void {
  if (list.language === NO_LANGUAGE && PLAIN_WORD.test(token)) {
    addPlain(list, token.toLowerCase());
    return;
  }
  if (!ASCII_LETTER.test(token) && !LETTER().test(token)) {
    const sign = fold(token).replace(SKIN_TONES, '');
    if (EMPTY_SIGN().test(token)) list.addStop(token);
    else list.add(sign === '' ? token : sign, 'word');
    return;
  }
  if (SIGNED_NAME.test(token)) {
    list.add(token.toLowerCase(), 'word');
    return;
  }
  // A particle or a word of another script that is attached to a name is no part of it.
  if (isAscii(token)) addName(list, token);
  else for (const written of token.split(BETWEEN_SCRIPTS())) addName(list, written);
}

/** Most tokens by far, without the rules for the others. */
const PLAIN_WORD = /^[A-Za-z][a-z]*$/;

function addPlain(list: WordList, folded: string): void {
  if (list.stopWords.has(folded)) list.addStop(stem(folded));
  else list.add(stem(folded), 'word', 0, folded);
}

/** A word, a number, or an identifier of several words. */
function addName(list: WordList, token: string): void {
  const hasMore = DIGIT_FIRST.test(token);
  const spellings = hasMore ? spellingsOf(token) : undefined;
  const joined = hasMore && !spellings ? joinedDigits(token) : undefined;
  if (spellings) addNumber(list, spellings);
  else if (joined !== undefined) addDigits(list, token, joined);
  else addWords(list, token);
}

const DIGIT_FIRST = /^[+(]*\d+\D/;

/** A number that is written in one of several ways: any of them is enough. */
function addNumber(list: WordList, [usual = '', ...others]: readonly string[]): void {
  const identifier = others.length > 0 ? ++list.identifiers : 0;
  list.add(usual, 'word', identifier);
  for (const other of others) list.addAt(list.position - 1, other, 'alternate', identifier);
}

function addDigits(list: WordList, token: string, joined: string): void {
  const start = list.position;
  const before = list.words.length;
  for (const [part] of token.matchAll(DIGITS)) addWords(list, part);
  const isNew = list.words.slice(before).every(({ term }) => term !== joined);
  if (isNew && joined !== '') list.addAt(start, joined, 'alternate');
}

function addWords(list: WordList, token: string): void {
  const parts = splitIdentifier(token);
  if (parts[0] === token) addRun(list, token, 0);
  else addIdentifier(list, token, parts);
}

const SKIN_TONES = /[\u{1f3fb}-\u{1f3ff}]/gu;

/** The parts as words, and the whole together with the first of them. */
function addIdentifier(list: WordList, token: string, parts: readonly string[]): void {
  const identifier = ++list.identifiers;
  const start = list.position;
  const before = list.words.length;
  for (const part of parts) addRun(list, part, identifier);
  const added = list.words.slice(before);
  // "Est-ce" and "dis-moi" are function words; in English, "to-do" and "follow-up" have a meaning.
  if (list.stopWords !== STOP_WORDS && added.every(({ role }) => role === 'stop')) return;
  const whole = stem(wholeOf(fold(token).replace(/'s$/, '')));
  if (!added.some(({ term }) => term === whole)) list.addAt(start, whole, 'alternate', identifier);
}

/** A run of letters: each stretch of one script by the rule of that script. */
function addRun(list: WordList, run: string, identifier: number): void {
  if (isAscii(run)) {
    addSpaced(list, run, identifier);
    return;
  }
  for (const match of run.matchAll(MANNERS())) {
    const { eastAsian, hangul, unspaced } = match.groups ?? {};
    if (eastAsian !== undefined) addEastAsian(list, eastAsian);
    else if (hangul !== undefined) addHangul(list, hangul);
    else if (unspaced !== undefined) addUnspaced(list, unspaced);
    else addSpaced(list, match[0], identifier);
  }
}

const EAST_ASIAN = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u30fc]';
const HANGUL = '\\p{sc=Hangul}';
const UNSPACED = '[\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]';
const MANNERS = once(
  () =>
    new RegExp(
      `(?<eastAsian>${EAST_ASIAN}+)|(?<hangul>${HANGUL}+)|(?<unspaced>${UNSPACED}+)|(?:(?!${EAST_ASIAN}|${HANGUL}|${UNSPACED}).)+`,
      'gu',
    ),
);

/** Where plain Latin letters or digits meet a script of their own kind: gdm3를, 使用gdm3. */
const BETWEEN_SCRIPTS = once(() => {
  const other = `(?:${EAST_ASIAN}|${HANGUL}|${UNSPACED})`;
  return new RegExp(`(?<=[A-Za-z0-9])(?=${other})|(?<=${other})(?=[A-Za-z0-9])`, 'u');
});

/** A word of a script that puts spaces between words. */
function addSpaced(list: WordList, run: string, identifier: number): void {
  const folded = fold(run);
  const isGrammar = (word: string) => list.stopWords.has(word);
  if (isGrammar(folded) || (folded.includes("'") && isGrammar(withoutPronoun(folded))))
    list.addStop(stem(folded.replaceAll("'", '')), identifier);
  else if (list.language === NO_LANGUAGE) {
    list.add(stem(withoutJoined(folded)), 'word', identifier, run.toLowerCase());
    const bare = isAscii(folded) ? undefined : stemWithoutParticle(folded);
    if (bare !== undefined) list.addAt(list.position - 1, bare, 'alternate', identifier);
  } else {
    const [term = folded, ...others] = stemsIn(list.language)(run.toLowerCase());
    list.add(term, 'word', identifier);
    for (const other of others) list.addAt(list.position - 1, other, 'alternate', identifier);
  }
}

function stopWordsIn(language: number): ReadonlySet<string> {
  return language === NO_LANGUAGE ? STOP_WORDS : stopWordsOf(language);
}

/**
 * Names as developers write them: camelCase, snake_case, paths, versions, error codes. They are found whole and by
 * part (Enslen and others, "Mining Source Code to Automatically Split Identifiers", 2009).
 */
function splitIdentifier(token: string): readonly string[] {
  if (ASCII_PLAIN.test(token) || PLAIN().test(token)) return [token];
  const parts = token
    .split(JOINS)
    .flatMap((piece) => piece.split(HUMPS()))
    .flatMap((piece) => piece.split(NUMBERED()))
    .filter((piece) => piece !== '');
  return parts.length === 0 ? [token] : parts;
}

/** The whole as one term: hyphens and the commas of numbers are dropped (e-mail, 1,000), other joins stay. */
function wholeOf(folded: string): string {
  return HELD_TOGETHER.test(folded) ? folded.replace(/[-,]/g, '') : folded;
}

/** Most tokens by far: one word, in lower case but for its first letter. */
const ASCII_PLAIN = /^(?:[A-Za-z]?[a-z']+|[0-9]+)$/;
const PLAIN = once(() => /^\p{N}+$/u);
const JOINS = /[_\-./\\:@&>,#]+/;

/** loadFile → load, File; HTTPServer → HTTP, Server. */
const HUMPS = once(() => /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);

/** python3 → python, 3; short ones (mp3, v2, E0308) are one word. */
const NUMBERED = once(() => /(?<=\p{L}{3})(?=\p{N})/u);
const HELD_TOGETHER = /^[^_./\\:@&>]*$/;
