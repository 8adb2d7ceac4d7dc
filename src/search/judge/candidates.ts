import { isRequest } from '../../text/questions.ts';
import { splitSentences } from '../../text/sentences.ts';
import { endsAllItNames, haveOtherValue, namesOtherOfKind } from './contradiction.ts';
import { replacesNamed } from './instead.ts';
import { namesIn, othersLike } from './kinds.ts';
import { wordsThatTell } from './news.ts';
import { setsAllAnew, setsValues, tellsValue } from './other-value.ts';
import { isCued, type Profile, profileOf, tellsOfChange } from './profile.ts';
import { givesRoleToOther } from './roles.ts';
import { inOneSpelling } from './spelling.ts';
import { changesState, tellsState, wordsOfChanged } from './states.ts';

/** A longer text is more than one statement (UTF-16 units): of those only values that they set are compared. */
const maxStatement = 300;
const maxText = 1_000;

/** Whether a text is short enough to be one statement. */
export function isShort(text: string): boolean {
  return text.length <= maxStatement;
}

/** Whether a text is code, or a row of a table: its cells with their headings. */
function isNoSentence(text: string): boolean {
  const cells = text.split('; ');
  return text.includes('```') || (cells.length > 1 && cells.every((cell) => cell.includes(': ')));
}

/** Whether a text may end others, or be ended by one. */
export function isComparable(text: string): boolean {
  if (isNoSentence(text)) return false;
  return (isShort(text) && !isRequest(text)) || (text.length <= maxText && setsValues(text));
}

/** A text of fewer sentences is judged as a whole. */
const leastSentences = 3;

/** The sentences of a text of many, each of which may be ended; none of a shorter text, of a very long one, of code and tables. */
export function sentencesIn(text: string): string[] {
  if (text.length > maxText || isNoSentence(text)) return [];
  const sentences = splitSentences(text).map((sentence) => sentence.trim());
  return sentences.length < leastSentences && isShort(text) ? [] : sentences.filter(isComparable);
}

/** Whether a statement clearly tells that something has changed, beside names in code: `NO_DATA_ERR`. */
export function saysChange(statement: string): boolean {
  return tellsOfChange(profileOf(statement.replace(/`[^`]*`/gu, ' ')));
}

/** Whether a statement tells by its words alone of a state, a tool, a value or an end that changes what an older one says. */
export function saysOtherwise(newer: Profile, older: Profile, statement: string): boolean {
  const changes = [changesState, namesOtherOfKind, replacesNamed, haveOtherValue].some((isChanged) =>
    isChanged(newer, older),
  );
  return changes || endsAllItNames(newer, older, statement);
}

/** So a changed value is found by the old one that the statement names. */
const maxSharing = 3;
/** A statement with this share of an older one's words is about the same subject. */
const leastShared = 0.5;

/**
 * Those of some texts that tell of a state, a tool or a value which a statement changes, the likeliest first, at most three; where
 * it has a word of change, also those that share a name, a number or most of their words with it.
 */
export function sharing<One extends { content: string }>(statement: string, others: readonly One[]): One[] {
  const least = isCued(profileOf(statement)) ? leastShared : Number.POSITIVE_INFINITY;
  return others
    .map((one) => {
      const [text, before] = inOneSpelling(statement, one.content);
      const [said, older] = [profileOf(text), profileOf(before)];
      const isOtherwise =
        saysOtherwise(said, older, text) || givesRoleToOther(text, before, said) || setsAllAnew(text, before);
      return { one, shared: isOtherwise ? Number.POSITIVE_INFINITY : sharedOf(said, older) };
    })
    .filter(({ shared }) => shared >= least)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, maxSharing)
    .map(({ one }) => one);
}

/** The sentences of a text of many that `sharing` finds beside a statement. */
export function sentencesSharing(statement: string, text: string): string[] {
  const sentences = sentencesIn(text).map((content) => ({ content }));
  return sharing(statement, sentences).map(({ content }) => content);
}

/** Scripts that tell names by no capitals. */
const uncapitalised = /[\u0590-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;
const maxTelling = 8;
const maxOthers = 12;

/**
 * The words by which to look for what a statement changes beside what is nearest to it: those with a capital or a digit, then
 * others that say something, at most eight; in scripts without capitals the statement; and words of the state that it
 * changes, or other tools of a kind. None where it tells of no change, no state and no name of a kind.
 */
export function tellingWords(statement: string): string {
  const said = profileOf(statement);
  const state = wordsOfChanged(said);
  const named = namesIn(said.said);
  const isOfThing = state === '' && (tellsState(said) || tellsValue(statement));
  if (state === '' && named.length === 0 && !isOfThing && !isCued(said)) return '';
  const others = named.flatMap(othersLike).slice(0, maxOthers);
  const changed = [isOfThing ? statement : state, ...others].join(' ').trim();
  if (uncapitalised.test(statement)) return `${statement} ${changed}`.trim();
  const words = statement.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.'/_-]*/gu) ?? [];
  const isTelling = (word: string) => /\p{N}|.\p{Lu}|^\p{Lu}./u.test(word);
  const telling = new Set([...words.filter(isTelling), ...(isCued(said) ? wordsThatTell(said) : [])]);
  return [...telling].slice(0, maxTelling).concat(changed).join(' ').trim();
}

/** 1 and more: the newer one names names or numbers of the older one; below: the share of the older one's words. */
function sharedOf(newer: Profile, older: Profile): number {
  const count = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].filter((each) => other.has(each)).length;
  const words = older.words.size === 0 ? 0 : count(older.words, newer.words) / older.words.size;
  return words + count(older.names, newer.names) + count(older.numbers, newer.numbers);
}
