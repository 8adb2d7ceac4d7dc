import { once } from '../../base/once.ts';
import lexicon from './cues.lexicon';
import { isUnspaced, Phrases, squeezed } from './phrases.ts';

// What a pair of statements shows beside its alignment. `scripts/judge/features.py` computes the same numbers for training,
// with the patterns that it reads here.

/** What is read in a text alone. */
export interface Profile {
  /** The classes of cues in it: change, end, plan, … */
  cues: ReadonlySet<string>;
  /** First letters of its words; pairs of characters where words are not separated. */
  words: ReadonlySet<string>;
  /** Words with a digit. */
  numbers: ReadonlySet<string>;
  names: ReadonlySet<string>;
  asks: boolean;
  /** Lower case, words alone. */
  said: string;
  /** The number of its script; -1 for Latin. */
  script: number;
}

const scripts = [
  /[\u0400-\u04ff]/u,
  /[\u3040-\u30ff]/u,
  /[\uac00-\ud7af]/u,
  /[\u4e00-\u9fff]/u,
  /[\u0590-\u0e7f]/u,
] as const;
/** The number of the Latin script in a profile. */
export const latin = -1;
/** Letters that make a word's beginning, the same for its forms. */
export const maxBeginning = 6;
const shortestWord = 4;

/** The month is no word of a plan. */
const month = / (in|since|last|this|until|from|of|by|early|late|mid|\d{1,2}) may(?= )/gu;

/** A change told in the passive is no state of the past: "The deadline was moved". */
const passive = new Set('was were был была было были був була було були był była było byli były'.split(' '));

/** What a customer pays for is no plan either. */
const tariff =
  / (?:free|paid|pro|plus|team|basic|business|enterprise|starter|premium|yearly|monthly|annual|family|personal|developer|hobby|darmowy|płatny|gratis|бесплатный|платный|тарифный|безкоштовний) (?:plans?|план)(?= )/gu;
const tariffOf =
  / plans? (?:gratuito|gratuitos|gratuit|gratuits|básico|de pago|payant|premium|pro|familiar|anual|mensual|darmowy|płatny)(?= )/gu;

/** A mark, or what Chinese, Japanese and Korean questions end with. */
const asking = /[?？؟]$|(?:吗|(?:です|ます|でしょう|ません|でした|ました)か|까요|나요|습니까)[。.…]?$/u;

/** A class a line, "name: a|b|c". */
const cues = once(
  () =>
    new Phrases(
      lexicon
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [name: string, phrases: string]),
    ),
);

const british = /(?<=(?<!\p{L})(?:behavi|col|endeav|fav|flav|hon|hum|neighb|rum|sav|vig))our/giu;
/** A text with American spellings: "My favourite colour". */
export const american = (text: string): string => text.replace(british, 'or');

export function profileOf(written: string): Profile {
  const text = american(written);
  const said = squeezed(text);
  const tokens = said.trim().split(' ');
  const words = new Set<string>();
  const numbers = new Set<string>();
  for (const token of tokens) {
    const letters = [...token];
    if (/\p{Nd}/u.test(token)) numbers.add(token);
    else if (!isUnspaced(token)) {
      if (letters.length >= shortestWord) words.add(beginningOf(token));
    } else for (let i = 0; i < Math.max(1, letters.length - 1); i++) words.add(letters.slice(i, i + 2).join(''));
  }
  return {
    ...{
      cues: cues().in(withoutFalseCues(said)),
      words,
      numbers,
      names: namesIn(text),
      said: said.trim(),
    },
    asks: asking.test(text.trimEnd()),
    script: scripts.findIndex((script) => script.test(said)),
  };
}

/** A squeezed text without words that are cues elsewhere. */
function withoutFalseCues(said: string): string {
  const bare = said.replace(month, ' $1 ').replace(tariff, ' ').replace(tariffOf, ' ');
  const isChange = (word = '') => tellsNow(word) || tellsEnd(word);
  const words = bare.split(' ');
  return words.filter((word, i) => !(passive.has(word) && isChange(words[i + 1]))).join(' ');
}

/** The letters of a word by which `Profile.names` knows it. */
export function beginningOf(word: string): string {
  return [...word].slice(0, maxBeginning).join('');
}

/** Whether a word by itself is a cue, of any class. */
export function isCueWord(word: string): boolean {
  return cues().has(word);
}

