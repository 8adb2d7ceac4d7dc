import { once } from './once.ts';

/** Unicode Standard Annex #29: what people see as one character. Made lazily, because it takes as long as a search. */
const segmenter = once(() => new Intl.Segmenter('und', { granularity: 'grapheme' }));

/** Longer graphemes, which no writing system has, are cut. */
const longest = 64;

/** The beginning of a text in at most `most` UTF-16 units, in whole graphemes. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  // Behind a space a grapheme begins, so that not all of a long text is segmented.
  const start = Math.max(0, text.lastIndexOf(' ', most - longest));
  const end =
    start +
    (segmenter()
      .segment(text.slice(start, most + longest))
      .containing(most - start)?.index ?? 0);
  return text.slice(0, end > most - longest ? end : most).toWellFormed();
}

/** The graphemes of a text. */
export function graphemesOf(text: string): string[] {
  return Array.from(segmenter().segment(text), ({ segment }) => segment);
}
