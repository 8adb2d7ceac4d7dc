import { pathBefore } from './headings.ts';
import { mixedSkeleton, withoutLookAlikes } from './look-alikes.ts';
import { foldLatin, unspaced } from './words.ts';

/** A word, up to digits at its end: "josepena92" is "josepena" and "92". */
const word = /[\p{L}\p{M}]+|[\p{L}\p{M}\p{N}]+/gu;
const wordOrMark = /[\p{L}\p{M}]+|[\p{L}\p{M}\p{N}]+|[,;|\t，、،]/gu;

const invisible = /\p{Default_Ignorable_Code_Point}/u;
const allInvisible = new RegExp(invisible, 'gu');

/** Latin letters that Unicode does not decompose. */
const wholeLetters = new Map(
  Object.entries({ ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }),
);
const anyWhole = new RegExp(`[${[...wholeLetters.keys()].join('')}]`, 'gu');

/** Where a name stands in words that are written as one: "JosePena", "getJosePenaAge". */
const hump = /(?<=\p{Ll})(?=\p{Lu})/gu;

/** The most words of a name, and the least letters of its first and last one where it is found as one small word. */
const [maxWords, fewestLetters] = [4, 3];

/** A text without what hides a name: an invisible character stands within a word or between two. */
function formsOf(text: string): string[] {
  const shown = invisible.test(text) ? [text, text.replace(allInvisible, '')] : [text];
  return [...new Set([...shown, ...shown.map(withoutLookAlikes)])];
}

/** The words of a text as they are compared: without case and accents, and in scripts without spaces sign by sign. */
function namedWords(text: string, parts = word): string[] {
  const folded = foldLatin(text).replace(anyWhole, (letter) => wholeLetters.get(letter) ?? letter);
  return (folded.match(parts) ?? []).flatMap((one) => (unspaced.test(one) ? [...one] : [one]));
}

/** How a sought text may be written: also as one word, and a name with its last part first, before a comma. */
function writings(text: string): string[][] {
  const forms = [...formsOf(text), mixedSkeleton(text) ?? text].flatMap((form) => [
    form,
    form.replace(hump, ' '),
    form.replace(lastFirst, '$2 $1'),
  ]);
  return [...new Set(forms)].flatMap((form) => {
    const plain = namedWords(form);
    if (!isName(plain)) return [plain];
    const reversed = plain.slice(1).map((_, i) => [...plain.slice(i + 1), comma, ...plain.slice(0, i + 1)]);
    const isLong = [plain[0], plain.at(-1)].every((one = '') => one.length >= fewestLetters);
    return [plain, ...reversed, ...(isLong ? [[plain.join('')]] : [])];
  });
}

/** Of several words: one alone is also part of other names, as "Java" of "JavaScript". */
const isName = ({ length }: readonly string[]) => length > 1 && length <= maxWords;
const comma = ',';
const lastFirst = /^([^,]{1,40}), ([^,]{1,40})$/u;

/**
 * Tells whether a text names one of some texts: their words, one behind another. The time does not grow with their
 * number, unless many begin with the same two words.
 */
export function naming(texts: Iterable<string>): (text: string) => boolean {
  const byStart = new Map<string, string[][]>();
  for (const words of [...texts].flatMap(writings)) {
    if (words.length === 0) continue;
    const start = words.slice(0, 2).join(' ');
    const others = byStart.get(start);
    if (others) others.push(words);
    else byStart.set(start, [words]);
  }
  if (byStart.size === 0) return () => false;
  const hasName = [...byStart.values()].flat().some(isName);
  const areIn = (words: readonly string[], fewest = 1) =>
    words.some((first, i) => {
      const isHere = (wanted: readonly string[]) =>
        wanted.length >= fewest && wanted.every((one, k) => words[i + k] === one);
      return [first, `${first} ${words[i + 1]}`].some((start) => byStart.get(start)?.some(isHere));
    });
  const marked = (form: string) => namedWords(form, wordOrMark).map((one) => (anyMark.test(one) ? comma : one));
  return (text) =>
    formsOf(text).some(
      (form) =>
        areIn(namedWords(form)) ||
        (hasName && anyMark.test(form) && areIn(marked(form))) ||
        (hasName && form.search(hump) > 0 && areIn(namedWords(form.replace(hump, ' ')), 2)),
    );
}

const anyMark = /[,;|\t，、،]/u;

/** A label or speaker before a text. */
const labelled = /^([^\n:：›]{1,40})[:：]\s/u;

/** Where a memory has a name: in its text, only in the headings before that, or only in an earlier text or a label. */
export type NamedIn = 'text' | 'heading' | 'earlier';

/** @param content the present text; a label that is the name itself says who speaks */
export function namedIn(names: readonly string[], content: string): NamedIn {
  const isNamed = naming(names);
  const path = pathBefore(content);
  const [before = '', label = ''] = labelled.exec(content.slice(path.length)) ?? [];
  const heading = path + before;
  const said = namedWords(label).join(' ');
  const isSpeaker = said !== '' && names.some((name) => namedWords(name).join(' ') === said);
  if (isSpeaker || isNamed(content.slice(heading.length))) return 'text';
  return isNamed(heading) ? 'heading' : 'earlier';
}

/** All texts of a value in a store: the strings of a JSON value, else itself. */
export function textsIn(stored: string): string[] {
  if (!/^\s*[[{]/.test(stored)) return [stored];
  try {
    const texts: string[] = [];
    JSON.parse(stored, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
    return texts;
  } catch {
    return [stored];
  }
}
