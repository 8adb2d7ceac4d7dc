import { fold } from '../text/fold.ts';
import { likelyLanguages } from '../text/languages/detect.ts';
import { LANGUAGE_NUMBERS } from '../text/languages/languages.ts';
import { stopWordsOf } from '../text/languages/stems.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { namedBy, wordsWithNames } from './kinds.ts';
import { isUnspaced } from './phrases.ts';
import { beginningOf, isCueWord, type Profile, tellsOfOther, withoutCues } from './profile.ts';

/** A word so short is one of grammar, if it is no name. */
const maxLight = 2;
/** Two words that begin alike for this share of the longer one are forms of one word. */
const sharedStart = 0.6;
const minStart = 2;
/** So few words may stand in any order: "My manager is Omar", "Omar became my manager". */
const maxUnordered = 2;

/** Beside what was left: "I moved from Leeds" has less than "I live in Leeds", and ends it. */
const leaving = new Set(
  'from out away off aus weg raus de desde du da dal dalla uit från ut z ze из с со з із dari den dan ten tan'.split(
    ' ',
  ),
);
const leavingParts = /から|에서|从|離|离/u;

/** What Chinese and Japanese write their grammar with. */
const chineseGrammar = /[我你他她它们的了在到把从去是这那个着过和也就将被给]+/gu;
const japaneseGrammar =
  /(?:し|して|んで|んでい|てい|い|き|り|れ)?(?:ます|ました|ません|です|でした|る|た|て)|という|こと|から|まで|より|[はがをにへでとのもやだよねし]/gu;

/**
 * Whether a newer statement has no word that says something beside an older one: "I moved to Leeds" after "I live in Leeds".
 * Such a statement changes nothing, whatever words of change it has.
 */
export function hasNoNews(newer: Profile, older: Profile): boolean {
  if (newer.cues.has('end') || newer.cues.has('not') !== older.cues.has('not')) return false;
  if (leavingParts.test(newer.said)) return false;
  const names = new Set([...newer.names, ...older.names]);
  const [now, before] = [tellingIn(newer, names), tellingIn(older, names)];
  if (now.length === 0 || now.some(({ isLeft }) => isLeft)) return false;
  const places = now.map(({ word }) => before.findIndex((one) => isFormOf(word, one.word)));
  if (places.includes(-1)) return false;
  const isOrdered = places.every((place, i) => i === 0 || place >= places[i - 1]!);
  return isOrdered || Math.max(now.length, before.length) <= maxUnordered;
}

/** The words of a statement that say something. */
export function wordsThatTell(one: Profile): string[] {
  return tellingIn(one, one.names).map(({ word }) => word);
}

/** How many words that say something, beside some, one statement shares with another, in any of their forms. */
export function countShared(one: Profile, other: Profile, beside: ReadonlySet<string> = new Set()): number {
  const names = new Set([...one.names, ...other.names]);
  const [mine, others] = [tellingIn(one, names), tellingIn(other, names)];
  const isShared = (word: string) => !beside.has(word) && others.some((each) => isFormOf(word, each.word));
  return mine.filter(({ word }) => isShared(word)).length;
}

/** A change replaces so many words: "lives", and the place where somebody lived. */
const maxReplaced = 2;

/** Whether an older statement says more than what a newer one replaces: "on Tuesdays at 7 pm in room 4", "moved to Thursday". */
export function saysMoreThan(newer: Profile, older: Profile): boolean {
  const said = ({ said }: Profile) => said.split(' ').filter((word) => /\p{N}/u.test(word) || !isSmall(word));
  const [now, before] = [newer, older].map((one) => (isUnspaced(one.said) ? wordsThatTell(one) : said(one))) as [
    string[],
    string[],
  ];
  return before.filter((word) => !now.some((one) => isFormOf(word, one))).length > maxReplaced;
}

/** What joins two things that a sentence says; words that mean something else in another language are left out. */
export const joints = 'and|but|while|und|aber|et|mais|y|pero|e|mas|и|а|но|та|och|men|og|ve|oraz|ale';
/** Between two things that a sentence says. */
export const joint = new RegExp(`\\s(?:${joints})\\s|[;；]`, 'u');

