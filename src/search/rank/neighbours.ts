import { RANKING } from '../parameters.ts';
import { TRAIT } from '../text/traits.ts';
import type { CharacterTable } from './character.ts';
import { largestOf } from './fusion.ts';
import type { MemoryTable } from './memories.ts';

/**
 * The share of its score that each memory gets from messages around it: an answer seldom repeats the words of its
 * question (passage smoothing: Fernández, Losada and Azzopardi, 2011, see docs/search.md).
 * - Long notes, and memories long before or after, neither give nor get a share. But a reply to a long message gives to
 *   it.
 * - Messages of one utterance help each other.
 * - The share is bounded, so that no memory comes first by its neighbours alone.
 */
export function neighbourSupport(score: Float64Array, character: CharacterTable): Float64Array {
  const { memories, timeline, utterances, participants } = character;
  const support = new Float64Array(memories.count);
  const { reach, before, after, decay, question, reply, same, rest, most } = RANKING.neighbours;
  const { order } = timeline;
  const { starts, session, length, traits } = utterances;
  const best = bestMessages(score, character);
  for (let u = 0; u < session.length; u++) {
    const from = best[u]!;
    if (score[from] === 0) continue;
    let lent = score[from]!;
    for (let distance = 1; distance <= reach; distance++) {
      const asked = distance === 1 && (traits[u]! & TRAIT.holdsQuestion) !== 0;
      lend(u, u + distance, lent * before * (asked ? 1 + question * participants.alternation : 1));
      lend(u, u - distance, lent * after);
      lent *= decay;
    }
    lendBack(u, score[from]! * reply);
    for (let i = starts[u]!; i < starts[u + 1]!; i++) {
      if (order[i] !== from) support[from]! += score[order[i]!]! * same;
    }
  }
  const limit = most.best * largestOf(score);
  for (let m = 0; m < support.length; m++) support[m] = Math.min(support[m]!, Math.max(limit, most.own * score[m]!));
  return support;

  function lend(from: number, to: number, share: number): void {
    if (session[to] === session[from]) give(from, to, share * brevity(length[from]!, length[to]!));
  }

  /** From a reply to the long message that it follows. */
  function lendBack(from: number, share: number): void {
    const to = from - 1;
    if (session[to] !== session[from] || (traits[from]! & traits[to]! & TRAIT.said) === 0) return;
    give(from, to, share * (1 - brevity(length[from]!, length[to]!)));
  }

  /** Of several messages the best takes all, the others a part: one that answers is enough. */
  function give(from: number, to: number, share: number): void {
    if (share === 0) return;
    for (let i = starts[to]!; i < starts[to + 1]!; i++) {
      const m = order[i]!;
      const part = m === best[to] ? 1 : rest;
      support[m]! += part * share * nearness(memories, best[from]!, m);
    }
  }
}

/** For each utterance the message with the highest own score, the first where none has any. */
function bestMessages(
  score: Float64Array,
  { timeline: { order }, utterances: { starts } }: CharacterTable,
): Int32Array {
  const best = new Int32Array(starts.length - 1);
  for (let u = 0; u < best.length; u++) {
    let at = order[starts[u]!]!;
    for (let i = starts[u]! + 1; i < starts[u + 1]!; i++) if (score[order[i]!]! > score[at]!) at = order[i]!;
    best[u] = at;
  }
  return best;
}

/** How far both are as short as turns of a conversation, 0..1. */
function brevity(a: number, b: number): number {
  const { shortWords, longWords } = RANKING.neighbours;
  return falling(Math.max(a, b), shortWords, longWords);
}

/** How far both follow each other in time as turns of one conversation do, 0..1. */
function nearness({ minute }: MemoryTable, a: number, b: number): number {
  const { nearMinutes, farMinutes } = RANKING.neighbours;
  return falling(Math.abs(minute[a]! - minute[b]!), nearMinutes, farMinutes);
}

/** 1 up to `full`, 0 from `none` on, straight between. */
function falling(value: number, full: number, none: number): number {
  return Math.min(1, Math.max(0, (none - value) / (none - full)));
}
