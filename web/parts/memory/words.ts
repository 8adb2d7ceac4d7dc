import { diffArrays } from 'diff';

/** A part of a comparison. */
export interface Part {
  text: string;
  added?: boolean;
  removed?: boolean;
}

/** Of texts that have less in common than this share, the old and the new one are read apart. */
const leastCommon = 0.5;

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'word' }) : undefined;
const simpleWords = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*|\s+|./gu;

/** Words as a reader counts them: "Audrey's" is one, and so is one of a language that writes none apart. */
export function wordsOf(text: string): string[] {
  if (!segmenter) return text.match(simpleWords) ?? [];
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** What became of a text, word by word; undefined: too little stayed for that to be read. */
export function comparedWords(from: string, to: string): Part[] | undefined {
  const parts = diffArrays(wordsOf(from), wordsOf(to)).map(({ value, added, removed }) => ({
    text: value.join(''),
    ...(added && { added }),
    ...(removed && { removed }),
  }));
  const common = parts.reduce((sum, { text, added, removed }) => sum + (added || removed ? 0 : text.trim().length), 0);
  return common < leastCommon * Math.min(from.trim().length, to.trim().length) ? undefined : parts;
}
