import { RANKING } from '../parameters.ts';
import { TRAIT } from '../text/traits.ts';
import type { CharacterTable } from './character.ts';
import type { MemoryTable } from './memories.ts';

/**
 * The share of its score that each memory gets from messages around it: an answer seldom repeats the words of its
 * question (passage smoothing: Fernández, Losada and Azzopardi, 2011, see src/search/README.md).
 * - Long notes, and memories long before or after, neither give nor get a share. But a reply to a long message gives to
 *   it.
 * - Messages of one utterance help each other.
 * - The share is bounded, so that no memory comes first by its neighbours alone.
 * @param score of all memories of the character
 * @param places of the memories that get support
 * @returns the support of each of them
 */
export function neighbourSupport(score: Float64Array, places: Int32Array, character: CharacterTable): Float64Array {
  const { memories, timeline, utterances, participants } = character;
  const { reach, before, after, decay, question, reply, same, rest, most } = RANKING.neighbours;
  const { order } = timeline;
  const { at, starts, session, length, traits } = utterances;
  const decayed = Array.from({ length: reach + 1 }, (_, distance) => decay ** (distance - 1));
  const support = new Float64Array(places.length);
  let top = 0;
  for (let i = 0; i < places.length; i++) {
    const m = places[i]!;
    const place = timeline.place[m]!;
    if (place >= 0) support[i] = supportOf(m, at[place]!);
    top = Math.max(top, score[m]!);
  }
  for (let i = 0; i < places.length; i++) {
    support[i] = Math.min(support[i]!, Math.max(most.best * top, most.own * score[places[i]!]!));
  }
  return support;

  /** What a message gets from its utterance and those around it. */
  function supportOf(m: number, own: number): number {
    const last = Math.min(own + reach, session.length - 1);
    let sum = 0;
    for (let u = Math.max(0, own - reach); u <= last; u++) {
      if (session[u] !== session[own]) continue;
      const from = bestMessage(u);
      if (score[from] === 0) continue;
      if (u === own) {
        if (from === m)
          for (let i = starts[u]!; i < starts[u + 1]!; i++) if (order[i] !== m) sum += score[order[i]!]! * same;
        continue;
      }
      const near = nearness(memories, from, m);
      if (near === 0) continue;
      // Of several messages the best takes all, the others a part: one that answers is enough.
      const part = starts[own + 1]! - starts[own]! === 1 || bestMessage(own) === m ? 1 : rest;
      const brief = brevity(length[u]!, length[own]!);
      sum += part * (lentFrom(u, from, own) * brief) * near;
      // From a reply to the long message that it follows.
      if (u === own + 1 && (traits[u]! & traits[own]! & TRAIT.said) !== 0)
        sum += part * (score[from]! * reply * (1 - brief)) * near;
    }
    return sum;
  }

  function lentFrom(u: number, from: number, to: number): number {
    const lent = score[from]! * decayed[Math.abs(to - u)]!;
    if (u > to) return lent * after;
    const asked = to === u + 1 && (traits[u]! & TRAIT.holdsQuestion) !== 0;
    return lent * before * (asked ? 1 + question * participants.alternation : 1);
  }

  /** The message of an utterance with the highest score, the first where none has any. */
  function bestMessage(u: number): number {
    let best = order[starts[u]!]!;
    for (let i = starts[u]! + 1; i < starts[u + 1]!; i++) if (score[order[i]!]! > score[best]!) best = order[i]!;
    return best;
  }
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
  if (value <= full) return 1;
  return value >= none ? 0 : (none - value) / (none - full);
}
