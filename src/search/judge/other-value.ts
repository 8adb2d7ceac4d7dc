import { Lru } from '../../base/lru.ts';
import { splitSentences } from '../../text/sentences.ts';
import { statedTerms } from '../same-statement.ts';

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
/** Of a longer text only the first sentences count. */
const maxSentences = 16;

interface Setting {
  /** What the value is of: see `coresOf`. */
  cores: ReadonlySet<string>;
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

function settingsIn(text: string): Setting[] {
  const cached = known.get(text);
  if (cached) return cached;
  const settings: Setting[] = [];
  let before: string[] = [];
  for (const word of splitSentences(text).slice(0, maxSentences).join(' ').split(/\s/u)) {
    const value = valueIn(word);
    if (value === undefined) before.push(word);
    else {
      settings.push({ cores: coresOf(before), value });
      before = [];
    }
  }
  known.set(text, settings);
  return settings;
}

function areOfOne(one: Setting, other: Setting): boolean {
  return [...one.cores].some((core) => other.cores.has(core));
}

/**
 * The terms, sorted, of each run of words that ends before a value, or one or two words earlier, also over sentences: "The
 * names of variables. Start them with `x_`."
 */
function coresOf(before: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (let behind = 0; behind <= maxBehind; behind++) {
    const end = before.length - behind;
    for (let from = end - leastTerms; from >= Math.max(0, end - maxWordsBefore); from--) {
      const terms = [...statedTerms(before.slice(from, end).join(' '))].map((term) => term.replace(/^-/u, ''));
      if (terms.length >= leastTerms) found.add(terms.toSorted().join(' '));
    }
  }
  return found;
}
