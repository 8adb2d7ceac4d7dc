import { pathBefore } from '../../text/headings.ts';
import { articles } from './instead.ts';
import { namedBy } from './kinds.ts';
import { isSmall } from './news.ts';
import { auxiliary, beginsWithSpeaker, firstOf, marksOf, type Told, toldBy } from './parts.ts';
import { isUnspaced, squeezed } from './phrases.ts';
import { withSubjectOf } from './pronouns.ts';

/** Who speaks, or what a text is about: "Melanie: I live in Leeds."; below headings the innermost: "日記 › 5月: …". */
const label = /^\p{Lu}[\p{L}\p{M}\p{N}.'’-]*(?: \p{Lu}[\p{L}\p{M}\p{N}.'’-]*){0,3}: +/u;

const heading = /^[^:\n]{1,100}: +/u;

/** What stands before a statement: its headings, or a label. */
function headOf(text: string): string {
  const path = pathBefore(text);
  const [said = ''] = (path === '' ? label : heading).exec(text.slice(path.length)) ?? [];
  return path + said;
}

const wordsOf = (text: string) => text.split(' ').filter(Boolean);
const setOf = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap(wordsOf));

/** Words that begin a clause which needs another one. */
const subordinate = setOf(
  'when whenever while if because since although though unless until after before as whether where which who that so whatever',
  'wenn weil während obwohl falls nachdem bevor da damit dass wo was quand lorsque si parce puisque bien où qui que',
  'cuando si porque aunque donde mientras quando se perché mentre dove porque embora enquanto onde',
  'когда если потому хотя пока где который чтобы als omdat hoewel terwijl toen när om eftersom fast عندما إذا لأن حيث',
);
/** Words at the beginning that stand for what a part before names. */
const pronoun = setOf(
  'he she it they his her its their this that these er sie es sein seine ihr ihre dies das il elle ils elles son sa ses leur',
  'él ella ellos ellas su sus lui lei loro suo sua ele ela eles elas seu sua hij zij ze zijn haar han hon den det',
  'он она оно они его её ее их هو هي هم',
);
/** Such words anywhere in a text. */
const pronounWithin = setOf('his her its their dela dele deles delas');
const pronounJoined = /^(?:[她他它]|彼|それ|これ|그)/u;
/** "Her" refers to somebody in an earlier part. */
const ofOther = /^(?:his|her|its|their)\s+/iu;
/** "My" refers to the speaker. */
const possessive = setOf(
  'my our mein meine meinem meinen meiner unser unsere unserem unseren unserer mon ma mes notre nos mi mis nuestro nuestra',
  'nuestros nuestras meu minha meus minhas nosso nossa nossos nossas mio mia miei mie nostro nostra nostri nostre mijn ons',
  'onze min mitt mina vår vårt våra мой моя моё мое мои моей моего наш наша наше наши нашей нашего',
);

const capitalised = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const endsSentence = (after: string) => /[.!?。！？]/u.test(after);
const isJapanese = (text: string) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);

/** A name and a preposition without a verb, which stands in a part before: "… and Redis for sessions". */
function lacksVerb(text: string): boolean {
  const words = wordsOf(squeezed(text));
  const [first = ''] = words;
  const isOfSpeaker = first === 'у' || (beginsWithSpeaker(text) && !possessive.has(first) && !articles.has(first));
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(text) || isOfSpeaker) return false;
  const next = words[articles.has(first) || possessive.has(first) ? 2 : 1];
  return next === undefined || (isSmall(next) && !auxiliary.has(next));
}

/** A fragment of Japanese or Chinese: a topic or a place, of which nothing is said. @param isSentence it stands alone */
function lacksPredicate(text: string, whole: string, isSentence: boolean): boolean {
  if (isSentence && !isUnspaced(text)) return false;
  if (isJapanese(isSentence ? text : whole)) return !/[はがをにでもたるいすうくつむぬぶぐだ]/u.test(text);
  return /\p{Script=Han}/u.test(whole) && !/\p{Script=Han}{2}/u.test(text);
}

/** How a clause of Japanese that stood before another one ends a sentence; undefined: it needs another form. */
function endedInJapanese(text: string): string | undefined {
  if (/[てで]いて$/u.test(text)) return text.replace(/て$/u, 'る');
  if (/[\p{Script=Katakana}ー\p{Script=Han}]で$/u.test(text)) return text.replace(/で$/u, 'です');
  return /[\p{Script=Katakana}ー\p{Script=Han}るただすいくうつむぬぶぐ]$/u.test(text) ? text : undefined;
}

/**
 * A part that stays, with what it had from a part that goes; undefined where it says nothing without that.
 * @param before the part before it; `next`: the one behind it
 */
