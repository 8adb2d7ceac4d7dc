import { RANKING } from '../parameters.ts';
import { TRAIT } from '../text/traits.ts';
import type { MemoryTable } from './memories.ts';
import type { Participants } from './participants.ts';
import type { Timeline } from './timeline.ts';

/**
 * Messages that one person writes in a row are one utterance: in real chats more than half of them follow one of the
 * same person. The messages of utterance `u` are `order[starts[u] .. starts[u + 1])`, a stretch of the timeline.
 */
export interface Utterances {
  readonly starts: Int32Array;
  /** The utterance of each entry of the timeline's order. */
  readonly at: Int32Array;
  readonly session: Int32Array;
  /** Words of all its messages. */
  readonly length: Int32Array;
  /** Bits of `TRAIT` that any of its messages has. */
  readonly traits: Uint8Array;
}

/**
 * A few messages within minutes are one utterance if the same participant leads them, where participants take turns.
 * Otherwise notes with the same beginning would be one endless utterance.
 */
export function utterancesOf(memories: MemoryTable, timeline: Timeline, participants: Participants): Utterances {
  const { order, sessionAt } = timeline;
  const { messages, alternation } = RANKING.utterance;
  const leads = participants.alternation < alternation ? NOBODY : participants.leads;
  const starts = new Int32Array(order.length + 1);
  const at = new Int32Array(order.length);
  const session = new Int32Array(order.length);
  const length = new Int32Array(order.length);
  const traits = new Uint8Array(order.length);
  let count = 0;
  for (let i = 0; i < order.length; i++) {
    const m = order[i]!;
    const first = starts[count - 1];
    const isNew = first === undefined || i - first >= messages || sessionAt[i] !== sessionAt[first];
    if (isNew || !isSameUtterance(memories, order[first]!, m, leads)) {
      starts[count] = i;
      session[count++] = sessionAt[i]!;
    }
    at[i] = count - 1;
    length[count - 1]! += memories.length[m]!;
    traits[count - 1]! |= memories.traits[m]! & (TRAIT.holdsQuestion | TRAIT.said);
  }
  starts[count] = order.length;
  return { starts: starts.subarray(0, count + 1), at, session: session.subarray(0, count), length, traits };
}

const NOBODY: ReadonlySet<number> = new Set();

function isSameUtterance(
  { lead, minute }: MemoryTable,
  first: number,
  next: number,
  leads: ReadonlySet<number>,
): boolean {
  if (lead[first] !== lead[next] || !leads.has(lead[next]!)) return false;
  return minute[next]! - minute[first]! <= RANKING.utterance.minutes;
}
