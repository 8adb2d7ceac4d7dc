import { once } from '../../base/once.ts';
import type { PassageTable } from '../../domain/stores/search.ts';
import { describeMeanings, type Meanings } from './meanings.ts';
import { groupMemories, type MemoryTable, placesOf } from './memories.ts';
import { findParticipants, type Participants, shortTurnsOf, turnsOf } from './participants.ts';
import { groupSessions, type SessionTable } from './sessions.ts';
import { lengthNorms } from './statistics.ts';
import { type Years, yearsOf } from './time.ts';
import { type Timeline, timelineOf } from './timeline.ts';
import { type Utterances, utterancesOf } from './utterances.ts';
import { furtherOf } from './variety.ts';

/** Data of a character for every query. It depends only on the passages, so it is cached with them. */
export interface CharacterTable {
  readonly passages: PassageTable;
  /** See `lengthNorms`. */
  readonly lengthNorms: Float64Array;
  readonly memories: MemoryTable;
  readonly sessions: SessionTable;
  readonly timeline: Timeline;
  readonly participants: Participants;
  readonly utterances: Utterances;
  /** How far each memory is a turn of a conversation, 0..1. */
  readonly turns: Float64Array;
  /** The same, less for long memories, which depend less on neighbours. */
  readonly shortTurns: Float64Array;
  /** For each session the factor of a further memory; undefined where it is 1 in all. */
  readonly further: Float64Array | undefined;
  /** Asked for by queries that name a time. */
  readonly years: () => Years;
  /** The places of memories by their numbers, -1 for none. Kept as long as the list that was given. */
  readonly placesOf: (memoryNos: Int32Array) => Int32Array;
  /** Asked for by queries that mean anything. */
  readonly meanings: () => Meanings;
}

/** Computed once for each passage table, and cached with it. */
export function describeCharacter(passages: PassageTable): CharacterTable {
  const known = described.get(passages);
  if (known) return known;
  const table = describe(passages);
  described.set(passages, table);
  return table;
}

/**
 * A character as if some memories were of other times. Their neighbours stay those among which they were said.
 * @param told minutes since 1970, by the memories' numbers
 */
export function atToldTimes(character: CharacterTable, told: ReadonlyMap<number, number>): CharacterTable {
  const minute = character.memories.minute.slice();
  const places = character.placesOf(Int32Array.from(told.keys()));
  for (const [i, at] of [...told.values()].entries()) if (places[i]! >= 0) minute[places[i]!] = at;
  const memories = { ...character.memories, minute };
  return { ...character, memories, years: once(() => yearsOf(memories)) };
}

const described = new WeakMap<PassageTable, CharacterTable>();

function describe(passages: PassageTable): CharacterTable {
  const memories = groupMemories(passages);
  const sessions = groupSessions(memories);
  const timeline = timelineOf(memories, sessions);
  const participants = findParticipants(memories, timeline);
  const utterances = utterancesOf(memories, timeline, participants);
  const turns = turnsOf(memories, timeline, participants);
  return {
    passages,
    lengthNorms: lengthNorms(passages),
    memories,
    sessions,
    timeline,
    participants,
    utterances,
    turns,
    shortTurns: shortTurnsOf(turns, memories),
    further: furtherOf(memories, sessions, turns),
    years: once(() => yearsOf(memories)),
    placesOf: placesByList(memories),
    meanings: once(() => describeMeanings(passages, memories)),
  };
}

/** Most searches ask for the same lists, which have as many memories as a small character. */
function placesByList(memories: MemoryTable): CharacterTable['placesOf'] {
  const placeOf = once(() => placesOf(memories));
  const known = new WeakMap<Int32Array, Int32Array>();
  return (memoryNos) => {
    const places = known.get(memoryNos) ?? memoryNos.map(placeOf());
    known.set(memoryNos, places);
    return places;
  };
}
