import type { NameKind } from '../../domain/name-kinds.ts';
import { otherNamesOf } from '../../search/lexicon/places.ts';
import { isThing } from '../../text/kinds-of-names.ts';
import { isGivenName } from '../../text/personal/people.ts';
import { isRelation } from '../../text/told-names.ts';
import type { CharacterNames } from './character-names.ts';
import { isWrittenSmall } from './written-small.ts';

/** What a given name or a place weighs; a memory that shows a thing; the most that one name has of its own. */
const [ofList, ofThing, most] = [2, 2, 3];
/** So many memories that have two names in one list count. */
const maxTogether = 2;

/** So many pronouns show a common word to be a name: "Toren". */
const leastOfWord = 3;

/**
 * Whether each name of a character is of a person: by what its own memories show, and by the names that stand in lists with
 * it. A name of which nothing is known is a thing.
 */
export function kindsOf(names: CharacterNames): (number: number) => NameKind {
  const own = names.spellings.map((spellings, number) => shownBy(commonest(spellings), number, names));
  const beside = (weights: readonly number[]) => (number: number) => {
    let sum = 0;
    for (const [other, times] of names.together[number]!) {
      sum += Math.sign(weights[other]!) * Math.min(times, maxTogether);
    }
    return sum;
  };
  const first = own.map((weight, number) => weight + beside(own)(number));
  // Those that only stand beside names of this kind.
  const ofOthers = beside(first);
  return (number) => ((first[number] || ofOthers(number)) > 0 ? 'person' : 'thing');
}

/** Above 0: a person; below: a thing; a common given name and a place count as what memories show. */
function shownBy(name: string, number: number, { people, sure, things }: CharacterNames): number {
  if (name === '' || isThing(name)) return -most;
  if (isRelation(name)) return most;
  const given = isGivenName(name.split(' ')[0]!, true);
  const place = otherNamesOf(name.toLowerCase()).length > 0;
  const isWord = !given && isWrittenSmall(partsOf(name).at(-1)!);
  // A pronoun counts half, and hardly shows a common word to be a person.
  const shown =
    sure[number]! + (isWord ? Math.max(sure[number]!, Math.floor(people[number]! / leastOfWord)) : people[number]!);
  const weight = shown + (given ? ofList : 0) - ofThing * things[number]! - (place ? ofList : 0);
  return Math.max(-most, Math.min(most, weight));
}

/** The words of a name. */
export const partsOf = (name: string) => name.split(/[\s\p{Pd}]+/u).filter((part) => part !== '');

/** How most memories write a name. */
export function commonest(spellings: ReadonlyMap<string, number>): string {
  let best: [string, number] = ['', 0];
  for (const one of spellings) if (one[1] > best[1]) best = one;
  return best[0];
}
