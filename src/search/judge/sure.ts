import { namesPerson } from '../../text/personal/people.ts';
import { likelyLanguages } from '../text/languages/detect.ts';
import { namesNoGoal } from './agreement.ts';
import { parting } from './contradiction.ts';
import { placing } from './fragments.ts';
import { namedBy } from './kinds.ts';
import { countShared, haveSameSubject, isFormOf, wordsThatTell } from './news.ts';
import { isUnspaced } from './phrases.ts';
import { beginningOf, isCueWord, type Profile, profileOf } from './profile.ts';
import { heldIn, holdInTwoLanguages, personalStatesIn, statesIn, wordsOfHeld, wordsOfKinds } from './states.ts';

/** Words of an older statement that a value in the newer one replaces: "heron" in "The server is called heron". */
const maxReplaced = 1;
/** So many words of the older one must the newer one have, if it replaces one. */
const leastKept = 2;

/**
 * Whether a newer statement speaks of all that the older one says, but for the value that a change replaces: without that an
 * end is never sure. "I left Berlin" does not end "I love Berlin".
 */
export function speaksOfAll(newer: Profile, older: Profile): boolean {
  const isOfOther = [newer, older].some(({ cues }) => cues.has('other'));
  if (isOfOther && !haveSameSubject(newer, older)) return false;
  const light = wordsOfHeld(older);
  const isValue = (word: string) =>
    /\p{N}/u.test(word) || namedBy(word) !== undefined || older.names.has(beginningOf(word));
  const now = wordsThatTell(newer);
  const isKept = (word: string) => now.some((one) => isFormOf(word, one));
  const had = wordsThatTell(older).filter((word) => !light.has(word));
  const left = had.filter((word) => !isKept(word));
  // What only ends something replaces nothing.
  if (newer.cues.has('end') || left.length === 0) return left.length === 0;
  const others = left.filter((word) => !isValue(word));
  return others.length === 0 || (others.length <= maxReplaced && had.length - left.length >= leastKept);
}

/** Who it is and what is said of them. */
const leastOfScripts = 2;

/** The names and numbers of two statements, if both have the same and share no other word; none otherwise. */
export function sameNames(one: Profile, other: Profile): ReadonlySet<string> {
  const light = new Set([...wordsOfHeld(one), ...wordsOfHeld(other)]);
  const namesOf = ({ said, names, numbers }: Profile) =>
    said.split(' ').filter((word) => {
      const isName = names.has(beginningOf(word)) && !isCueWord(word) && !light.has(word);
      return isName || numbers.has(word);
    });
  const areIn = (mine: Profile, others: Profile) => {
    const words = others.said.split(' ');
    return namesOf(mine).every((name) => words.includes(name));
  };
  const named = new Set([one, other].flatMap(namesOf));
  return areIn(one, other) && areIn(other, one) && countShared(one, other, named) === 0 ? named : new Set();
}

/**
 * Whether two statements of different languages have the same names and numbers, so that the newer one changes nothing: "My
 * sister Yuki lives in Berlin", "Meine Schwester Yuki wohnt jetzt in Berlin".
 */
export function sayInAnotherLanguage(newer: Profile, older: Profile): boolean {
  if (newer.cues.has('end') || newer.cues.has('not') !== older.cues.has('not')) return false;
  const [now, before] = [newer, older].map(({ said }) => likelyLanguages(said)[0]);
  const same = sameNames(newer, older).size;
  // Of two other scripts a name may be all that is the same in writing.
  if (newer.script !== older.script && same >= leastOfScripts) return true;
  return (now !== before || holdInTwoLanguages(newer, older)) && same > 0;
}

/**
 * Whether two statements have names in common and nothing else, and begin with none of them: "My dentist is in Elm Street",
 * "The flat in Elm Street is ours". Without a word of change the newer one ends nothing.
 */
export function meetByNamesAlone(newer: Profile, older: Profile): boolean {
  const [now, before] = [newer, older].map((one) => wordsThatTell(one)) as [string[], string[]];
  const shared = now.filter((word) => before.some((one) => isFormOf(word, one)));
  const isName = (word: string) => [newer, older].some(({ names }) => names.has(beginningOf(word)));
  const begins = [now, before].some(([first = '']) => shared.some((word) => isFormOf(word, first)));
  return shared.length > 0 && !begins && shared.every((word) => isName(word) && !/\p{N}/u.test(word) && !namedBy(word));
}

