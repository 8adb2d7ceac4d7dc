import { once } from '../../base/once.ts';
import { fold, prepare } from './fold.ts';

/** Opening and closing marks of many languages; some languages use them the other way round. */
const PAIRS = [
  '""',
  '“”',
  '„“',
  '„”',
  '””',
  '«»',
  '»«',
  '‹›',
  '›‹',
  '「」',
  '『』',
  '《》',
  '〈〉',
  '〝〞',
  '＂＂',
  '‘’',
  '‚‘',
];
/** An apostrophe is no quotation mark. */
const SINGLE = "(?<![\\p{L}\\p{N}])'([^'\\n]+)'(?![\\p{L}\\p{N}])";

const QUOTED = once(() => {
  const marks = PAIRS.map(([open, close]) => `${open}([^${open}${close}\\n]+)${close}`);
  return new RegExp([...marks, SINGLE].join('|'), 'gu');
});
const ANY_MARK = /["'“”„«»‹›「『《〈〝＂‘‚]/;
const MOST = 8;

/** The least share of a query that is quoted. Quotation marks in a longer prompt only name things. */
const LEAST_SHARE = 0.2;

/** The phrases in quotation marks that a query looks for. */
export function quotedIn(text: string): string[] {
  if (!ANY_MARK.test(text)) return [];
  const phrases = Array.from(
    text.matchAll(QUOTED()),
    ([, ...groups]) => groups.find((group) => group !== undefined) ?? '',
  );
  const quoted = phrases.filter((phrase) => /[\p{L}\p{N}]/u.test(phrase)).slice(0, MOST);
  return quoted.join('').length < LEAST_SHARE * text.length ? [] : quoted;
}

/**
 * The words of a text without what is between them, each between spaces, to find a phrase in it; signs of scripts
 * without spaces stand alone.
 */
export function plainWords(text: string): string {
  const words = fold(prepare(text)).replace(UNSPACED(), ' $& ').match(WORDS()) ?? [];
  return ` ${words.join(' ')} `;
}

const UNSPACED = once(
  () => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu,
);
const WORDS = once(() => /[\p{L}\p{N}\p{M}]+/gu);
