import type { Memory } from '../domain/memory.ts';
import { isMessage, isOfDocument } from '../domain/memory-rules.ts';
import { sentencesIn } from '../search/judge/candidates.ts';
import { type Placed, placed } from '../search/judge/placed.ts';
import { toldIn, withoutCaptions } from '../search/judge/talk.ts';
import { likelyLanguages } from '../search/text/languages/detect.ts';
import { languageOf } from '../search/text/languages/languages.ts';
import { tellsOfOwn } from '../text/about/about.ts';
import { uncased } from '../text/known-names.ts';
import { saysNothing } from '../text/small-talk.ts';
import { speakerOf } from '../text/speakers.ts';

/** The statement of a memory, and the headings of its document above it; of a message without captions. */
export function placeOf(memory: Memory): Placed {
  const { content } = memory;
  return placed(isMessage(memory) ? withoutCaptions(content) : content, isOfDocument(memory));
}

/** Whether it is what an assistant said in a chat. */
export function isOfAssistant(memory: Memory): boolean {
  return isMessage(memory) && speakerOf(placeOf(memory).heading, false)?.role === 'assistant';
}

/** Languages whose verbs say "I". */
const withoutPronoun = new Set(['es', 'fi', 'it', 'pl', 'pt', 'ru', 'tr']);

/** Whether it is a note, or a message in which a person speaks of themselves or of a relative, as far as its language shows. */
export function isOfOwnLife(memory: Memory): boolean {
  if (!isMessage(memory)) return true;
  const { body } = placeOf(memory);
  const isOpen = () => likelyLanguages(body).some((number) => withoutPronoun.has(languageOf(number).code));
  return tellsOfOwn(body) || uncased.test(body) || isOpen();
}

/** What a memory tells: its text, or of a person's message in a chat what `toldIn` finds in it. Undefined: nothing. */
export function toldBy(memory: Memory): string | undefined {
  if (isMessage(memory)) return isOfAssistant(memory) ? undefined : toldIn(placeOf(memory).body);
  return saysNothing(memory.content) ? undefined : memory.content;
}

/** Whether a memory says many things, as a note does: a verdict is on one of its sentences. */
export const saysMany = (memory: Memory) => !isMessage(memory) && sentencesIn(placeOf(memory).body).length > 1;
