import { articles } from './instead.ts';
import { isSmall } from './news.ts';
import { isCueWord } from './profile.ts';

/** A name keeps its signs: `auth-api`. */
const words = /[\p{L}\p{M}\p{N}]+(?:[-_./@][\p{L}\p{M}\p{N}]+)*/gu;
/** More words are compared at no place. */
const maxWords = 60;
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

/** What stands in one text in place of what stands in the other, between words that both have. */
interface Hunk {
  older: string[];
  newer: string[];
  /** Where it begins in the two. */
  at: readonly [older: number, newer: number];
  /** The common word behind it. */
  next: string | undefined;
}

const wordsOf = (text: string) => (text.toLowerCase().match(words) ?? []).slice(0, maxWords);
const tells = (word: string) => /\p{N}/u.test(word) || !(isSmall(word) || isCueWord(word) || articles.has(word));

/** Whether two words are the same, or the plural of one. */
function areSame(one: string, other: string): boolean {
  return one === other || `${one}s` === other || one === `${other}s`;
}

/** Longest common subsequence, by dynamic programming: what stands between its words. */
function hunksOf(older: readonly string[], newer: readonly string[]): { hunks: Hunk[]; common: number } {
  const width = newer.length + 1;
  const longest = new Uint8Array((older.length + 1) * width);
  for (let i = older.length - 1; i >= 0; i--)
    for (let j = newer.length - 1; j >= 0; j--)
      longest[i * width + j] = areSame(older[i]!, newer[j]!)
        ? longest[(i + 1) * width + j + 1]! + 1
        : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  let from: readonly [number, number] = [0, 0];
  const end = (next?: string) => {
    if (i > from[0] || j > from[1])
      hunks.push({ older: older.slice(from[0], i), newer: newer.slice(from[1], j), at: from, next });
  };
  while (i < older.length && j < newer.length) {
    if (areSame(older[i]!, newer[j]!)) {
      end(older[i]);
      [i, j] = [i + 1, j + 1];
      from = [i, j];
    } else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  [i, j] = [older.length, newer.length];
  end();
  return { hunks, common: longest[0]! };
}

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
  const [before, now] = [wordsOf(older), wordsOf(newer)];
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
