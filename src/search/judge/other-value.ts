import { Lru } from '../../base/lru.ts';
import { splitSentences } from '../../text/sentences.ts';
import { statedTerms } from '../same-statement.ts';
import { isFormOf, joint, wordsThatTell } from './news.ts';
import { profileOf } from './profile.ts';

/** A word in quotation marks. */
const quoted = /^[([]?["'‘’“”„«`]([^"'‘’“”„«»`]{1,40})["'’“”»`][.,;:!?)\]]{0,3}$/u;
const marksBehind = /["'.,;:!?)\]]{1,4}$/u;
/** A name with a sign, a digit or a capital inside: `/v2`, `maxRetries`. */
const telling = /[_/\d]|\p{Ll}\p{Lu}/u;
const maxName = 40;
/** The same terms must be in some last words before both values, in any order; so many words may be behind them. */
const maxWordsBefore = 12;
const maxBehind = 2;
/** Fewer equal terms are in many texts by chance. */
const leastTerms = 3;
/** "For method names, please end them with `_x`": so many terms of what the value is of stand apart. */
const leastApart = 2;
/** Words at most that "and method names with `p_`" takes from what stands before "function names with `f_`". */
const maxElided = 2;
/** Of a longer text only the first sentences count. */
const maxSentences = 16;

interface Setting {
  /** What the value is of, in the last words before it, or one or two words earlier: the terms of a run of words, sorted. */
  cores: ReadonlySet<string>;
  /** The same in the last words alone, or with a run that stands apart: "For method names, please end them with". */
  whole: ReadonlySet<string>;
  value: string;
}

/** A newer text is compared with several older ones. */
const maxKnown = 32;
const known = new Lru<string, Setting[]>(maxKnown);

/** The value that a word is: `_n` of `'_n'.`, `/v2`; undefined for other words. */
function valueIn(word: string): string | undefined {
  const [, inner] = quoted.exec(word) ?? [];
  if (inner !== undefined) return inner.toLowerCase();
  const bare = word.replace(marksBehind, '');
  return bare.length <= maxName && telling.test(bare) ? bare.toLowerCase() : undefined;
}

/** Whether a text sets something to a name or a quoted word. */
export function setsValues(text: string): boolean {
  return text.split(/\s/u).some((word) => valueIn(word) !== undefined);
}

/** Whether a newer text has a value that an older one has not. */
export function namesNewValue(newer: string, older: string): boolean {
  const had = older.toLowerCase();
  return newer.split(/\s/u).some((word) => !had.includes(valueIn(word) ?? ''));
}

/**
 * Whether a text gives another value in the words of an older one, however long both are: "end method names with '_p'" after
 * "end all method names with '_n'".
 */
export function setsOtherValue(newer: string, older: string): boolean {
  if (!setsValues(newer) || !setsValues(older)) return false;
  const [now, before] = [settingsIn(newer), settingsIn(older)];
  return now.some((one) => before.some((other) => one.value !== other.value && areOfOne(one, other)));
}

/**
 * Whether a text has another value of the form that one of an older text has, and speaks of the same: "The staging host is
 * stg3.example.com now", "Staging runs on stg2.example.com".
 */
export function setsLikeValue(newer: string, older: string): boolean {
  const [now, before] = [newer, older].map(numberedIn) as [string[], string[]];
  const forms = new Set(before.filter((value) => !now.includes(value)).map(formOf));
  const isLike = now.some((value) => !before.includes(value) && forms.has(formOf(value)));
  if (!isLike) return false;
  const had = statedTerms(besideValues(older));
  return [...statedTerms(besideValues(newer))].some((term) => had.has(term));
}

/** The last word before a value that a statement says something to be. */
const copula = /(?:^(?:is|are|ist|lautet|est|es|é|è|är|er|to)|[は是:=])$/u;
const behindValue = /^(?:です|だ)?[.。]?$/u;

/** Whether a text says that something is a value with a number: "The host is stg4". */
export function tellsValue(text: string): boolean {
  const [value = '', before = ''] = apart(text)
    .filter((word) => !behindValue.test(word))
    .reverse();
  return copula.test(before) && numberedIn(value).length > 0;
}

/** Whether a text says what something is, and an older one all that with another value of the form. */
export function setsAllAnew(newer: string, older: string): boolean {
  if (!tellsValue(newer) || !setsLikeValue(newer, older)) return false;
  const profiles = [newer, older].map((text) => profileOf(besideValues(text)));
  const isOfNow = profiles.every(({ cues }) => !['not', 'past', 'plan', 'quote'].some((cue) => cues.has(cue)));
  const [now, had] = profiles.map(wordsThatTell) as [string[], string[]];
  return isOfNow && now.every((word) => had.some((one) => isFormOf(word, one)));
}

/** The values of a text that have a number, and more letters than a version: `stg2`. */
function numberedIn(text: string): string[] {
  return apart(text).flatMap((word) => {
    const value = valueIn(word);
    return value !== undefined && /(?:\p{L}.{0,20}){3}/u.test(value) && /\d/u.test(value) ? [value] : [];
  });
}

/** The words of a text, also those in Latin letters within scripts that do not separate words. */
const apart = (text: string) =>
  text.split(
    /\s|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー。，、])(?=\w)|(?<=\w)(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。，、])/u,
  );

const formOf = (value: string) => value.replace(/\d+/gu, '0');

/** A text without its values. */
function besideValues(text: string): string {
  return apart(text)
    .filter((word) => valueIn(word) === undefined)
    .join(' ');
}

function settingsIn(text: string): Setting[] {
  const cached = known.get(text);
  if (cached) return cached;
  const settings: Setting[] = [];
  let last: readonly string[] = [];
  let before: string[] = [];
  for (const word of splitSentences(text).slice(0, maxSentences).join(' ').split(/\s/u)) {
    const value = valueIn(word);
    if (value === undefined) before.push(word);
    else {
      const whole = [...elidedIn(before, last), ...before].slice(-maxWordsBefore - maxBehind);
      settings.push({ ...coresOf(whole), value });
      [last, before] = [before, []];
    }
  }
  known.set(text, settings);
  return settings;
}

/** What words that begin with "and" leave out, as the words before the last value have it: "start function names with `f_` and". */
function elidedIn([first = '', ...words]: readonly string[], last: readonly string[]): readonly string[] {
  if (!joint.test(` ${first} `)) return [];
  return last.slice(0, Math.max(0, last.length - words.length)).slice(-maxElided);
}

function areOfOne(one: Setting, other: Setting): boolean {
  return [...one.cores].some((core) => other.cores.has(core)) || [...one.whole].some((core) => other.whole.has(core));
}

function coresOf(before: readonly string[]): Omit<Setting, 'value'> {
  const termsOf = termsIn(before);
  const cores = new Set<string>();
  const whole = new Set<string>();
  const add = (found: Set<string>, terms: ReadonlySet<string>) => {
    if (terms.size >= leastTerms) found.add([...terms].toSorted().join(' '));
  };
  /** Whether a run is parted at a place from the next word, with which it would be `wider`. */
  const isParted = (at: number, run: ReadonlySet<string>, wider: ReadonlySet<string>) =>
    marksBehind.test(before[at - 1] ?? '') || wider.size === run.size;
  const apartBefore = (end: number) =>
    placesIn(end).flatMap((to) =>
      placesIn(to)
        .map((from) => ({ run: termsOf(from, to), wider: termsOf(from, to + 1) }))
        .filter(({ run, wider }) => run.size === leastApart && isParted(to, run, wider))
        .map(({ run }) => run),
    );
  for (let behind = 0; behind <= maxBehind; behind++) {
    const end = before.length - behind;
    for (const from of placesIn(end)) {
      const run = termsOf(from, end);
      add(cores, run);
      if (behind > 0) continue;
      add(whole, run);
      if (run.size > 0 && run.size <= leastApart && isParted(from, run, termsOf(Math.max(0, from - 1), end)))
        for (const apart of apartBefore(from)) add(whole, new Set([...apart, ...run]));
    }
  }
  return { cores, whole };
}

/** The places where a run before another place may begin, the last first. */
function placesIn(end: number): number[] {
  return Array.from({ length: Math.min(Math.max(0, end), maxWordsBefore) }, (_, i) => end - 1 - i);
}

/** The terms of the words from one place to another. */
function termsIn(words: readonly string[]): (from: number, to: number) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (from, to) => {
    const said = words.slice(from, to).join(' ');
    const terms = known.get(said) ?? new Set([...statedTerms(said)].map((term) => term.replace(/^-/u, '')));
    known.set(said, terms);
    return terms;
  };
}
