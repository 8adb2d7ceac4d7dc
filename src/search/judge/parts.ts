import { renamingIn } from '../../text/renamed.ts';
import { splitSentences } from '../../text/sentences.ts';
import { statesAskedIn } from './asked-states.ts';
import { saysOtherwise } from './candidates.ts';
import { denies } from './contradiction.ts';
import { fillsOtherwise } from './frames.ts';
import { articles, renames } from './instead.ts';
import { countShared, isFormOf, isSmall, joints, wordsThatTell } from './news.ts';
import { setsLikeValue } from './other-value.ts';
import { isUnspaced } from './phrases.ts';
import { type Profile, profileOf, tellsOfOther } from './profile.ts';
import { inOneSpelling } from './spelling.ts';
import { ownStatesIn } from './states.ts';

/** What an older text says of one thing, and what stands between it and the next part. */
interface Part {
  text: string;
  /** Who or what a part before it names, where it names nobody itself: "I live in Graz and work at the mill". */
  subject: string;
  /** It names nobody itself. */
  isElided: boolean;
  profile: Profile;
  /** What stands behind it; of the last part, the mark at its end. */
  after: string;
}

/** Between the parts of a sentence: a comma, a word that joins, or both. Arabic writes its "and" to the next word. */
const between = new RegExp(
  `(\\s*[,;]\\s+(?:(?:${joints}|a)\\s)?|\\s*[،؛]\\s+و?|[，、；]|\\s(?:${joints})\\s|\\s[–—]\\s)`,
  'u',
);
/** A word that joins, behind a comma: in these scripts whole clauses stand behind it. */
const joinsClause = /[,،]\s+(?:[\p{Script=Cyrillic}]+\s|و)$/u;
const endMark = /[.!?。！？\s]/u;
/** With fewer words that say something, a part is one of a list: "Docker and Podman". */
const leastTelling = 2;

/** The speaker, as a part without a subject needs it; other languages leave it out. */
const speakers = new Set('i we ich wir je j nous ik wij we jag jeg vi'.split(' '));
/** Verbs that a part without a subject begins with, beside those that say something. */
export const auxiliary: ReadonlySet<string> = new Set(
  'have am are has is was habe bin haben sind hat ist ai suis avons sommes a est sont son está están são estão sono è heb ben heeft zijn har är er'.split(
    ' ',
  ),
);

/** The marks at the end of a sentence, with what is white. */
export function marksOf(sentence: string): string {
  let end = sentence.length;
  while (end > 0 && endMark.test(sentence[end - 1]!)) end -= 1;
  return sentence.slice(end);
}

export const firstOf = (text: string) => /^\S+/u.exec(text)?.[0] ?? '';

/** Whether a text begins with the speaker, or what is the speaker's: "I", "my dog". */
export function beginsWithSpeaker(text: string): boolean {
  const { cues, said } = profileOf(firstOf(text));
  return (cues.has('me') || cues.has('we')) && !articles.has(said);
}

/** How a piece of a sentence stands by itself: with its own subject, with that of the piece before, or not at all. */
function standingOf(piece: string, before: string): 'whole' | 'elided' | 'none' {
  const telling = wordsThatTell(profileOf(piece)).length;
  const isNamed = beginsWithSpeaker(piece) || tellsOfOther(firstOf(piece).toLowerCase());
  if (before === '' || isNamed) return telling > 0 ? 'whole' : 'none';
  const [first = '', ...words] = piece.split(/\s+/u).map((word) => profileOf(word).said);
  const isJoined = /\s\S+\s$/u.test(before);
  if (isJoined && auxiliary.has(first) && telling > 0) return 'elided';
  if (telling < leastTelling) return 'none';
  // Scripts that do not separate words leave out the subject.
  if (words.length === 0 || joinsClause.test(before)) return 'whole';
  if (!words.some(isSmall)) return 'none';
  if (articles.has(first) || /^\p{Lu}/u.test(piece)) return 'whole';
  return isJoined && !isSmall(first) ? 'elided' : 'none';
}

/** The subject that a part without one has: the first word of the part before it. */
function subjectOf({ subject, text }: Part): string {
  const first = subject || firstOf(text);
  return speakers.has(profileOf(first).said) || !beginsWithSpeaker(first) ? first : '';
}

/** A longer text is no statement (UTF-16 units). */
const maxText = 1_000;

/** The parts of a text that say one thing each, in order: joined, they are the text. None of a long one. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  if (text.length > maxText) return parts;
  for (const sentence of splitSentences(text)) {
    const mark = marksOf(sentence);
    const pieces = sentence.slice(0, sentence.length - mark.length).split(between);
    let before = '';
    for (let i = 0; i < pieces.length; i += 2) {
      const piece = pieces[i]!;
      const standing = standingOf(piece, before);
      const last = parts.at(-1);
      const after = pieces[i + 1] ?? mark;
      if (last !== undefined && standing === 'none') {
        last.text += last.after + piece;
        last.after = after;
      } else {
        const subject = standing === 'elided' && last ? subjectOf(last) : '';
        const isElided = standing === 'elided';
        parts.push({ text: piece, subject, isElided, after, profile: profileOf(`${subject} ${piece}`.trim()) });
      }
      before = after;
    }
  }
  // What was joined to a part is read with it.
  return parts.map((part) => ({ ...part, profile: profileOf(`${part.subject} ${part.text}`.trim()) }));
}

/** More parts are a list. */
const maxSaid = 4;

