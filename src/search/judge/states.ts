import { once } from '../../base/once.ts';
import { namesPerson } from '../../text/personal/people.ts';
import { placingIn } from './fragments.ts';
import { isOfFurther, whereabouts } from './homes.ts';
import { isTool, namesIn } from './kinds.ts';
import { haveSameSubject, isFormOf, markedSubject, wordsThatTell } from './news.ts';
import { isUnspaced, Phrases, squeezed } from './phrases.ts';
import { beginningOf, isDoubtful, latin, type Profile, profileOf, tellsNow, tellsOfChange } from './profile.ts';
import lexicon from './states.lexicon';
import { namesSubject } from './subjects.ts';

/** A state of the speaker, of others or of things, in one language: how it is said, and how an event is that changes it. */
interface State {
  kind: string;
  /** In words to search for. */
  said: string;
  /** Phrases behind which the value stands, squeezed. */
  leads: readonly string[];
  /** The other phrases, squeezed. */
  bare: readonly string[];
  /** The words of all its phrases. */
  words: ReadonlySet<string>;
}

/** Behind a phrase: its state has a name or a number there. */
const slot = ' _';
/** So far apart stand the parts of a verb. */
const maxAround = 7;

/** A state a line, "kind: phrases > phrases of its change". */
const states = once(() => {
  const lines = lexicon
    .trim()
    .split('\n')
    .map((line, number) => {
      const [kind = '', phrases = ''] = line.split(': ');
      const [holds = '', changes = ''] = phrases.split(' > ');
      return { kind, holds, changes, name: String(number) };
    });
  const bare = (phrases: string) => phrases.replaceAll(slot, '');
  const byName = new Map(
    lines.map(({ name, kind, holds, changes }): [string, State] => {
      const leads = `${holds}|${changes}`.split('|').filter((phrase) => phrase.endsWith(slot));
      const said = [...new Set(squeezed(bare(holds)).trim().split(' '))].join(' ');
      const words = new Set(squeezed(`${holds}|${changes}`).trim().split(' '));
      const others = holds.split('|').filter((phrase) => !phrase.endsWith(slot) && !phrase.includes(' ~ '));
      const [withValue, without] = [leads, others].map((all) => all.map((phrase) => squeezed(bare(phrase))));
      return [name, { kind, said, leads: withValue!, bare: without!, words }];
    }),
  );
  return {
    byName,
    holding: new Phrases(
      lines.map(({ name, holds }) => [name, bare(holds)]),
      maxAround,
    ),
    changing: new Phrases(
      lines.map(({ name, changes }) => [name, changes]),
      maxAround,
    ),
  };
});

const toldIn = (phrases: Phrases, { said }: Profile): State[] =>
  [...phrases.in(` ${said} `)].map((name) => states().byName.get(name)!);

/** Kinds that begin so are states of those whom the statement names first. */
const ofOthers = 'their ';
const theirHome = `${ofOthers}home`;
/** Kinds that begin so are states of things, of which each has one. */
const ofThings = 'of ';
const isOfSpeaker = ({ kind }: State) => !kind.startsWith(ofOthers) && !kind.startsWith(ofThings);

/** Whether what a statement says of a state does not hold of now, or is not the speaker's own word. */
const isNotSo = ({ asks, cues }: Profile) => asks || ['past', 'plan', 'quote'].some((cue) => cues.has(cue));

/** In English also teams move, to what has no name, on a day or for a use: "We moved to weekly releases". */
const together =
  /(?:^| )we(?: ve| have)? (?:just )?(?:moved|relocated) to ((?!(?:mon|tues|wednes|thurs|fri|satur|sun)day)\S+(?= |$)(?! for ))?/u;
/** German has people move by another auxiliary than things: "Wir haben den Termin auf Montag gezogen". */
function movesThing({ said }: Profile): boolean {
  const [, ...behind] = ` ${said} `.split(' haben ');
  return behind.some((words) => /gezogen(?: |$)/u.test(words));
}

/** The states that a statement says to have changed: "we moved to Porto". */
export function changedBy(newer: Profile): State[] {
  if (isNotSo(newer) || newer.cues.has('still') || newer.cues.has('not')) return [];
  const to = together.exec(newer.said);
  const isOfTeam = to !== null && (to[1] === undefined || !newer.names.has(beginningOf(to[1])));
  // "I moved to Helix" tells of no home.
  const isOfTool = isOfTeam || movesThing(newer) || namesIn(newer.said).some(isTool);
  // In Latin letters the phrases name the speaker; in other scripts a name before a particle is of somebody else.
  const isOfNamed = /[\p{Script=Latin}\p{Script=Katakana}ー](?:さん)? ?$/u.test(markedSubject(newer.said) ?? '');
  const namesSpeaker = newer.script === latin || !(isOfNamed || newer.cues.has('other'));
  return toldIn(states().changing, newer).filter(
    (state) => (namesSpeaker || !isOfSpeaker(state)) && (!isOfTool || !state.kind.endsWith('home')),
  );
}

