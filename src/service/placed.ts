import type { Memory } from '../domain/memory.ts';
import { isMessage, isOfDocument } from '../domain/memory-rules.ts';
import { sentencesIn } from '../search/judge/candidates.ts';
import { type Placed, placed } from '../search/judge/placed.ts';
import { toldIn, withoutCaptions } from '../search/judge/talk.ts';
import { saysNothing } from '../text/small-talk.ts';
import { speakerOf } from '../text/speakers.ts';

/** The statement of a memory, and the headings of its document above it; of a message without captions. */
export function placeOf(memory: Memory): Placed {
  const { content } = memory;
  return placed(isMessage(memory) ? withoutCaptions(content) : content, isOfDocument(memory));
}

/** What a memory tells: its text, or of a person's message in a chat what `toldIn` finds in it. Undefined: nothing. */
export function toldBy(memory: Memory): string | undefined {
  if (isMessage(memory)) {
    const { heading, body } = placeOf(memory);
    return speakerOf(heading, false)?.role === 'assistant' ? undefined : toldIn(body);
  }
  return saysNothing(memory.content) ? undefined : memory.content;
}

/** Whether a memory says many things, as a note does: a verdict is on one of its sentences. */
export const saysMany = (memory: Memory) => !isMessage(memory) && sentencesIn(placeOf(memory).body).length > 1;
