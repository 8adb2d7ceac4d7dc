import type { Memory } from '../domain/memory.ts';
import { isMessage } from '../domain/memory-rules.ts';
import { type Placed, placed } from '../search/judge/placed.ts';
import { toldIn, withoutCaptions } from '../search/judge/talk.ts';
import { saysNothing } from '../text/small-talk.ts';

export function isOfDocument({ source }: Memory): boolean {
  return source.kind === 'import' || source.kind === 'file';
}

/** The statement of a memory, and the headings of its document above it; of a message without captions. */
export function placeOf(memory: Memory): Placed {
  const { content } = memory;
  return placed(isMessage(memory) ? withoutCaptions(content) : content, isOfDocument(memory));
}

/** What a memory tells: its text, or of a message of a chat what `toldIn` finds in its words. Undefined: nothing. */
export function toldBy(memory: Memory): string | undefined {
  if (isMessage(memory)) return toldIn(placeOf(memory).body);
  return saysNothing(memory.content) ? undefined : memory.content;
}
