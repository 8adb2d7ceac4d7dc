import { once } from '../base/once.ts';
import { asks } from './text/asking.ts';
import { fold } from './text/fold.ts';
import { entriesOf, type FoundTime } from './text/languages/dates.ts';
import { LANGUAGE_NUMBERS, languageOf } from './text/languages/languages.ts';
import { STOP_WORDS } from './text/stop-words.ts';

/** A month that no other word shows to be a time; unsure: it may be somebody's name. */
export interface MonthAlone extends FoundTime {
  readonly isSure: boolean;
}

const ENGLISH = 'january february march april may june july august september october november december'.split(' ');
/** Months that are given names too, and those that are verbs where they are written small or begin a sentence. */
const NAMES: ReadonlySet<string> = new Set('april may june august abril avril julio'.split(' '));
const VERBS: ReadonlySet<string> = new Set(['march', 'may']);

/** The numbers of months by their folded names, in English and in languages that few words do not show. */
const monthNumbers = once((): ReadonlyMap<string, number> => {
  const all = LANGUAGE_NUMBERS.flatMap((number) =>
    entriesOf(languageOf(number).time.months).flatMap((names, i) =>
      names.split('|').flatMap((name) => (OTHER.test(name) ? [[name, i + 1] as const] : [])),
    ),
  );
  return new Map([...all, ...ENGLISH.map((name, i) => [name, i + 1] as const)]);
});

/** Hardly a word of English: "mars", "mayo" and "marts" are. */
const OTHER = /^(?!marts$)[a-z]{5,}$|^(?:aout|marz)$/;

const WORD = /(?<!['’])\p{L}[\p{L}\p{M}]*/gu;
/** A word that a name does not stand beside: no word of grammar, and no verb of one person or of the past. */
const isBeside = (word: string | undefined): boolean =>
  word !== undefined && /^\p{Ll}/u.test(word) && !STOP_WORDS.has(fold(word)) && !VERB.test(word);
const VERB = /(?:s|ed)$|^(?:said|told|went|got|gave|came|saw|took|left|met|found|made|wrote|bought|sent|knew)$/;

/**
 * The months alone in a text in English or of no known language. "April trip" and "the April trip" name a time, as an
 * order of words; who "What did June say?" names is not sure, and "June's birthday" names none.
 */
export function monthsAlone(text: string): MonthAlone[] {
  const isQuestion = asks(text);
  return Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index }) => {
    const name = fold(word);
    const month = monthNumbers().get(name);
    const [before, after] = [text.slice(0, index), text.slice(index + word.length)];
    if (month === undefined || /^['’]/.test(after)) return [];
    const [next] = /(?<=^ )[\p{L}\p{M}]+/u.exec(after) ?? [];
    const last = before.endsWith(' ')
      ? before
          .trimEnd()
          .split(/[^\p{L}\p{M}]/u)
          .at(-1)
      : undefined;
    const isFirst = !/[\p{L}\p{N}]/u.test(before);
    const isSmall = ENGLISH.includes(name) && /^\p{Ll}/u.test(word);
    const isVerb = VERBS.has(name) && (isSmall || (isFirst && !isBeside(next)));
    if (isVerb) return [];
    const isNamed = /(?:^|\s)(?:the|my|our|this|every|each) $/i.test(before);
    const isPhrase = !isQuestion && (isBeside(next) || (next === undefined && isBeside(last)));
    const isSure = !NAMES.has(name) || isNamed || isPhrase;
    const isWritten = isFirst ? next === undefined || !/^\p{Ll}/u.test(next) : !isSmall;
    return isSure || isWritten ? [{ time: { kind: 'calendar', month }, words: word, isSure }] : [];
  });
}
