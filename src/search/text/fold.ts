import { normalized } from '../../domain/text.ts';
import { plainDigits } from './numbers.ts';

/**
 * Brings text to one way of writing, after Unicode Standard Annex 15 (normalisation forms):
 * compatibility forms replaced, digits of all scripts and typographic apostrophes made plain, invisible characters dropped.
 */
export function prepare(text: string): string {
  if (isAscii(text)) return text;
  return plainDigits(normalized(text, 'NFKC').replace(APOSTROPHES, "'").replace(INVISIBLE, ''));
}

/** Lower case without accents. Marks that spell a letter (Indic vowels, Thai tones, the breve of й) stay. */
export function fold(word: string): string {
  if (isAscii(word)) return word.toLowerCase();
  const bare = normalized(word, 'NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  return bare.replace(ODD_LETTERS, (letter) => PLAIN.get(letter) ?? letter);
}

/** The folded text, and for each of its letters and its end the place in the text that it comes from. */
export function foldedWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let place = 0;
  for (const letter of text) {
    const plain = letter === '’' ? "'" : fold(letter);
    for (let i = 0; i < plain.length; i++) places.push(place);
    folded += plain;
    place += letter.length;
  }
  places.push(place);
  return { folded, places };
}

export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

/** For long texts four times as fast as a loop. */
const BEYOND_ASCII = /[^\0-\x7f]/;

const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u02b9\u2032\uff07`\u00b4]/g;

/** Soft hyphen, zero-width space and non-joiner, word joiner, byte order mark, direction marks. The joiner holds emoji together. */
const INVISIBLE = /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Marks that only decorate: of Latin, Greek and Cyrillic; Hebrew points; Arabic vowel signs; joiners and variants. */
const DECORATION = [
  '0300-0305 0307-036f 0483-0489',
  '0591-05bd 05bf 05c1 05c2 05c4 05c5 05c7',
  '0610-061a 064b-065f 0670 0640 06d6-06ed',
  '200d 20d0-20ff fe00-fe0f',
].join(' ');

const ACCENTS = new RegExp(
  `(?<![иИ])\\u0306|[${DECORATION.replace(/[0-9a-f]{4}/g, '\\u$&').replaceAll(' ', '')}]`,
  'g',
);

/** Letters that Unicode does not decompose, and spellings of one letter. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
  ['ى', 'ي'],
  ['ة', 'ه'],
  ['ک', 'ك'],
  ['ی', 'ي'],
]);

const ODD_LETTERS = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g');
