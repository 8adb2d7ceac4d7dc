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
  const counts = new Map<number, number>();
  for (let m = 0; m < memories.count; m++) {
    const lead = memories.lead[m]!;
    if (lead !== 0) counts.set(lead, (counts.get(lead) ?? 0) + 1);
  }
  const enough = Math.max(least, share * memories.count);
  const found = [...counts].filter(([, count]) => count >= enough);
  const led = found.reduce((sum, [, count]) => sum + count, 0);
  if (led === 0 || led < jointly * memories.count) return NOBODY;
  const leads = new Set(found.map(([lead]) => lead));
  return { leads, alternation: alternationOf(memories, timeline, leads) };
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
