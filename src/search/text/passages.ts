import { TEXT } from '../parameters.ts';
import { subjectsByShape } from './shapes.ts';
import type { Word } from './word.ts';
import { findWords } from './words.ts';

/** A stretch of a text with its words, positions counted from its start. */
export interface Passage {
  readonly length: number;
  readonly words: readonly Word[];
  /** The terms of subjects that values tell, with the place of their sentence. */
  readonly told: readonly (readonly [subject: string, at: number])[];
}

/**
 * A text in passages of whole sentences, packed up to the size of a passage (Callan, "Passage-Level Evidence in Document
 * Retrieval", 1994). A longer sentence is cut.
 */
export function splitPassages(text: string, language: number): Passage[] {
  const passages: Passage[] = [];
  let words: Word[] = [];
  let told: [string, number][] = [];
  let length = 0;
  const flush = () => {
    if (words.length > 0) passages.push({ length, words, told });
    words = [];
    told = [];
    length = 0;
  };
  for (const sentence of text.split(SENTENCE_END)) {
    const found = findWords(sentence, language);
    if (length + found.position > TEXT.passageWords) flush();
    if (found.position <= TEXT.passageWords) {
      for (const word of found.words) words.push(shifted(word, length));
      for (const subject of subjectsByShape(sentence)) told.push([subject, length]);
      length += found.position;
    } else passages.push(...cut(found.words, found.position, subjectsByShape(sentence)));
  }
  flush();
  return passages;
}

export const SENTENCE_END = /(?<=[.!?…])\s+|(?<=[。！？])|[\n\r]+/u;

/** What values tell counts for every part, because where they stand is not known. */
function cut(words: readonly Word[], length: number, subjects: readonly string[]): Passage[] {
  const told = subjects.map((subject) => [subject, 0] as const);
  const pieces = Array.from({ length: Math.ceil(length / TEXT.passageWords) }, (_, i) => ({
    length: Math.min(TEXT.passageWords, length - i * TEXT.passageWords),
    words: [] as Word[],
    told,
  }));
  for (const word of words) {
    const piece = Math.min(pieces.length - 1, Math.floor(word.position / TEXT.passageWords));
    pieces[piece]!.words.push(shifted(word, -piece * TEXT.passageWords));
  }
  return pieces;
}

/** Without a spread, which takes as long as finding the word. */
function shifted(word: Word, by: number): Word {
  if (by === 0) return word;
  const { term, position, role, identifier, written } = word;
  return { term, position: position + by, role, identifier, written };
}
