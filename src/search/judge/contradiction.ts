import { namesPerson } from '../../text/personal/people.ts';
import { statedTerms } from '../same-statement.ts';
import { articles } from './instead.ts';
import { isTool, type Named, namedBy, namesIn, wordsWithNames } from './kinds.ts';
import { haveSameSubject, isFormOf, joint, partsOf, wordsThatTell } from './news.ts';
import { isUnspaced } from './phrases.ts';
import {
  beginningOf,
  isCueWord,
  isDoubtful,
  type Profile,
  profileOf,
  tellsOfChange,
  tellsOfOther,
  withoutCues,
} from './profile.ts';

const bare = (term: string) => term.replace(/^-/u, '');

/** Words of when something has changed: "since this week". */
const times = new Set(
  `week month year spring summer autumn fall winter woche monat jahr frühling sommer herbst semaine mois année an printemps été automne hiver
   semana mes año primavera verano otoño invierno settimana mese anno estate autunno inverno mês ano verão outono inverno maand jaar lente
   zomer herfst vecka månad år vår sommar höst tydzień tygodnia miesiąc miesiąca rok roku неделя недели месяц месяца год года
   hafta ay yıl day tag jour día giorno dia dag dzień день gün दिन हफ़्ते महीने साल`.split(/\s+/u),
);

/**
 * Whether a newer statement tells of a change from one name to another of its kind, and of nothing else: "I've switched to
 * pnpm" after "I use npm", "We moved from Jenkins to GitHub Actions" after "Our CI runs on Jenkins".
 */
export function namesOtherOfKind(newer: Profile, older: Profile): boolean {
  if (newer.asks || !tellsOfChange(newer)) return false;
  const { came, left, all, now } = otherNames(newer, older);
  if (came === undefined || left === undefined || now.length > maxNames) return false;
  // What names the old tool first leaves no doubt of what it is about; so does an end of it: "pnpm now, npm is out".
  if (isIn(now, left) && now.at(-1) !== came && !isEndedBehind(newer, left)) return false;
  if (isIn(now, left) && isTool(left)) return true;
  const [said, had] = [newer, older].map((one) => restOf(one, all)) as [string[], string[]];
  // The word for the kind is not known in every language: "エディタ".
  const isKindNamed = left.kinds.some((kind) => [newer, older].every((one) => one.said.split(' ').includes(kind)));
  const areIn = (terms: readonly string[]) =>
    terms.length > 0
      ? isWithin(terms, had)
      : isKindNamed || had.length <= (isTool(left) && isUnspaced(older.said) ? maxAlone : 0);
  return areIn(said) || areIn(withoutActor(newer, said));
}

/** Terms of a change without who has made it: "Ms Brandt moved the course to Thursday". */
function withoutActor({ cues, said }: Profile, terms: readonly string[]): readonly string[] {
  if (!cues.has('other') && !namesPerson(capitalised(said))) return terms;
  const words = said.split(' ');
  const begin = words.findIndex((word) => !articles.has(word) && !tellsOfOther(word));
  const behind = terms.findIndex((term, i) => !isFormOf(term, words[begin + i] ?? ''));
  return terms.slice(behind < 0 ? terms.length : behind);
}

/** Whether the words behind a name in a statement tell of its end, or deny it. */
function isEndedBehind({ said }: Profile, one: Named): boolean {
  const words = wordsWithNames(` ${said} `);
  const { cues } = profileOf(
    words.slice(words.findLastIndex((word) => namedBy(word)?.name === one.name) + 1).join(' '),
  );
  return cues.has('end') || cues.has('not');
}

/** Whether both name tools, of no common kind: "We use pnpm", "We switched from Vitest to node:test". */
export function nameOtherKinds(newer: Profile, older: Profile): boolean {
  const [now, before] = [newer, older].map(({ said }) => namesIn(said).filter(isTool)) as [Named[], Named[]];
  const kinds = new Set(before.flatMap((one) => one.kinds));
  return now.length > 0 && kinds.size > 0 && !now.some((one) => one.kinds.some((kind) => kinds.has(kind)));
}

/** Words that an older statement has beside a tool, in scripts that do not separate words: its verb and the kind. */
const maxAlone = 2;
/** More of them are a list. */
const maxNames = 2;

const isIn = (names: readonly Named[], { name }: Named) => names.some((one) => one.name === name);
const isWithin = (terms: readonly string[], others: readonly string[]) =>
  terms.every((term) => others.some((one) => isFormOf(term, one)));

