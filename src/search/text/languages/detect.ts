import { once } from '../../../base/once.ts';
import { fold, isAscii } from '../fold.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { LANGUAGE_NUMBERS, languageOf, NO_LANGUAGE, wordsOf } from './languages.ts';

/**
 * The likeliest languages of a text, by function words and letters (Grefenstette, "Comparing Two Language
 * Identification Schemes", 1995). None for English or a text that is too short; several if they are equally likely.
 */
export function likelyLanguages(text: string): readonly number[] {
  const start = text.slice(0, LONGEST);
  if (!isForeign(score(start))) return NONE;
  // Checked again without particles of names, which occur in English texts too: Oscar de la Hoya, Los Angeles.
  const bare = start.replace(NAMED(), ' ');
  const scores = score(bare);
  if (!isForeign(scores)) return NONE;
  const best = highest(scores);
  const likely = LANGUAGE_NUMBERS.filter((number) => scores[number] === best);
  if (likely.length === 1) return likely;
  addEndings(scores, bare.toLowerCase(), likely);
  const most = highest(scores);
  return likely.filter((number) => scores[number] === most);
}

/** The evidence for each language, English at 0. */
function score(written: string): Int32Array {
  const { words, letters } = evidence();
  const scores = new Int32Array(LANGUAGE_NUMBERS.length + 1);
  const text = written.toLowerCase();
  const plain = isAscii(text);
  for (const word of text.match(plain ? ASCII_WORD : WORD) ?? []) {
    const telling = words.get(word) ?? 0;
    addAll(scores, telling, BY_WORD);
    if (telling !== 0 || plain || isAscii(word)) continue;
    let among = 0;
    for (const letter of word) among |= letters.get(letter) ?? (letter < '\u0080' ? 0 : UNKNOWN);
    // Vietnamese and Czech share letters with the known languages. A word with a letter of theirs belongs to no known
    // one.
    if ((among & UNKNOWN) !== 0) among = UNKNOWN;
    addAll(scores, among, (among & (among - 1)) === 0 ? BY_OWN_LETTER : BY_LETTER);
  }
  if (scores[NO_LANGUAGE] === 0) {
    const hinted = LANGUAGE_NUMBERS.filter((number) => scores[number] === BY_WORD && !WORDY.includes(number));
    addEndings(scores, text, WORDY);
    addEndings(scores, text, hinted, 1);
  }
  if (ASKING.test(text))
    addAll(scores, words.get((plain ? ASCII_FIRST_WORD : FIRST_WORD()).exec(text)?.[0] ?? '') ?? 0, BY_QUESTION);
  if (!plain) for (const number of LANGUAGE_NUMBERS) if (languageOf(number).foreign?.test(text)) scores[number] = 0;
  return scores;
}

/** Whether another language than English is likely enough. */
function isForeign(scores: Int32Array): boolean {
  const best = highest(scores);
  return best >= ENOUGH && best > scores[NO_LANGUAGE]!;
}

function highest(scores: Int32Array): number {
  let best = 0;
  for (const score of scores) if (score > best) best = score;
  return best;
}

/** A memory's language, 0 when it is English or not known. */
export function detectLanguage(text: string): number {
  return likelyLanguages(text)[0] ?? NO_LANGUAGE;
}

/** English and unknown languages. */
const UNKNOWN = 1 << NO_LANGUAGE;
const NONE: readonly number[] = [];
/** How much of a text is analysed. */
const LONGEST = 400;
const BY_WORD = 2;
const BY_LETTER = 1;
/** A letter that no other of the languages has. */
const BY_OWN_LETTER = 2;
/** A question begins with a word of grammar. */
const BY_QUESTION = 1;
/** The least evidence: two function words, one and a letter, or three words with letters of the language. */
const ENOUGH = 3;
const NAMED = once(
  () =>
    /(?<!\p{L})(?:(?:[Dd](?:el?|ella|i|a|os?|u)|[Ll](?:as?|os|es?)|[EeAa]l|[Vv][ao]n|[Ss]an(?:ta)?)\s+)+(?=\p{Lu})/gu,
);
const ASCII_WORD = /[a-z]+/g;
const ASKING = /\?\s*$/;
const ASCII_FIRST_WORD = /[a-z]+/;
const FIRST_WORD = once(() => /[\p{L}\p{M}]+/u);
const WORD = /[\p{L}\p{M}]+/gu;

function addAll(scores: Int32Array, languages: number, weight: number): void {
  for (let rest = languages; rest !== 0; rest &= rest - 1) scores[31 - Math.clz32(rest & -rest)]! += weight;
}

/** Adds the evidence of the endings of longer words, among some languages; the first of them may be an accident. */
function addEndings(scores: Int32Array, text: string, languages: readonly number[], accidents = 0): void {
  const words = (text.match(WORD) ?? []).filter((word) => word.length >= 4);
  for (const number of languages) {
    const { endings } = languageOf(number);
    if (endings === undefined) continue;
    const count = words.reduce((sum, word) => sum + (endings.test(word) ? 1 : 0), 0);
    scores[number]! += Math.max(0, count - accidents);
  }
}

/** Languages with few function words: their endings show as much as those. */
const WORDY = LANGUAGE_NUMBERS.filter((number) => languageOf(number).agglutinates === true);

/** Words of English that are words of grammar elsewhere. */
const ENGLISH_TOO =
  'ale aura avant bag bar bare bent bin car com come con contra den die dig din door dove elk end era far fast fore fur go ham hat hay heel kim mag man mare mat men mere met mine non one ole par pas per plus pour quest sans sedan sin sit size son soy sue sum tan ten till ton tot vain van via want war week weekend wen word yo';

/** Word or letter → its languages, a bit each; the lowest is English. */
const evidence = once(() => {
  const words = new Map<string, number>();
  const letters = new Map<string, number>();
  const tell = (of: Map<string, number>, sign: string, number: number) =>
    of.set(sign, (of.get(sign) ?? 0) | (1 << number));
  for (const word of wordsOf(ENGLISH_TOO)) tell(words, word, NO_LANGUAGE);
  for (const word of STOP_WORDS) {
    const parts = word.split("'");
    for (const part of parts) if (part.length > 1 || parts.length === 1) tell(words, part, NO_LANGUAGE);
  }
  for (const number of LANGUAGE_NUMBERS) {
    const { stopWords } = languageOf(number);
    for (const word of wordsOf(stopWords)) tell(words, word, number);
    for (const word of wordsOf(fold(stopWords))) tell(words, word, number);
    const { days, weekdays, units } = languageOf(number).time;
    for (const word of plainWords(`${days}|${weekdays}|${units}`)) tell(words, word, number);
    for (const letter of languageOf(number).letters) tell(letters, letter, number);
  }
  return { words, letters };
});

/** The words among patterns that are nothing but a word. */
function plainWords(patterns: string): string[] {
  return patterns.split(/[|\s]/).filter((pattern) => /^\p{L}{4,}$/u.test(pattern));
}
