import { statedTerms } from '../same-statement.ts';
import { isTool, type Named, namedBy, namesIn, wordsWithNames } from './kinds.ts';
import { isFormOf } from './news.ts';
import { isCueWord, type Profile, tellsOfChange } from './profile.ts';

const bare = (term: string) => term.replace(/^-/u, '');

/**
 * Whether a newer statement tells of a change from one name to another of its kind, and of nothing else: "I've switched to
 * pnpm" after "I use npm", "We moved from Jenkins to GitHub Actions" after "Our CI runs on Jenkins".
 */
export function namesOtherOfKind(newer: Profile, older: Profile): boolean {
  if (!tellsOfChange(newer)) return false;
  const [now, before] = [newer, older].map(({ said }) => namesIn(said)) as [Named[], Named[]];
  const isIn = (names: readonly Named[], { name }: Named) => names.some((one) => one.name === name);
  const came = now.findLast((one) => !isIn(before, one));
  const left = before.find(({ kinds }) => came?.kinds.some((kind) => kinds.includes(kind)));
  if (left === undefined || now.length > maxNames) return false;
  // What names the old tool first leaves no doubt of what it is about.
  if (isIn(now, left) && now.at(-1) !== came) return false;
  return (isIn(now, left) && isTool(left)) || isOfSameSubject(newer, older, [...now, ...before]);
}

/** More of them are a list. */
const maxNames = 2;

/** Whether what else one of them says, the other says too. */
function isOfSameSubject(newer: Profile, older: Profile, names: readonly Named[]): boolean {
  const kinds = new Set(names.flatMap((one) => one.kinds).flatMap((kind) => kind.split(' ')));
  const [said, had] = [newer, older].map((one) => {
    const words = wordsWithNames(one.said).filter((word) => !namedBy(word) && !kinds.has(word) && !isCueWord(word));
    return [...new Set([...statedTerms(words.join(' '))].map(bare))];
  }) as [string[], string[]];
  return said.length === had.length && said.every((term) => had.some((one) => isFormOf(term, one)));
}

/** The terms of a statement that is compared with several. */
const termsKnown = new WeakMap<Profile, string[]>();

function termsOf(profile: Profile): string[] {
  const terms = termsKnown.get(profile) ?? [...statedTerms(profile.said)];
  termsKnown.set(profile, terms);
  return terms;
}

/** Whether two statements are of the same words, of which one denies what the other says: "Never use X." and "We use X again." */
export function denies(newer: Profile, older: Profile): boolean {
  if (newer.asks || newer.cues.has('plan') || newer.cues.has('quote')) return false;
  const [now, before] = [newer, older].map(termsOf) as [string[], string[]];
  const same = new Set(before.map(bare));
  const isSame = now.length === before.length && now.every((term) => same.has(bare(term)));
  return isSame && now.some((term) => !before.includes(term));
}
