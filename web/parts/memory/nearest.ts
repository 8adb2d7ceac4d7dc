import { beginningOf } from '../../../src/base/graphemes.ts';
import type { Memory } from '../../client/api.ts';
import type { Client, Output } from '../../client/client.ts';
import { pathIn } from './marking.ts';

/** The beginning of a text is enough for this search. */
const questionLength = 400;
/** So many are looked through. */
const searched = 20;

/** Other memories that a search for a memory's text finds, the nearest first. */
export async function nearest(
  client: Client,
  { id, characterId, content }: Memory,
  count: number,
  signal: AbortSignal,
): Promise<Output<'searchMemories'>['memories']> {
  const asked = { characterId, query: beginningOf(pathIn(content).text, questionLength), limit: searched };
  const { memories } = await client.call('searchMemories', asked, signal);
  const words = wordsOf(pathIn(content).text);
  // Of a conversation the title alone may have been found.
  const isNear = (one: (typeof memories)[number]) =>
    one.sessionId === undefined ||
    one.source.kind !== 'import' ||
    wordsOf(pathIn(one.content).text).some((word) => words.includes(word));
  return memories.filter((one) => one.id !== id && isNear(one)).slice(0, count);
}

/** The beginnings of the longer words, and the signs of scripts without spaces. */
const wordsOf = (text: string) =>
  Array.from(
    text.toLowerCase().matchAll(/\p{Script=Han}|[\p{Script=Katakana}ー]{2,}|[\p{L}\p{M}\p{N}]{4,}/gu),
    ([word]) => word.slice(0, 5),
  );
