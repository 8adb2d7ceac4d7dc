import { givenNamesIn } from './given-names.ts';
import { isAbbreviatedNoun, isDefined } from './kinds-of-names.ts';
import { namesToldIn } from './told-names.ts';

/** UTF-16 units behind a name that may say what it is of. */
const maxBehind = 80;
const latin = /(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]*(?:[.+-][A-Za-z0-9]+)*/g;
/** The share of Latin letters from which a text is of that script. */
const maxLatin = 0.6;
/** Names before a title: 田中さん, 王先生, 김민수 씨. */
const titled =
  /(?<![\p{Script=Han}\p{Script=Katakana}])([\p{Script=Han}\p{Script=Katakana}ー]{1,8})(?:さん|さま|ちゃん|くん|先生|女士|老师|老師|部長|課長|社長|先輩)|(?<!\p{Script=Hangul})(\p{Script=Hangul}{2,4})(?: ?씨| ?님)(?=[은는이가을를과와의에도께]|(?!\p{Script=Hangul}))/gu;
/** 皆さん, お客さん. */
const nobody = new Set(
  '皆 客 お客 奥 父 お父 母 お母 兄 お兄 姉 お姉 爺 お爺 婆 お婆 医者 店員 業者 神 営業 総務 人事 経理 技術 開発 製造 副 担当 新 前 元 現'.split(
    ' ',
  ),
);
/** One sign alone is no name: 李老师, 森さん. */
const isOneSign = (name: string) => [...name].length === 1;

/**
 * The names in a text with a script without capitals: `written` in Latin letters, which name things; `named` by a title, by
 * being told or as given names; `defined`: those of which it says what they are of.
 */
export function uncasedNamesIn(text: string, isFunctionWord: (word: string) => boolean) {
  const others = text.match(latin) ?? [];
  // A word in another script makes no foreign words of a text in Latin letters.
  const isOfLatin = others.join('').length > maxLatin * text.length;
  const isThing = (one: string) => one.length > 1 && !isFunctionWord(one.toLowerCase()) && !isAbbreviatedNoun(one);
  const withTitle = Array.from(text.matchAll(titled), ({ 0: whole, 1: one, 2: other }) =>
    one !== undefined && isOneSign(one) && !nobody.has(one) ? whole : (one ?? other)!,
  );
  const told = namesToldIn(text);
  const named = [...withTitle, ...told, ...givenNamesIn(text)].filter((one) => !nobody.has(one));
  return {
    written: isOfLatin ? [] : others.filter(isThing),
    named,
    defined: [...told, ...named.filter((one) => isDefinedIn(text, one))],
  };
}

const honorific = /^(?:さん|さま|ちゃん|くん|先生| ?씨| ?님)/u;

/** Whether a text in a script without capitals says what a name is of: "田中さんは医者です". */
function isDefinedIn(text: string, name: string): boolean {
  const from = text.indexOf(name) + name.length;
  return isDefined(text.slice(from, from + maxBehind).replace(honorific, ''));
}
