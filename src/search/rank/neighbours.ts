import { RANKING } from '../parameters.ts';
import type { MemoryTable } from './memories.ts';
import type { SessionTable } from './sessions.ts';

/**
 * What the turns around it in the conversation lend to each memory: an answer seldom repeats the words of the question
 * it answers (passage smoothing by neighbours: Fernández, Losada and Azzopardi, "Extending the Language Modeling
 * Framework for Sentence Retrieval to Include Local Context", 2011). Long notes are no turns, and what was stored
 * long before or after is not the same conversation: neither lends nor takes.
 */
export function neighbourSupport(score: Float64Array, memories: MemoryTable, sessions: SessionTable): Float64Array {
  const support = new Float64Array(memories.count);
  if (sessions.count === 0) return support;
  const { reach, before, after, decay } = RANKING.neighbours;
  const { order, place } = timeline(memories, sessions);
  for (let m = 0; m < memories.count; m++) {
    if (score[m] === 0 || place[m]! < 0) continue;
    let lent = score[m]!;
    for (let distance = 1; distance <= reach; distance++) {
      lend(m, order[place[m]! + distance], lent * before);
      lend(m, order[place[m]! - distance], lent * after);
      lent *= decay;
    }
  }
  return support;

  function lend(from: number, to: number | undefined, share: number): void {
    if (to === undefined || sessions.ofMemory[to] !== sessions.ofMemory[from]) return;
    support[to]! += share * kinship(memories, from, to);
  }
}

/** The memories of each session in the order of their time, session after session, and the place of each in it. */
function timeline(memories: MemoryTable, sessions: SessionTable): { order: Int32Array; place: Int32Array } {
  const { ofMemory, count } = sessions;
  const next = new Int32Array(count + 1);
  for (let m = 0; m < memories.count; m++) if (ofMemory[m]! >= 0) next[ofMemory[m]! + 1]!++;
  for (let s = 0; s < count; s++) next[s + 1]! += next[s]!;
  const starts = next.slice();
  const order = new Int32Array(starts[count]!);
  for (let m = 0; m < memories.count; m++) if (ofMemory[m]! >= 0) order[next[ofMemory[m]!]!++] = m;
  for (let s = 0; s < count; s++) sortByTime(order.subarray(starts[s]!, starts[s + 1]!), memories);
  const place = new Int32Array(memories.count).fill(-1);
  for (let i = 0; i < order.length; i++) place[order[i]!] = i;
  return { order, place };
}

/** Memories arrive in the order of their time as a rule, so mostly there is nothing to do. */
function sortByTime(members: Int32Array, { minute, memoryNo }: MemoryTable): void {
  const compare = (a: number, b: number) => minute[a]! - minute[b]! || memoryNo[a]! - memoryNo[b]!;
  for (let i = 1; i < members.length; i++) {
    if (compare(members[i - 1]!, members[i]!) > 0) {
      members.sort(compare);
      return;
    }
  }
}

/** How far two neighbours are turns of one conversation, 0..1. */
function kinship({ length, minute }: MemoryTable, a: number, b: number): number {
  const { shortWords, longWords, nearMinutes, farMinutes } = RANKING.neighbours;
  const brevity = falling(Math.max(length[a]!, length[b]!), shortWords, longWords);
  return brevity * falling(Math.abs(minute[a]! - minute[b]!), nearMinutes, farMinutes);
}

/** 1 up to `full`, 0 from `none` on, straight between. */
function falling(value: number, full: number, none: number): number {
  return Math.min(1, Math.max(0, (none - value) / (none - full)));
}