/** What a text of several parts says, each with its subject: "We use GraphQL for the menu, and the printer is at 10.0.4.12". */
export function saidIn(text: string): string[] {
  const parts = partsOf(text);
  return parts.length < 2 || parts.length > maxSaid ? [] : parts.map((part) => `${part.subject} ${part.text}`.trim());
}

/** Whether the words of a newer text say that a part of an older one is so no more. */
function changes(newer: readonly { text: string; profile: Profile }[], older: Profile): boolean {
  return newer.some(
    ({ text, profile }) =>
      saysOtherwise(profile, older, text) || denies(profile, older) || fillsOtherwise(profile, older),
  );
}

/** A part of an older text, and whether a newer one changes it. */
export type Told = Part & { isChanged: boolean };

/**
 * The parts of an older text, with those that a newer one changes, which is known to change something of it: those of which
 * its words say so, else those that share most words with it. All are unchanged where nobody knows; none, where it says one thing.
 */
export function toldBy(newer: string, older: string): readonly Told[] {
  const parts = partsOf(older);
  if (parts.length < 2) return [];
  const [now] = inOneSpelling(newer, older);
  const said = [{ text: now, profile: profileOf(now) }, ...partsOf(now)];
  const had = parts.map(({ subject, text }) => profileOf(inOneSpelling(now, `${subject} ${text}`.trim())[1]));
  const isTold = had.map((profile, i) => renames(now, parts[i]!.text) || changes(said, profile));
  // A value of the same form tells more than another number of the same subject: stg2, stg3.
  const isLike = parts.map(({ text }) => setsLikeValue(newer, text));
  const sharedBeside = (names: ReadonlySet<string>) => {
    const shared = had.map((profile) => countShared(profile, said[0]!.profile, names));
    return shared.map((count) => count > 0 && count === Math.max(...shared));
  };
  // A new name changes nothing of what it names.
  const renaming = renamingIn(now);
  const names = renaming ? profileOf(`${renaming.earlier} ${renaming.name}`).said.split(' ') : [];
  const ofNames = had.flatMap(wordsThatTell).filter((word) => names.some((name) => isFormOf(name, word)));
  const isShared = [sharedBeside(new Set(ofNames)), sharedBeside(new Set())];
  const isChanged = [isLike, isTold, ...isShared].find((each) => each.includes(true));
  return parts.map((part, i) => ({ ...part, isChanged: isChanged?.[i] === true }));
}

/** Whether an older text says several things, and a newer one changes not all of them: "I live in Graz and work at the mill". */
export function leavesPart(newer: string, older: string): boolean {
  return toldBy(newer, older).some(({ isChanged }) => !isChanged);
}

/** Whether a question asks for what a newer text leaves of an older one, rather than for what it changes. */
export function asksForRest(question: string, newer: string, older: string): boolean {
  const parts = toldBy(newer, older);
  if (!parts.some(({ isChanged }) => isChanged)) return false;
  const asked = profileOf(question);
  const countAsked = (part: Profile) =>
    isUnspaced(asked.said) ? [...asked.words].filter((pair) => part.words.has(pair)).length : countShared(asked, part);
  const kinds = statesAskedIn(question);
  const shared = (among: boolean) =>
    parts
      .filter(({ isChanged }) => isChanged === among)
      .map(({ profile }) => {
        const isAskedFor = [...ownStatesIn(profile)].some((kind) => kinds.has(kind));
        return isAskedFor ? Number.POSITIVE_INFINITY : countAsked(profile);
      });
  // What the newer one says beside the changed part is asked for too: the host in "The staging host is stg3".
  return Math.max(0, ...shared(false)) > Math.max(0, countAsked(profileOf(newer)), ...shared(true));
}

/** With one of these in one of two statements alone, they do not say the same. */
const telling = ['change', 'end', 'correct', 'not', 'past', 'plan', 'quote', 'other'];

/**
 * Whether a part of a text has all words that say something of a statement: "I live in Leeds and have a dog", "I live in Leeds".
 * @param least of how many parts the text is, at least
 */
export function saysAgain(text: string, statement: Profile, least = 1): boolean {
  const said = wordsThatTell(statement);
  const isSaid = (part: Profile) => {
    const words = wordsThatTell(part);
    const [first = ''] = words;
    // "My mum lives in Leeds" is of somebody else.
    const isOfSame = said.some((word) => isFormOf(word, first));
    const isAlike = telling.every((cue) => part.cues.has(cue) === statement.cues.has(cue));
    return isOfSame && isAlike && said.every((word) => words.some((one) => isFormOf(word, one)));
  };
  const parts = partsOf(text);
  return said.length > 0 && parts.length >= least && parts.some(({ profile }) => isSaid(profile));
}