/** Whether a text speaks of whoever says it. */
export function isOfSpeaker(text: string): boolean {
  const has = cues().in(squeezed(text));
  return has.has('me') || has.has('we');
}

/** Whether a word names a person beside the speaker: "sister", "he". */
export function tellsOfOther(word: string): boolean {
  return cues().in(` ${word} `).has('other');
}

/** Whether a word by itself tells of a change: "now". */
export function tellsNow(word: string): boolean {
  return cues().in(` ${word} `).has('change');
}

function tellsEnd(word: string): boolean {
  return cues().in(` ${word} `).has('end');
}

/** A squeezed text without cues of several words, and in scripts that do not separate words without any. */
export function withoutCues(said: string): string {
  return cues().without(said);
}

/** Whether a text has a word of change, end or correction. */
export function isCued({ cues: has }: Pick<Profile, 'cues'>): boolean {
  return ['change', 'end', 'correct'].some((cue) => has.has(cue));
}

/** Whether it has one, and no doubt is about it. */
export function tellsOfChange(profile: Pick<Profile, 'cues'>): boolean {
  return isCued(profile) && !isDoubtful(profile);
}

/** Whether a text has a word of a plan, of what stays or of somebody else's words. */
export function isDoubtful({ cues: has }: Pick<Profile, 'cues'>): boolean {
  return ['plan', 'still', 'quote'].some((cue) => has.has(cue));
}

/** Capitalised words that begin no sentence, and words with a capital inside. */
function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const raw = text
    .normalize('NFKC')
    .split(/\s+/u)
    .filter((word) => word !== '');
  raw.forEach((word, index) => {
    const letters = [...word];
    const isSign = (letter: string) => !/[\p{L}\p{N}]/u.test(letter);
    const first = letters.findIndex((letter) => !isSign(letter));
    const bare = first < 0 ? [] : letters.slice(first, letters.findLastIndex((letter) => !isSign(letter)) + 1);
    const isUpper = (letter = '') => /\p{Lu}/u.test(letter);
    const isName = bare.length > 1 && (bare.slice(1).some(isUpper) || (index > 0 && isUpper(bare[0])));
    if (isName && !/[.!?:]$/u.test(raw.at(index - 1) ?? '')) {
      names.add(beginningOf(bare.join('').toLowerCase()));
    }
  });
  return names;
}

function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size === 0 ? 0 : [...a].filter((one) => b.has(one)).length / a.size;
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a[count] === b[count]) count++;
  return count;
}

/** Longer texts count as this long. */
const maxCounted = 120;

/** How many numbers `featuresOf` gives. */
export const featureCount = once(() => featuresOf(profileOf(''), profileOf(''), 0).length);

/** Numbers of a pair, in the order of the weights. `cosine`: of the vectors of the two texts. */
export function featuresOf(older: Profile, newer: Profile, cosine: number): number[] {
  const { names } = cues();
  const isOwn = ({ cues: has }: Profile) => (has.has('me') || has.has('we')) && !has.has('other');
  const [a, b] = [[...older.said], [...newer.said]];
  const begins = commonStart(a, b);
  const ends = Math.min(commonStart(a.toReversed(), b.toReversed()), Math.min(a.length, b.length) - begins);
  const differ = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    one.size > 0 && other.size > 0 && share(one, other) === 0;
  const flags = [
    differ(older.names, newer.names),
    differ(older.numbers, newer.numbers),
    share(older.numbers, newer.numbers) > 0,
    [...newer.numbers].some((number) => !older.numbers.has(number)),
    isOwn(older) && isOwn(newer),
    isOwn(older) !== isOwn(newer),
    newer.cues.has('other') && !older.cues.has('other'),
    older.cues.has('not') !== newer.cues.has('not'),
    newer.asks,
    older.asks,
  ];
  return [
    ...[newer, older].flatMap(({ cues: has }) => names.map((name) => Number(has.has(name)))),
    ...[share(older.words, newer.words), share(newer.words, older.words)],
    ...[share(older.names, newer.names), share(newer.names, older.names)],
    ...flags.map(Number),
    cosine,
    begins / Math.max(1, a.length),
    (begins + ends) / Math.max(1, a.length),
    (begins + ends) / Math.max(1, b.length),
    Math.min(a.length, maxCounted) / maxCounted,
    Math.min(b.length, maxCounted) / maxCounted,
    ...scripts.map((_, number) => Number(newer.script === number)),
  ];
}
