import porter2 from 'wink-porter2-stemmer';
import { TEXT } from '../parameters.ts';
import { IRREGULAR_FORMS } from './irregular-forms.ts';

/**
 * The index term of a folded word: irregular forms and Porter2 for Latin words, endings for other scripts. Every Latin
 * word is stemmed as English, because its language is unknown. The query does the same, so no match is lost.
 */
export function stem(word: string): string {
  if (word.length > TEXT.termLength) return cutTerm(word);
  if (!ENGLISH_LETTERS.test(word)) return lightStem(word);
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_STEMS) stems.clear();
  const made = porter2(IRREGULAR_FORMS.get(word) ?? word);
  stems.set(word, made);
  return made;
}

/** The start of a long word, without half a surrogate pair at its end. */
export function cutTerm(word: string): string {
  return word.slice(0, TEXT.termLength).replace(/[\ud800-\udbff]$/, '');
}

/** A cache of stems: a language's few thousand common words make up nearly every text. */
const MAX_STEMS = 10_000;
const stems = new Map<string, string>();

const ENGLISH_LETTERS = /^[a-z]+$/;

/**
 * Light stemming of folded words: only the commonest endings are removed, and at least three letters stay. After Savoy,
 * 2006; Larkey, Ballesteros and Connell, 2007 (light10, Arabic); Ramanathan and Rao, 2003 (Hindi): see src/search/README.md.
 */
function lightStem(word: string): string {
  const code = word.charCodeAt(0);
  for (const script of SCRIPTS) {
    if (code < script.from || code > script.to) continue;
    const start = script.prefix?.exec(word)?.[0].length ?? 0;
    const bare = word.length - start >= SHORTEST ? word.slice(start) : word;
    const stem = bare.replace(script.suffix, '');
    return stem.length >= SHORTEST ? stem : bare;
  }
  return word;
}

const SHORTEST = 3;

/**
 * The stem of a folded Arabic or Persian word without a particle that is written with it, as in "as a vegetarian", "for
 * Layla", "we know": another way to find it, because its first letter may as well be one of its own.
 */
export function stemWithoutParticle(word: string): string | undefined {
  const rest = PARTICLE.exec(word)?.[1];
  return rest === undefined ? undefined : lightStem(rest);
}

/** And, so, with, as, for; the article after them is taken off with other beginnings. Of Persian verbs: "mi", "nemi". */
const PARTICLE = /^(?:نمي|مي|[وفبكلس])([\u0621-\u06ff]{3,})$/u;

interface Script {
  readonly from: number;
  readonly to: number;
  readonly prefix?: RegExp;
  readonly suffix: RegExp;
}

const CYRILLIC =
  'иями|ями|ами|ыми|ими|ого|его|ому|ему|ией|иях|иям|ием|ться|лись|лась|ах|ях|ов|ев|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|ом|ем|ам|ям|ых|их|ешь|ишь|ете|ите|ть|ти|ла|ло|ли|ет|ит|ут|ют|ат|ят|ия|ию|ії|ів|а|я|о|е|ы|и|у|ю|ь|й|і|ї|є';
const GREEK = 'ματων|ματα|ματος|ουμε|ετε|ουν|εις|ους|ων|ος|ου|ης|ας|ες|οι|ον|ει|εσ|οσ|ουσ|ησ|ασ|η|α|ο|ι|ε|ω|υ|σ';
const HEBREW = 'ים|ות|יה|יי';
const ARABIC = 'هايي|هاي|هايم|هايت|هايش|هما|كما|ها|ان|ات|ون|ين|هم|نا|يه|ه|ي';
const DEVANAGARI = 'ाइयों|ाइयाँ|ियों|ियाँ|ियां|ाओं|ाएं|ाएँ|ुओं|ुएं|ुएँ|ों|ें|ीं|ाने|ाना|ाया|ते|ता|ती|ने|नी|ना|ी|ि|ा|े|ो|ु|ू';

const SCRIPTS: readonly Script[] = [
  { from: 0x0370, to: 0x03ff, suffix: ending(GREEK) },
  { from: 0x0400, to: 0x052f, suffix: ending(CYRILLIC) },
  { from: 0x0590, to: 0x05ff, suffix: ending(HEBREW) },
  { from: 0x0600, to: 0x06ff, prefix: /^(?:[وف]?[بك]?ال|[وف]?لل)/, suffix: ending(ARABIC) },
  { from: 0x0900, to: 0x097f, suffix: ending(DEVANAGARI) },
];

/** The longest of the endings that leaves a stem. */
function ending(alternatives: string): RegExp {
  return new RegExp(`(?<=.{${SHORTEST},})(?:${alternatives})$`, 'u');
}