/** What a newer statement names and the older one does not, with another of its kind that the older one names. */
function otherNames(newer: Profile, older: Profile) {
  const [now, before] = [newer, older].map(({ said }) => namesIn(said)) as [Named[], Named[]];
  const leftBy = (one: Named) => before.find(({ kinds }) => kinds.some((kind) => one.kinds.includes(kind)));
  const came = now.findLast((one) => !isIn(before, one) && leftBy(one) !== undefined);
  return { came, left: came && leftBy(came), all: [...now, ...before], now };
}

const capitalised = (word: string) => word.replace(/^./u, (letter) => letter.toUpperCase());
const koreanVerb = /^\p{Script=Hangul}+(?:다|요|죠)$/u;

/** The terms of a statement without names of kinds, the words for those kinds, cues, numbers and times. */
function restOf(one: Profile, names: readonly Named[]): string[] {
  const kinds = new Set(names.flatMap(({ kinds: all }) => all).flatMap((kind) => kind.split(' ')));
  const isRest = (word: string) =>
    !namedBy(word) &&
    !kinds.has(word) &&
    !isCueWord(word) &&
    !times.has(word) &&
    !/\p{N}/u.test(word) &&
    !koreanVerb.test(word);
  const words = wordsWithNames(withoutCues(` ${one.said} `)).filter(isRest);
  if (isUnspaced(one.said))
    return words.flatMap(partsOf).filter((word) => word.length > 1 || /\p{Script=Latin}/u.test(word));
  return [...new Set([...statedTerms(words.join(' '))].map(bare))];
}

/**
 * Whether two statements say the same of something but for a number, a day or a name of a kind: "The team meets on Tuesdays
 * at ten", "The team meets on Thursdays at three".
 */
export function haveOtherValue(newer: Profile, older: Profile): boolean {
  if (newer.asks || older.asks || isDoubtful(newer) || newer.cues.has('past')) return false;
  const { came, all } = otherNames(newer, older);
  const others = [...newer.numbers].filter((one) => !older.numbers.has(one));
  // "20,000" and "30,000" share their thousands.
  const isOtherNumber = others.length > 0 && (others.length === newer.numbers.size || tellsOfChange(newer));
  if (came === undefined && !(isOtherNumber && older.numbers.size > 0)) return false;
  if (isUnspaced(newer.said) && haveSameSubject(newer, older)) return true;
  const [said, had] = [newer, older].map((one) => restOf({ ...one, said: withoutUnits(one) }, all)) as [
    string[],
    string[],
  ];
  return said.length > 0 && had.length > 0 && (isWithin(said, had) || isWithin(had, said));
}

/** What a statement says without the names beside its numbers, which are part of its value: "15 December". */
function withoutUnits({ said, names }: Profile): string {
  const isNumber = (word = '') => /\p{N}/u.test(word);
  return said
    .split(' ')
    .filter((word, i, words) => !(names.has(beginningOf(word)) && (isNumber(words[i - 1]) || isNumber(words[i + 1]))))
    .join(' ');
}

/** Fewer common words are in many texts by chance. */
const leastShared = 2;
/** Between somebody else's words and the speaker's. */
const quoteMark = /["“”„«»「」『』]/u;
/** A statement of more words that say something tells of more than an end. */
const maxEnding = 6;
/** Between the parts of a statement of which one may end something. */
export const parting = /[,;.!?，。；、]\s*|\s[–—-]\s/u;

/**
 * Whether a newer statement ends what the older one says, and names nothing else: "We dropped Sentry", "I don't run any more"
 * after "I run every morning".
 */
export function endsAllItNames(newer: Profile, older: Profile, text: string): boolean {
  const isOfNow = !newer.asks && !isDoubtful(newer) && newer.cues.has('end');
  const isOver = older.asks || ['plan', 'quote', 'end', 'not'].some((cue) => older.cues.has(cue));
  if (wordsThatTell(newer).length > maxEnding) return false;
  const isOfOther = [newer, older].some(({ cues }) => cues.has('other'));
  if (!isOfNow || isOver || (isOfOther && !haveSameSubject(newer, older))) return false;
  const own = text.split(quoteMark).filter((_, i) => i % 2 === 0);
  const parts = own.flatMap((one) => one.split(parting)).flatMap((part) => part.split(joint));
  const areOfSpeaker = [newer, older].every(({ cues }) => cues.has('me') || cues.has('we'));
  return parts.some((part) => {
    const profile = profileOf(part);
    if (!profile.cues.has('end')) return false;
    const said = restOf(profile, []);
    const names = namesIn(profile.said);
    const isNamed = names.length > 0 || wordsThatTell(profile).some((word) => part.includes(capitalised(word)));
    if (said.length + names.length < leastShared && !areOfSpeaker && !isNamed) return false;
    const isKnown = names.every((one) => isIn(namesIn(older.said), one));
    return said.length + names.length > 0 && isKnown && isWithin(said, restOf(older, []));
  });
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
