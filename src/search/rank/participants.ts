import { RANKING } from '../parameters.ts';
import type { MemoryTable } from './memories.ts';
import type { Timeline } from './timeline.ts';

/** Who speaks, or is spoken of, in a character's memories. */
export interface Participants {
  /** Their leads; empty where no few people lead nearly all memories, as in notes of all sorts. */
  readonly leads: ReadonlySet<number>;
  /** Share of the neighbours in conversations that belong to two different participants, 0..1. */
  readonly alternation: number;
}

/**
 * A lead is a participant's when it leads a fair share of the memories; there are participants only when together they
 * lead nearly all of them. Otherwise the common beginnings of notes ("Certainly", "The") would be taken for people.
 */
export function findParticipants(memories: MemoryTable, timeline: Timeline): Participants {
  const { share, least, jointly } = RANKING.participants;
  const enough = Math.max(1, Math.ceil(Math.max(least, share * memories.count)));
  const leads = new Set<number>();
  let led = 0;
  for (const [lead, count] of commonest(memories.lead.slice(0, memories.count), enough)) {
    if (lead === 0) continue;
    leads.add(lead);
    led += count;
  }
  if (led === 0 || led < jointly * memories.count) return NOBODY;
  return { leads, alternation: alternationOf(memories, timeline, leads) };
}

/**
 * The numbers that stand at least so many times among some, with how often they do; puts the numbers in order. Sorted, a
 * number that often stands at one place in so many: only those are looked at.
 */
function commonest(numbers: Int32Array, enough: number): Map<number, number> {
  const found = new Map<number, number>();
  numbers.sort();
  for (let at = enough - 1; at < numbers.length; at += enough) {
    const number = numbers[at]!;
    const count = numbers.lastIndexOf(number) - numbers.indexOf(number) + 1;
    if (count >= enough) found.set(number, count);
  }
  return found;
}

const NOBODY: Participants = { leads: new Set(), alternation: 0 };

function alternationOf({ lead }: MemoryTable, { order, sessionAt }: Timeline, leads: ReadonlySet<number>): number {
  let pairs = 0;
  let turns = 0;
  for (let i = 1; i < order.length; i++) {
    if (sessionAt[i] !== sessionAt[i - 1]) continue;
    pairs++;
    const before = lead[order[i - 1]!]!;
    const after = lead[order[i]!]!;
    if (before !== after && leads.has(before) && leads.has(after)) turns++;
  }
  return pairs === 0 ? 0 : turns / pairs;
}
