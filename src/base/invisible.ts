/*
 * Invisible text: tag characters, which spell ASCII; bidirectional overrides, embeddings and isolates, which reorder
 * what is shown; runs of zero-width characters, which can encode anything. Models never get it; people see marks in its
 * place: `⟦tags: hello⟧`, `⟦U+202E⟧`. The marks of Arabic and Hebrew typing (U+061C, U+200E, U+200F) stay, and so do
 * short runs of joiners and variation selectors, as in scripts and emoji. The flags of England, Scotland and Wales are
 * spelt in tag characters: models get only their black flag.
 */

const tagsAndBidi = /[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;
const maxInRow = 8;
const beyondMost = /(\p{Default_Ignorable_Code_Point}{8})\p{Default_Ignorable_Code_Point}+/gu;

const beyondAscii = /[\u0080-\uffff]/;

/** A text as a model is given it. */
export function withoutInvisible(text: string): string {
  if (!beyondAscii.test(text)) return text;
  return text.replace(tagsAndBidi, '').replace(beyondMost, '$1');
}

/** Zero-width characters, and text that looks like the beginning of a mark. */
const toMark = /\p{Default_Ignorable_Code_Point}+|\u27E6(?:U\+|tags: )/gu;
const markOpening = '\u27E6';
const markClosing = '\u27E7';
/** The tag character of NUL; the others follow in the order of ASCII. */
const firstTag = 0xe0000;
const spelling = /[\u{E0020}-\u{E007E}]+|[^\u{E0020}-\u{E007E}]+/gu;

/** A text as people are shown it: with marks for all that `withoutInvisible` leaves out. `fromMarks` gives the text back. */
export function withMarks(text: string): string {
  return text.replace(toMark, (run) => {
    if (run.startsWith(markOpening)) return markOf(markOpening) + run.slice(1);
    let shown = '';
    let hidden = '';
    let count = 0;
    for (const one of run) {
      if (one.search(tagsAndBidi) >= 0 || count === maxInRow) hidden += one;
      else {
        shown += markOf(hidden) + one;
        hidden = '';
        count += 1;
      }
    }
    return shown + markOf(hidden);
  });
}

function markOf(hidden: string): string {
  const marks = hidden.match(spelling)?.map((part) => {
    const codes = [...part].map((one) => one.codePointAt(0) ?? 0);
    const isSpelt = codes.every((code) => code >= firstTag + 0x20 && code <= firstTag + 0x7e);
    const said = isSpelt
      ? `tags: ${characters(codes.map((code) => code - firstTag))}`
      : codes.map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`).join(' ');
    return markOpening + said + markClosing;
  });
  return marks?.join('') ?? '';
}

const mark = /\u27E6(?:tags: ([ -~]+)|(U\+[0-9A-F]{4,5}(?: U\+[0-9A-F]{4,5})*))\u27E7/gu;
const markable = /^[\p{Default_Ignorable_Code_Point}\u27E6]+$/u;

/** The text that `withMarks` has shown, also when it was edited meanwhile. */
export function fromMarks(text: string): string {
  return text.replace(mark, (whole: string, spelt: string | undefined, codes = '') => {
    if (spelt !== undefined) return characters([...spelt].map((one) => firstTag + (one.codePointAt(0) ?? 0)));
    const meant = characters(codes.split(' ').map((code: string) => Number.parseInt(code.slice(2), 16)));
    return markable.test(meant) ? meant : whole;
  });
}

function characters(codes: readonly number[]): string {
  return codes.map((code) => String.fromCodePoint(code)).join('');
}

/** Maps every text in a JSON value, names of fields included; returns the value itself if nothing changes. */
export function withTexts<Value>(value: Value, change: (text: string) => string): Value {
  const isSame = (one: unknown): boolean => {
    if (typeof one === 'string') return change(one) === one;
    if (typeof one !== 'object' || one === null) return true;
    if (Array.isArray(one)) return one.every(isSame);
    for (const name in one) if (!isSame(name) || !isSame((one as Record<string, unknown>)[name])) return false;
    return true;
  };
  const changed = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one);
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(changed);
    return Object.fromEntries(Object.entries(one).map(([name, field]) => [change(name), changed(field)]));
  };
  return isSame(value) ? value : (changed(value) as Value);
}
