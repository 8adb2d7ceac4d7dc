import { readFileSync } from 'node:fs';
import { once } from '../../base/once.ts';
import { MEANING_SIZE, WordTable } from './word-table.ts';
import path from './words.bin';

/** What a text means, undefined when no word of it is known. The table is read at the first use. */
export function meaningOf(text: string): Float64Array | undefined {
  return table().meaningOf(text);
}

/**
 * What a memory means, as the index keeps it: one signed byte a number, of the meaning at length 1; zeros where no word
 * is known. Who said it is no part of that.
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
