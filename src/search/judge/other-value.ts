import { splitSentences } from '../../text/sentences.ts';
import { statedTerms } from '../same-statement.ts';

/** A word in quotation marks. */
const quoted = /^[([]?["'‘’“”„«`]([^"'‘’“”„«»`]{1,40})["'’“”»`][.,;:!?)\]]{0,3}$/u;
const marksBehind = /["'.,;:!?)\]]{1,4}$/u;
/** A name with a sign, a digit or a capital inside: `/v2`, `maxRetries`. */
const telling = /[_/\d]|\p{Ll}\p{Lu}/u;
const maxName = 40;
/** The same words must stand before both values, in any order, but for so many that lead to them, and so many behind. */
const maxLeadIn = 3;
const maxBehind = 1;
/** Fewer equal words are in many texts by chance. */
const leastTerms = 3;
/** Of a longer text only the first sentences count. */
const maxSentences = 16;

interface Setting {
  /** What the value is of, in order. */
  terms: readonly string[];
  value: string;
}

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
  return now.some((one) => before.some((other) => one.value !== other.value && areOfOne(one.terms, other.terms)));
}

function settingsIn(text: string): Setting[] {
  return splitSentences(text)
    .slice(0, maxSentences)
    .flatMap((sentence) => {
      const settings: Setting[] = [];
      let before: string[] = [];
      for (const word of sentence.split(/\s/u)) {
        const value = valueIn(word);
        if (value === undefined) before.push(word);
        else {
          settings.push({ terms: [...statedTerms(before.join(' '))], value });
          before = [];
        }
      }
      return settings;
    });
}

function areOfOne(one: readonly string[], other: readonly string[]): boolean {
  const [mine, others] = [coresOf(one), coresOf(other)];
  return mine.some((core) => others.some((each) => each.length === core.length && core.every((t) => each.includes(t))));
}

/** The terms without some that lead to them, and without one behind. */
function coresOf(terms: readonly string[]): string[][] {
  const found: string[][] = [];
  for (let from = 0; from <= maxLeadIn; from++)
    for (let behind = 0; behind <= maxBehind; behind++) {
      const core = terms.slice(from, terms.length - behind);
      if (core.length >= leastTerms) found.push(core);
    }
  return found;
}