/** A word that says something. */
interface Telling {
  word: string;
  /** It stands beside a word of leaving. */
  isLeft: boolean;
}

function tellingIn({ said, script }: Profile, names: ReadonlySet<string>): Telling[] {
  const isGrammar = grammarOf(said);
  const isName = (word: string) => names.has(beginningOf(word));
  const isLight = (word: string, at: number) =>
    !/\p{N}/u.test(word) && !isName(word) && (isGrammar(word) || (script <= cyrillic && at > 0 && isSmall(word)));
  const tokens = wordsWithNames(withoutCues(` ${said} `));
  return tokens.flatMap((token, at) => {
    if (isUnspaced(token)) return partsOf(token).map((word) => ({ word, isLeft: false }));
    if (isLight(token, at)) return [];
    const isLeft = [tokens[at - 1], tokens[at - 2], tokens[at + 1]].some((beside) => leaving.has(beside ?? ''));
    return [{ word: token, isLeft }];
  });
}

/** Tells words of grammar and cues from words that say something, in the language of a text. */
function grammarOf(said: string): (word: string) => boolean {
  const [language] = likelyLanguages(said);
  const stops = language === undefined ? STOP_WORDS : stopWordsOf(language);
  return (word) => isCueWord(word) || STOP_WORDS.has(word) || stops.has(word);
}

/** Whether a word is one of grammar in any language: that of a short statement is not sure. */
export function isSmall(word: string): boolean {
  return (
    (word.length <= maxLight && !/^\p{L}$/u.test(word)) ||
    LANGUAGE_NUMBERS.some((number) => stopWordsOf(number).has(fold(word)))
  );
}

const marked = /^(.+?)(?:は|が|는|은|이|가|도)/u;
/** The subject of a squeezed text in scripts that mark it; undefined for others. */
export const markedSubject = (said: string): string | undefined => marked.exec(said)?.[1];
const minSubject = 2;

/** Whether two statements begin with the same subject: "Jonas lives in Graz", "Jonas has moved". */
export function haveSameSubject(one: Profile, other: Profile): boolean {
  const [a, b] = [one.said, other.said];
  if (isUnspaced(a)) {
    const [first, second] = [a, b].map(markedSubject);
    const isSame =
      first !== undefined && second !== undefined
        ? first === second
        : a.slice(0, minSubject) === b.slice(0, minSubject);
    return isSame && (first ?? a).length >= minSubject;
  }
  const [first, second] = [one, other].map(({ said }) => {
    const words = said.split(' ');
    const isGrammar = grammarOf(said);
    return words.slice(0, 1 + words.findIndex((word) => !isGrammar(word) || tellsOfOther(word))).join(' ');
  });
  return first === second && first !== '';
}

/** The first number of `Profile.script`; Latin stands before it. */
const cyrillic = 0;

/** Names and words of meaning in a token of a script that does not separate words. */
export function partsOf(token: string): string[] {
  if (/\p{Script=Hangul}/u.test(token)) return [token];
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(token);
  return token
    .replace(isJapanese ? japaneseGrammar : chineseGrammar, ' ')
    .split(/\s|(?<=\p{Script=Latin})(?!\p{Script=Latin})|(?<!\p{Script=Latin})(?=\p{Script=Latin})/u)
    .filter((part) => part !== '' && !/^\p{Script=Hiragana}$/u.test(part));
}

/** Whether two words are the same, or forms of one: Wednesday, Wednesdays. Numbers and names of kinds have no such forms. */
export function isFormOf(one: string, other: string): boolean {
  const [name, otherName] = [namedBy(one)?.name, namedBy(other)?.name];
  if (one === other || name !== undefined || otherName !== undefined) return one === other || name === otherName;
  if (/\p{N}/u.test(one + other)) return false;
  if (/\p{Script=Han}/u.test(one)) return other.includes(one);
  const least = Math.max(minStart, Math.ceil(sharedStart * Math.max(one.length, other.length)));
  return one.slice(0, least) === other.slice(0, least);
}
