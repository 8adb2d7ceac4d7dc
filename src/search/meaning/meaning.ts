import { readFileSync } from 'node:fs';
import { once } from '../../base/once.ts';
import { MEANING_SIZE, WordTable } from './word-table.ts';
import path from './words.bin';

/** The meaning vector of a text; undefined when none of its words is known. The table is read lazily. */
export function meaningOf(text: string): Float64Array | undefined {
  return table().meaningOf(text);
}

/**
 * The meaning vector of a memory as the index stores it: one signed byte per number, of the vector with length 1; zeros
 * where no word is known. The speaker is not part of it.
 */
export function packMeaning(content: string): Int8Array {
  const packed = new Int8Array(MEANING_SIZE);
  const meaning = meaningOf(content.replace(SPEAKER(), ''));
  if (meaning !== undefined) for (let i = 0; i < MEANING_SIZE; i++) packed[i] = Math.round(meaning[i]! * 127);
  return packed;
}

/** "Name: text". */
const SPEAKER = once(() => /^\p{Lu}[\p{L}\p{M}'-]{0,30}: /u);

/** Whether a word, in lower case without marks, is a common English one. */
export function isCommonWord(word: string): boolean {
  return table().knows(word);
}

const table = once(() => new WordTable(readFileSync(path)));
