import { foldLatin, unspaced } from './words.ts';

const word = /[\p{L}\p{M}\p{N}]+/gu;

const invisible = /\p{Default_Ignorable_Code_Point}/u;
const allInvisible = new RegExp(invisible, 'gu');

/** How a text reads: an invisible character, such as a soft hyphen, stands within a word or between two. */
function readings(text: string): string[][] {
  const read = namedWords(text);
  return invisible.test(text) ? [read, namedWords(text.replace(allInvisible, ''))] : [read];
}

/** The words of a text as they are compared: without case and accents, and in scripts without spaces sign by sign. */
function namedWords(text: string): string[] {
  const found = foldLatin(text).match(word) ?? [];
  return found.flatMap((one) => (unspaced.test(one) ? [...one] : [one]));
}

/**
 * Tells whether a text names one of some texts: their words, one behind another. The time does not grow with their
 * number, unless many begin with the same two words.
 */
export function naming(texts: Iterable<string>): (text: string) => boolean {
  const byStart = new Map<string, string[][]>();
  for (const words of [...texts].flatMap(readings)) {
    if (words.length === 0) continue;
    const start = words.slice(0, 2).join(' ');
    const others = byStart.get(start);
    if (others) others.push(words);
    else byStart.set(start, [words]);
  }
  if (byStart.size === 0) return () => false;
  const areIn = (words: readonly string[]) =>
    words.some((first, i) => {
      const isHere = (wanted: readonly string[]) => wanted.every((one, k) => words[i + k] === one);
      return [first, `${first} ${words[i + 1]}`].some((start) => byStart.get(start)?.some(isHere));
    });
  return (text) => readings(text).some(areIn);
}

/** Before a text: the headings of a piece, and a label or speaker. */
const above = /^(?:[^\n]{0,1000} › )?(?:([^\n:：›]{1,40})[:：]\s)?/u;

/** Where a memory has a name: in its text, only in the headings before that, or only in an earlier text or a label. */
export type NamedIn = 'text' | 'heading' | 'earlier';

/** @param content the present text; a label that is the name itself says who speaks */
export function namedIn(names: readonly string[], content: string): NamedIn {
  const isNamed = naming(names);
  const [heading, label = ''] = above.exec(content) ?? [''];
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
