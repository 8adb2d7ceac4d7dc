import { uncased } from '../../text/known-names.ts';
import { hunksOf, wordsIn } from './hunks.ts';
import { articles } from './instead.ts';
import { isSmall, markedSubject } from './news.ts';
import { isUnspaced } from './phrases.ts';
import { beginningOf, isCueWord, type Profile, tellsOfOther } from './profile.ts';

/** Two sentences of one form have this share of the words of the shorter one in the same order. */
const leastAligned = 0.3;
/** Before whom or what a noun belongs to: "the deadline of Harbor". */
const belonging = new Set('of for von vom des de du d del della di da do dos van voor för för av af z dla'.split(' '));
/** Whose a noun is. */
const possessives = new Set(
  'our my mein meine unser unsere mon ma notre mi nuestro nuestra mio mia meu minha nosso nossa ons mijn min mitt vår vårt mój moja nasz nasza мой моя наш наша'.split(
    ' ',
  ),
);
/** Two names that begin with so many equal letters are alike: Harbor, Harbour Bridge. */
const leastAlike = 4;
/** Between the parts of a name in code. */
const parting = /[-_./@]/u;

/** Whether a word is a name, a number or says something else. */
export const tells = (word: string) => /\p{N}/u.test(word) || !(isSmall(word) || isCueWord(word) || articles.has(word));

/** Whether two names are easily taken for each other: `auth-api` and `auth-worker`, Harbor and Harbour Bridge. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const [a = '', b = ''] = [one[0], other[0]];
  const [mine, others] = [a, b].map((name) => name.split(parting)) as [string[], string[]];
  const isOfParts = mine.length + others.length > 2 && mine.some((part) => others.includes(part));
  return (
    isOfParts || (a.length >= leastAlike && b.length >= leastAlike && a.slice(0, leastAlike) === b.slice(0, leastAlike))
  );
}

/**
 * Whether two statements of one form speak of different subjects: their names or the words before their noun differ, and what
 * they say of them differs too. "The reports service runs on 4001", "The export service runs on 4002 now".
 */
export function haveOtherSubject(newer: string, older: string): boolean {
  const [before, now] = [older, newer].map((text) => wordsIn(text.toLowerCase())) as [string[], string[]];
  const { hunks, common } = hunksOf(before, now);
  if (common < leastAligned * Math.min(before.length, now.length)) return false;
  const replaced = hunks.filter((one) => one.older.some(tells) && one.newer.some(tells));
  const [first, ...further] = replaced;
  if (first === undefined || further.length === 0) return false;
  const [at, there] = first.at;
  const begins = [before.slice(0, at), now.slice(0, there)].every((beginning) =>
    beginning.every((word) => articles.has(word) || possessives.has(word)),
  );
  const isBeforeNoun = begins && at > 0 && there > 0 && first.next !== undefined && tells(first.next);
  const isBelonging = (word = '') => belonging.has(word);
  const isOwner =
    isBelonging(before.slice(0, at).findLast((word) => isBelonging(word) || !articles.has(word))) ||
    [first.older, first.newer].every(([word]) => isBelonging(word));
  return isBeforeNoun || isOwner || (begins && areAlike(first.older.filter(tells), first.newer.filter(tells)));
}

/** Letters of a name, at least. */
const minName = 2;

/**
 * Whether both statements name the same subject of a state: "Yuki moved", "My sister Yuki lives".
 * @param state the words by which the older one says the state
 */
export function namesSubject(newer: Profile, older: Profile, state: ReadonlySet<string>): boolean {
  const [now, before] = [newer, older].map(({ said }) => said.split(' ')) as [string[], string[]];
  const isState = (word: string) =>
    state.has(word) || (isUnspaced(word) && [...state].some((part) => word.includes(part)));
  const end = before.findIndex(isState);
  // Scripts without capitals show no names, but what stands there beside words of grammar is one.
  const isName = (word: string) =>
    [newer, older].some(({ names }) => names.has(beginningOf(word))) ||
    tellsOfOther(word) ||
    (uncased.test(word) && !isUnspaced(word) && tells(word));
  if (before.slice(0, Math.max(0, end)).some((word) => isName(word) && now.includes(word))) return true;
  if (!isUnspaced(older.said)) return false;
  const places = [...state].map((word) => older.said.indexOf(word)).filter((at) => at >= 0);
  const subject = markedSubject(older.said) ?? older.said.slice(0, Math.min(...places));
  const [last = ''] = subject.trim().split(' ').slice(-1);
  const name = isUnspaced(last) ? last.slice(-minName) : last;
  return places.length > 0 && (name.length >= minName || tellsOfOther(name)) && newer.said.includes(name);
}
