/**
 * Brings text to one way of writing, after Unicode Standard Annex 15 (normalisation forms):
 * compatibility forms replaced, typographic apostrophes made plain, invisible characters dropped.
 */
export function prepare(text: string): string {
  if (isAscii(text)) return text;
  return text.normalize('NFKC').replace(APOSTROPHES, "'").replace(INVISIBLE, '');
}

/** Lower case without accents. Marks that spell a letter (Indic vowels, Thai tones, the breve of й) stay. */
export function fold(word: string): string {
  if (isAscii(word)) return word.toLowerCase();
  const bare = word.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  return bare.replace(ODD_LETTERS, (letter) => PLAIN[letter] ?? letter);
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u02b9\u2032\uff07`\u00b4]/g;

/** Soft hyphen, zero-width space and non-joiner, word joiner, byte order mark, direction marks. The joiner holds emoji together. */
const INVISIBLE = /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Combining marks of Latin, Greek and Cyrillic; Hebrew points; Arabic vowel signs and the lengthening dash; variation selectors. */
const ACCENTS =
  /(?<![иИ])\u0306|[\u0300-\u0305\u0307-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640\u06d6-\u06ed\u20d0-\u20ff\ufe00-\ufe0f]|\u200d/g;

/** Letters that Unicode does not decompose, and spellings of one letter. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
};

const ODD_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
