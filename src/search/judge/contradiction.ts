import { once } from '../../base/once.ts';
import { statedTerms } from '../same-statement.ts';
import lexicon from './kinds.lexicon';
import { isCueWord, type Profile, tellsOfChange } from './profile.ts';

/** The kinds of which each name is one: people use one of a kind at a time. A kind a line, "kind: a|b|c". */
const kinds = once(() => {
  const found = new Map<string, string[]>();
  for (const line of lexicon.trim().split('\n')) {
    const [kind = '', names = ''] = line.split(': ');
    for (const name of names.split('|')) found.set(name, [...(found.get(name) ?? []), kind]);
  }
  return found;
});

const wordsOf = ({ said }: Profile) => said.split(' ');
const bare = (term: string) => term.replace(/^-/u, '');

/**
 * Whether a newer statement tells of a change from one tool to another of its kind, and of nothing else: "I've switched to
 * pnpm" after "I use npm".
 */
export function namesOtherOfKind(newer: Profile, older: Profile): boolean {
  if (!tellsOfChange(newer)) return false;
  const [now, before] = [newer, older].map((one) => wordsOf(one).filter((word) => kinds().has(word))) as [
    string[],
    string[],
  ];
  const [mine, other] = [now.find((word) => !before.includes(word)), before.find((word) => !now.includes(word))];
  if (mine === undefined || other === undefined) return false;
  const kind = kinds()
    .get(mine)!
    .find((one) => kinds().get(other)!.includes(one));
  if (kind === undefined) return false;
  // Of the same subject: what else one of them says, the other says too.
  const known = new Set([...now, ...before, ...kind.split(' ')]);
  const [said, had] = [newer, older].map((one) => {
    const words = wordsOf(one).filter((word) => !known.has(word) && !isCueWord(word));
    return new Set([...statedTerms(words.join(' '))].map(bare));
  }) as [Set<string>, Set<string>];
  return said.size === had.size && [...said].every((term) => had.has(term));
}

/** Whether two statements are of the same words, of which one denies what the other says: "Never use X." and "We use X again." */
export function denies(newer: Profile, older: Profile): boolean {
  if (newer.asks || newer.cues.has('plan') || newer.cues.has('quote')) return false;
  const [now, before] = [newer, older].map((one) => [...statedTerms(one.said)]) as [string[], string[]];
  const same = new Set(before.map(bare));
  const isSame = now.length === before.length && now.every((term) => same.has(bare(term)));
  return isSame && now.some((term) => !before.includes(term));
}
