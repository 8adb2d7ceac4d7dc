import { uncased } from '../../text/known-names.ts';
import { namesPerson } from '../../text/personal/people.ts';
import { from } from './instead.ts';
import { isFormOf, isSmall, joint, markedSubject, wordsThatTell } from './news.ts';
import { isUnspaced } from './phrases.ts';
import { beginningOf, type Profile, tellsNow, tellsOfOther } from './profile.ts';

/** Where somebody is said to be beside an older statement: in the same place, in another one, or no place is named. */
export type Whereabouts = 'same' | 'other' | 'unnamed';

/**
 * Compares the places that two statements of somebody's home name.
 * @param state the words by which they say it
 */
export function whereabouts(newer: Profile, older: Profile, state: ReadonlySet<string>): Whereabouts {
  const isState = (word: string) =>
    state.has(word) || (isUnspaced(word) && [...state].some((phrase) => phrase.includes(word)));
  const isName = ({ names }: Profile, word: string) => names.has(beginningOf(word)) || uncased.test(word);
  const [now, before] = [newer, older].map((one) => wordsThatTell(one).filter((word) => !isState(word))) as [
    string[],
    string[],
  ];
  const isIn = (words: readonly string[], word: string) => words.some((one) => isFormOf(word, one));
  const subject = subjectIn(newer, older, state);
  const isPlace = (word: string) => !subject.some((one) => one.includes(word)) && isName(newer, word);
  if (now.some((word) => isIn(before, word) && isPlace(word))) return 'same';
  const came = now.filter((word) => !isIn(before, word));
  const left = before.filter((word) => !isIn(now, word));
  return came.some(isPlace) && left.some((word) => isName(older, word)) ? 'other' : 'unnamed';
}

/** The words with which a statement begins and names whose home it is, of those that an older one has. */
function subjectIn({ said }: Profile, older: Profile, state: ReadonlySet<string>): string[] {
  const marked = markedSubject(said);
  if (marked !== undefined) return [marked];
  const known = older.said.split(' ');
  const words = said.split(' ');
  let isNamed = false;
  const end = words.findIndex((word, at) => {
    if (state.has(word) || tellsNow(word)) return true;
    if (tellsOfOther(word) || isSmall(word)) return false;
    const isFurther = isNamed && !joint.test(` ${words[at - 1]} `);
    isNamed = true;
    return isFurther || !known.includes(word);
  });
  return words.slice(0, end < 0 ? words.length : end);
}

/**
 * Whether a statement of somebody's home begins with a person of whom an older one does not speak: "Yuki's son", "my sister's
 * boss" beside "My sister Yuki lives in Berlin".
 */
export function isOfFurther({ said }: Profile, older: Profile, state: ReadonlySet<string>): boolean {
  const words = said.split(' ');
  const begins = words.slice(
    0,
    Math.max(
      0,
      words.findIndex((word) => state.has(word)),
    ),
  );
  const isKnown = (word: string) => older.said.split(' ').some((one) => one === word);
  const isPerson = (word: string) => tellsOfOther(word) || namesPerson(word.replace(/^./u, (one) => one.toUpperCase()));
  const persons = begins.filter(isPerson);
  const isOwned = begins.some((word, at) => at > 0 && from.test(word) && isPerson(begins[at + 1] ?? ''));
  const isUnknown = persons.some((word) => !isKnown(word) && !tellsOfOther(word));
  return isOwned || isUnknown || (persons.length > 1 && !isKnown(persons.at(-1)!));
}