/**
 * Whether what a newer statement says with the names that an older one has, and shares nothing else with it, is of another
 * state: "Tanaka moved to Osaka" changes nothing in "Tanaka's birthday is on 4 May", nor "My manager is Daniel" in "Daniel
 * is my running partner".
 */
export function tellsOtherState(text: string, newer: Profile, older: Profile): boolean {
  const before = wordsThatTell(older);
  const sharedIn = (one: Profile) => wordsThatTell(one).filter((word) => before.some((each) => isFormOf(word, each)));
  // Scripts without capitals show a name by its title: 田中さん.
  const isName = (word: string) =>
    [newer, older].some(({ names }) => names.has(beginningOf(word))) ||
    (isUnspaced(word) && newer.said.startsWith(word) && newer.cues.has('other'));
  // At the beginning of a sentence every word has a capital.
  const isFirst = (word: string) =>
    newer.said.startsWith(`${word} `) &&
    (older.said.includes(`${word} s `) || namesPerson(word.replace(/^./u, (letter) => letter.toUpperCase())));
  if (!sharedIn(newer).every((word) => isName(word) || isFirst(word))) return false;
  const had = new Set(heldIn(older).map(({ kind }) => kind));
  const parts = text.split(parting).filter((part) => sharedIn(profileOf(part)).length > 0);
  return (parts.length === 0 ? [text] : parts).every((part) => {
    const told = personalStatesIn(profileOf(part));
    // "To her new vet" is no home.
    const isHome = !namesNoGoal(part);
    return told.length > 0 && !told.some((kind) => had.has(kind) && (isHome || !kind.endsWith('home')));
  });
}

/** Behind a place in Japanese: オフィスは大阪です, 大阪にはいません. */
const behindPlace = /^ ?(?:で|には|に[いあな])/u;
const toldInJapanese = /た$/u;
/** Beside a place, what somebody does there or who is there: "I work in Osaka", "My office is in Osaka". */
const maxBesidePlace = 1;

/**
 * Whether a newer statement ends that somebody or something is in a place, and an older one has nothing but that place in
 * common with it, where it tells of something else: "My office is no longer in Osaka", "The Osaka trip is confirmed".
 */
export function meetByPlaceAlone(newer: Profile, older: Profile): boolean {
  if (!newer.cues.has('end')) return false;
  const [now, before] = [newer, older].map(wordsThatTell) as [string[], string[]];
  const isIn = (words: readonly string[], word: string) => words.some((one) => isFormOf(word, one));
  const places = now.filter((word) => isIn(before, word));
  if (places.length === 0 || !places.every((word) => isPlaceIn(newer, word))) return false;
  const others = before.filter((word) => !places.some((place) => isFormOf(place, word)));
  const kinds = statesIn(older);
  if (kinds.size > 0) {
    const isOfPlace = [...kinds].some((kind) => kind.endsWith('home') || kind === 'work');
    if (!isOfPlace) return false;
    const words = wordsOfKinds(kinds);
    return now.some((word) => !places.includes(word) && !newer.names.has(beginningOf(word)) && !words.has(word));
  }
  const isPast = older.cues.has('past') || (isUnspaced(older.said) && toldInJapanese.test(older.said));
  return isPast || others.length > maxBesidePlace || !places.every((word) => isPlaceIn(older, word));
}

/** Whether a statement says that somebody or something is in what a word names, or is in a place and not there: "in Kyoto, not Osaka". */
function isPlaceIn({ said, names }: Profile, word: string): boolean {
  if (
    said
      .split(word)
      .slice(1)
      .some((behind) => behindPlace.test(behind))
  )
    return true;
  const words = said.split(' ');
  const isName = (one: string) => names.has(beginningOf(one));
  const isIn = (one: string, at: number) => isName(one) && placing.has(words[at - 1] ?? '');
  const isElided = (at: number) => profileOf(words[at - 1] ?? '').cues.has('not') && words.some(isIn);
  return words.some((one, at) => one === word && (isIn(one, at) || isElided(at)));
}
