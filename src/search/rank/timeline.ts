import type { MemoryTable } from './memories.ts';
import type { SessionTable } from './sessions.ts';

/** The memories of each session in the order of their time, session after session. Memories of no session are left out. */
export interface Timeline {
  readonly order: Int32Array;
  /** The session of each entry of `order`. */
  readonly sessionAt: Int32Array;
  /** The place of each memory in `order`, -1 without a session. */
  readonly place: Int32Array;
}

export function timelineOf(memories: MemoryTable, sessions: SessionTable): Timeline {
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
  return { order, sessionAt: order.map((m) => ofMemory[m]!), place };
}

/** Memories usually arrive in the order of their time, so mostly nothing has to be sorted. */
function sortByTime(members: Int32Array, { minute, memoryNo }: MemoryTable): void {
  const compare = (a: number, b: number) => minute[a]! - minute[b]! || memoryNo[a]! - memoryNo[b]!;
  for (let i = 1; i < members.length; i++) {
    if (compare(members[i - 1]!, members[i]!) > 0) {
      members.sort(compare);
      return;
    }
  }
}