function standing(part: Told, before: Told | undefined, next: Told | undefined, whole: string): string | undefined {
  const { text, subject, isElided, after } = part;
  const isBehindGone = before?.isChanged === true;
  const isWithin = before !== undefined && !endsSentence(before.after);
  const [first = '', ...words] = wordsOf(squeezed(text));
  if (lacksPredicate(text, whole, !isWithin && (next === undefined || endsSentence(after)))) return undefined;
  if (subordinate.has(first) && !(next?.isChanged === false && !endsSentence(after))) return undefined;
  if (!isElided && isWithin && lacksVerb(text)) return undefined;
  if (!isBehindGone) return text;
  const named = (subject || firstOf(before.text)).toLowerCase();
  // Of "my sister" or "the API" nobody knows where it ends.
  const isNamed = !articles.has(named) && !possessive.has(named);
  if (isElided) return isNamed ? `${subject} ${text}`.trim() : undefined;
  if (isNamed && ofOther.test(text)) return text.replace(ofOther, `${subject || firstOf(before.text)}'s `);
  if (pronoun.has(first) || pronounJoined.test(text)) return isNamed ? withSubjectOf(before.text, text) : undefined;
  return words.some((word) => pronounWithin.has(word)) ? undefined : text;
}

const beforeDay = setOf(
  'on every each am an jeden le les el los cada il la ogni chaque op på w we в во по às aos na no em',
);

/**
 * A part that a newer text moves to another weekday, without its own: "Der Kurs ist um 19 Uhr". Undefined where it says no
 * more than the day, or the newer one may set another time.
 */
function withoutDay(newer: string, part: string): string | undefined {
  const isDay = (word: string) => namedBy(squeezed(word).trim())?.kinds.includes('weekday') === true;
  const words = part.split(' ');
  const at = words.findIndex(isDay);
  const isMoved = newer.split(' ').some(isDay) && !/\p{N}/u.test(newer);
  if (at < 0 || !isMoved || !/\p{N}/u.test(part) || words.slice(at + 1).some(isDay)) return undefined;
  const kept = words.slice(0, at);
  while (beforeDay.has(kept.at(-1)?.toLowerCase() ?? '')) kept.pop();
  return kept.length === 0 ? undefined : [...kept, ...words.slice(at + 1)].join(' ');
}

/**
 * What an older text still says beside what a newer one changes, as a text of its own; undefined where nothing is left, or
 * nobody knows what.
 */
export function heldBeside(newer: string, older: string): string | undefined {
  const said = headOf(older);
  const whole = older.slice(said.length);
  const parts = partsBeside(newer, older);
  if (new Set(parts.map(({ isChanged }) => isChanged)).size < 2) return undefined;
  let [text, join, last, isBegin] = ['', '', '', parts[0]?.isChanged === true];
  for (const [at, part] of parts.entries()) {
    const { after } = part;
    const moved = part.isChanged ? withoutDay(newer, part.text) : undefined;
    if (part.isChanged && moved === undefined) {
      // Of the two joints around what goes, the end of a sentence stays.
      if (text !== '' && !endsSentence(join)) join = after;
      isBegin ||= endsSentence(after);
      continue;
    }
    const stays = moved ?? standing(part, parts[at - 1], parts[at + 1], whole);
    if (stays === undefined) return undefined;
    text += join + (isBegin ? capitalised(stays) : stays);
    [join, last, isBegin] = [after, after, endsSentence(after)];
  }
  const isCut = parts.at(-1)?.isChanged === true && !endsSentence(last);
  const ended = isCut && isJapanese(text) ? endedInJapanese(text) : text;
  if (ended === undefined) return undefined;
  return said + ended + (endsSentence(join) ? join.trimEnd() : marksOf(whole));
}

/** The parts of an older text, without what stands before it, and a newer one. */
const partsBeside = (newer: string, older: string) =>
  toldBy(newer.slice(headOf(newer).length), older.slice(headOf(older).length));

/** What a newer text changes of an older one that says more; undefined where that is all of it, or nobody knows. */
export function changedIn(newer: string, older: string): string | undefined {
  const changed = partsBeside(newer, older).filter(({ isChanged }) => isChanged);
  return heldBeside(newer, older) && changed.map(({ text }) => text).join(', ');
}

/**
 * The same as a text of its own, with what stands before the older one; the whole older text, where a part of it names nobody
 * by itself: "It runs on stg2".
 */
export function goneBeside(newer: string, older: string): string | undefined {
  if (heldBeside(newer, older) === undefined) return undefined;
  const changed = partsBeside(newer, older).filter(({ isChanged }) => isChanged);
  const isUnnamed = ({ text, isElided }: Told) =>
    pronounJoined.test(text) || (!isElided && pronoun.has(wordsOf(squeezed(text))[0] ?? ''));
  if (changed.some(isUnnamed)) return older;
  const told = changed.map(({ subject, text }) => {
    const whole = capitalised(`${subject} ${text}`.trim());
    return isJapanese(whole) ? (endedInJapanese(whole) ?? whole) : whole;
  });
  const end = marksOf(older);
  return headOf(older) + told.join(isUnspaced(older) ? end : `${end.trim()[0] ?? ';'} `) + end;
}
