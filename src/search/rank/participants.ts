import { RANKING } from '../parameters.ts';
import type { MemoryTable } from './memories.ts';
import type { Timeline } from './timeline.ts';

/** Who speaks, or is spoken of, in a character's memories. */
export interface Participants {
  /** Their leads; empty where no few people lead nearly all memories, as in notes of all sorts. */
  readonly leads: ReadonlySet<number>;
  /** The share of neighbours in conversations that have different participants, 0..1. */
  readonly alternation: number;
}

/**
 * A lead is a participant's if it starts enough of the memories, and if all participants together start nearly all.
 * Otherwise common beginnings of notes ("Certainly", "The") would count as people.
 */
export function findParticipants(memories: MemoryTable, timeline: Timeline): Participants {
  const leads = leadsOf(memories.lead.slice(0, memories.count));
  return leads ? { leads, alternation: alternationOf(memories, timeline, leads) } : NOBODY;
}

/** The leads of participants; undefined if there are none. Sorts the given ones. */
function leadsOf(numbers: Int32Array): ReadonlySet<number> | undefined {
  const { share, least, jointly } = RANKING.participants;
  const enough = Math.max(1, Math.ceil(Math.max(least, share * numbers.length)));
  const leads = new Set<number>();
  let led = 0;
  for (const [lead, count] of commonest(numbers, enough)) {
    if (lead === 0) continue;
    leads.add(lead);
    led += count;
  }
  return led === 0 || led < jointly * numbers.length ? undefined : leads;
}

/**
 * Values that occur at least `enough` times, with counts. Sorts in place: each such value is then at one of the places
 * `enough` apart, so only those are checked.
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

type Stretch = Pick<Timeline, 'order' | 'sessionAt'>;

const NOBODY: Participants = { leads: new Set(), alternation: 0 };

/**
 * How much each memory is a turn of a conversation, 0..1: the alternation of speakers in its session, where one of them
 * starts it. A character may have conversations and statements. A short session gets the value of all sessions.
 */
export function turnsOf(memories: MemoryTable, { order, sessionAt }: Timeline, all: Participants): Float64Array {
  const turns = new Float64Array(memories.count);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && sessionAt[to] === sessionAt[from]) to++;
    const session = { order: order.subarray(from, to), sessionAt: sessionAt.subarray(from, to) };
    const isShort = to - from < RANKING.participants.session;
    const leads = isShort ? all.leads : leadsOf(session.order.map((m) => memories.lead[m]!));
    if (leads === undefined) continue;
    const alternation = isShort ? all.alternation : alternationOf(memories, session, leads);
    for (const m of session.order) if (leads.has(memories.lead[m]!)) turns[m] = alternation;
  }
  return turns;
}

/** The same less the longer they are: to embeddings a long message is a statement. */
export function shortTurnsOf(turns: Float64Array, { length }: MemoryTable): Float64Array {
  const { short, long } = RANKING.nearness.turnWords;
  const shortTurns = new Float64Array(turns.length);
  for (let m = 0; m < turns.length; m++) {
    shortTurns[m] = turns[m]! * Math.min(1, Math.max(0, (long - length[m]!) / (long - short)));
  }
  return shortTurns;
}

function alternationOf({ lead }: MemoryTable, { order, sessionAt }: Stretch, leads: ReadonlySet<number>): number {
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