/** The states that a statement says to hold, and of which somebody has one at a time. */
export function heldIn(profile: Profile): State[] {
  if (isNotSo(profile)) return [];
  const words = profile.cues.has('change') ? profile.said.split(' ').filter((word) => !tellsNow(word)) : [];
  // "She lives now in Porto" says where she lives.
  const isWithin = words.length > 0 && words.length < profile.said.split(' ').length;
  const without = isWithin ? toldIn(states().holding, { ...profile, said: words.join(' ') }) : [];
  const held = [...new Set([...toldIn(states().holding, profile), ...without])];
  const placing = held.length > 0 ? [] : placingIn(profile);
  return placing.length === 0 ? held : [{ kind: theirHome, said: '', leads: [], bare: [], words: new Set(placing) }];
}

/** The words by which a statement says the states that it tells of: "live", "in". */
export function wordsOfHeld(profile: Profile): ReadonlySet<string> {
  return new Set(heldIn(profile).flatMap(({ words }) => [...words]));
}

/** Whether a statement tells of a state that somebody or something has, or of its change. */
export function tellsState(profile: Profile): boolean {
  return changedBy(profile).length > 0 || heldIn(profile).length > 0;
}

/** Whether a statement says how it is: "I live in Hamburg since March 2025". */
export function holdsState(profile: Profile): boolean {
  return heldIn(profile).length > 0;
}

/** The kinds of the speaker's states that a statement tells of: "home", "work". */
export function ownStatesIn(profile: Profile): ReadonlySet<string> {
  return new Set([...changedBy(profile), ...heldIn(profile)].filter(isOfSpeaker).map(({ kind }) => kind));
}

/** The kinds of the states of persons that a statement tells of: the speaker's, and others' homes. */
export function personalStatesIn(profile: Profile): string[] {
  return [...statesIn(profile)].filter((kind) => !kind.startsWith(ofThings));
}

/** The kinds of all states that a statement tells of: "their home". */
export function statesIn(profile: Profile): ReadonlySet<string> {
  return new Set([...changedBy(profile), ...heldIn(profile)].map(({ kind }) => kind));
}

/** The speaker's states in all languages. */
export function ownStates(): State[] {
  return [...states().byName.values()].filter(isOfSpeaker);
}

/** Words that older statements of the speaker's states have that a statement changes or has anew; none for most statements. */
export function wordsOfChanged(newer: Profile): string {
  const told = new Set([...changedBy(newer), ...heldIn(newer)].filter(isOfSpeaker));
  return [...told].map(({ said }) => said).join(' ');
}

/**
 * Whether a newer statement tells of an event after which the state of the same subject is no longer what the older one says:
 * "I have moved to Porto" after "I live in Lisbon"; or of another value of the state: "My home is in Porto".
 */
export function changesState(newer: Profile, older: Profile): boolean {
  const isHome = ({ kind }: State) => kind.endsWith('home');
  const held = heldIn(older);
  // Who has moved lives there since.
  const moved = changedBy(older).filter(isHome);
  if (held.length + moved.length === 0) return false;
  const isNew = newer.names.size === 0 || [...newer.names].some((name) => !older.names.has(name));
  // Scripts without capitals show no name of the new place beside that of who has moved.
  const named = newer.said.split(' ').filter((word) => older.names.has(beginningOf(word)));
  const isUnseen = newer.script !== latin && new Set(named).size === 1;
  const isSame = (state: State) =>
    !state.kind.startsWith(ofOthers) ||
    ((haveSameSubject(newer, older) || namesSubject(newer, older, state.words)) &&
      !isOfFurther(newer, older, state.words));
  // "妹は…住んでいる" tells of her home: only languages with Latin letters tell by the verb whose it is.
  const isTheirs = profileOf(markedSubject(older.said) ?? '').cues.has('other');
  const alike = (told: readonly State[], among: readonly State[] = held) =>
    among.filter((state) => !(isTheirs && isOfSpeaker(state)) && told.some(({ kind }) => kind === state.kind));
  // Back to the same place, it holds.
  const isOther = (state: State) => isNew || (isUnseen && state.kind.startsWith(ofOthers));
  if (alike(changedBy(newer)).some((one) => !one.kind.startsWith(ofThings) && isOther(one) && isSame(one))) return true;
  if (isDoubtful(newer) || newer.cues.has('not')) return false;
  const told = [...heldIn(newer), ...changedBy(newer)];
  const isElsewhere = (state: State) => isSame(state) && whereabouts(newer, older, state.words) === 'other';
  if (tellsOfChange(newer) && alike(told, [...held, ...moved]).some((one) => isHome(one) && isElsewhere(one)))
    return true;
  return alike(told).some((state) =>
    state.kind.startsWith(ofThings)
      ? isOfOtherPerson(newer, older, state.kind)
      : isOfSpeaker(state) &&
        (haveOtherValues(newer, older, state.kind) || (state.leads.length === 0 && tellsOfChange(newer))),
  );
}

