import { TRAIT } from '../../domain/search-index.ts';
import { RANKING } from '../parameters.ts';
import type { CharacterTable } from './character.ts';
import type { MemoryTable } from './memories.ts';

/**
 * What the turns around it in the conversation lend to each memory: an answer seldom repeats the words of the question
 * it answers (passage smoothing by neighbours: Fernández, Losada and Azzopardi, "Extending the Language Modeling
 * Framework for Sentence Retrieval to Include Local Context", 2011). Long notes are no turns, and what was stored
 * long before or after is not the same conversation: neither lends nor takes. But the reply to a long message tells
 * what that message was about.
 */
export function neighbourSupport(score: Float64Array, character: CharacterTable): Float64Array {
  const { memories, timeline, participants } = character;
  const support = new Float64Array(memories.count);
  const { reach, before, after, decay, question, reply } = RANKING.neighbours;
  const { order, sessionAt, place } = timeline;
  for (let m = 0; m < memories.count; m++) {
    if (score[m] === 0 || place[m]! < 0) continue;
    let lent = score[m]!;
    for (let distance = 1; distance <= reach; distance++) {
      const asked = distance === 1 && holds(memories, m, TRAIT.holdsQuestion);
      lend(m, distance, lent * before * (asked ? 1 + question * participants.alternation : 1));
      lend(m, -distance, lent * after);
      lent *= decay;
    }
    replyTo(m, score[m]! * reply);
  }
  return support;

  function neighbour(from: number, distance: number): number {
    const at = place[from]! + distance;
    return sessionAt[at] === sessionAt[place[from]!] ? order[at]! : -1;
  }

  function lend(from: number, distance: number, share: number): void {
    const to = neighbour(from, distance);
    if (to >= 0) support[to]! += share * brevity(memories, from, to) * nearness(memories, from, to);
  }

  function replyTo(from: number, share: number): void {
    const to = neighbour(from, -1);
    if (to < 0 || !holds(memories, from, TRAIT.said) || !holds(memories, to, TRAIT.said)) return;
    support[to]! += share * (1 - brevity(memories, from, to)) * nearness(memories, from, to);
  }
}

function holds({ traits }: MemoryTable, memory: number, trait: number): boolean {
  return (traits[memory]! & trait) !== 0;
}

/** How far both are as short as turns of a conversation, 0..1. */
function brevity({ length }: MemoryTable, a: number, b: number): number {
  const { shortWords, longWords } = RANKING.neighbours;
  return falling(Math.max(length[a]!, length[b]!), shortWords, longWords);
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