/** Before a name, no part of it: "Dr. Hansen", "la Dra. Ruiz". */
export const titles: ReadonlySet<string> = new Set(
  'la el le il dr dra prof mr mrs ms frau herr mme mlle sra srta doña sig dott pani д р 今 现在'.split(' '),
);

/** Behind a name in Japanese: "ダニエルさんです". */
const polite = /(?<=.)(?:さん|様|氏)?(?:です|だ|である)?$/u;
/** Words of a value at most. */
const maxValueWords = 4;

/** What stands behind a phrase of a kind of state: names and numbers, in scripts without capitals the next words. */
export function valueIn({ said, names, script }: Profile, kind: string): string[] {
  const words = said.split(' ').filter((word) => names.has(beginningOf(word)) || !tellsNow(word));
  const text = ` ${words.join(' ')} `;
  const isFree = script > 0 || kind === 'email';
  const isName = (word: string) => isFree || names.has(beginningOf(word)) || /\p{N}/u.test(word);
  let value: string[] = [];
  for (const { leads, ...state } of states().byName.values()) {
    if (state.kind !== kind) continue;
    for (const lead of leads) {
      const phrase = isUnspaced(lead) ? lead.trim() : lead;
      const at = text.indexOf(phrase);
      if (at < 0) continue;
      const all = text
        .slice(at + phrase.length)
        .trim()
        .split(' ');
      const start = Math.max(
        0,
        all.findIndex((word) => !titles.has(word)),
      );
      const behind = all.slice(start);
      const end = behind.findIndex((word, i) => !isName(word) && (start === 0 || i > 0));
      const found = behind.slice(0, Math.min(maxValueWords, end < 0 ? behind.length : end));
      if (found.length > value.length) value = found.map((word) => word.replace(polite, ''));
    }
  }
  return value;
}

/** Whether two statements tell of a state of one kind, each in a language of its own. */
export function holdInTwoLanguages(newer: Profile, older: Profile): boolean {
  const [now, before] = [heldIn(newer), heldIn(older)];
  return now.some(({ kind }) => before.some((one) => one.kind === kind)) && !now.some((one) => before.includes(one));
}

/** Whether two statements tell of one state with the same value: "My dentist is Okafor", "My dentist is Okafor, upstairs". */
export function holdSameValue(newer: Profile, older: Profile): boolean {
  const kinds = new Set(
    heldIn(older)
      .filter(isOfSpeaker)
      .map(({ kind }) => kind),
  );
  const both = heldIn(newer).flatMap(({ kind }) => (kinds.has(kind) ? [kind] : []));
  const isValued = (kind: string) => [newer, older].every((one) => valueIn(one, kind).length > 0);
  return both.some((kind) => isValued(kind) && !haveOtherValues(newer, older, kind));
}

/** Whether both have a value, and none is the other one with more words: "Lena", "Lena Huber". */
export function haveOtherValues(newer: Profile, older: Profile, kind: string): boolean {
  const [now, before] = [valueIn(newer, kind), valueIn(older, kind)];
  if (now.length === 0 || before.length === 0) return false;
  const isIn = (one: string[], other: string[]) =>
    one.every((word) => other.some((each) => (isUnspaced(word) ? each.includes(word) : each === word)));
  return !isIn(now, before) && !isIn(before, now);
}

/** More words beside those that both have say something else of the thing. */
const maxRest = 3;

/** Whether two statements name the same thing, and other persons who have it: "Search belongs to Anders". */
function isOfOtherPerson(newer: Profile, older: Profile, kind: string): boolean {
  const grammar = wordsOfKinds(new Set([kind]));
  const wordsIn = (one: Profile) => wordsThatTell(one).filter((word) => !grammar.has(word));
  const [now, before] = [wordsIn(newer), wordsIn(older)];
  const isIn = (words: readonly string[], word: string) => words.some((one) => isFormOf(word, one));
  const shared = now.filter((word) => isIn(before, word));
  const [came, left] = [now, before].map((words) => words.filter((word) => !isIn(shared, word))) as [
    string[],
    string[],
  ];
  const isPerson = (word: string) => namesPerson(word.replace(/^./u, (letter) => letter.toUpperCase()));
  // Scripts that join words show a name by nothing.
  const isName = (word: string) => isUnspaced(word) || newer.names.has(beginningOf(word)) || isPerson(word);
  const isThingShared = shared.some((word) => !isPerson(word));
  const isOther =
    came.length > 0 &&
    came.length <= (isUnspaced(newer.said) ? 1 : maxRest) &&
    came.every(isName) &&
    left.length <= maxRest;
  // Who had it is not named any more, or has handed it over.
  const isLeft = left.some((word) => isUnspaced(word) || older.names.has(beginningOf(word)) || isPerson(word));
  const isHandedOver = shared.some(isPerson) && changedBy(newer).some((state) => state.kind === kind);
  return isThingShared && isOther && (isLeft || isHandedOver);
}

/** The words of all phrases of some kinds. */
export function wordsOfKinds(kinds: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...states().byName.values()].flatMap((state) => (kinds.has(state.kind) ? [...state.words] : [])));
}
