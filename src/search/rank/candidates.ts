import type { CharacterTable } from './character.ts';
import { integersAt, type MemoryColumns, numbersAt } from './memories.ts';

/** The memories that a ranking compares, in columns. A memory is known by its index among them. */
export interface Candidates {
  /** Their places among all memories of the character, ascending. */
  readonly places: Int32Array;
  readonly memories: MemoryColumns;
  /** The session of each, -1 for none. */
  readonly ofSession: Int32Array;
  /** See `CharacterTable`. */
  readonly turns: Float64Array;
  readonly shortTurns: Float64Array;
}

/** All memories of a character. */
export function allOf({ memories, sessions, turns, shortTurns }: CharacterTable): Candidates {
  const places = new Int32Array(memories.count);
  for (let place = 0; place < places.length; place++) places[place] = place;
  return { places, memories, ofSession: sessions.ofMemory, turns, shortTurns };
}

/** Some memories of a character, by their places: ascending. */
export function candidatesAt(
  places: Int32Array,
  { memories, sessions, turns, shortTurns }: CharacterTable,
): Candidates {
  const { traits } = memories;
  const ofCandidates = new Uint8Array(places.length);
  for (let i = 0; i < places.length; i++) ofCandidates[i] = traits[places[i]!]!;
  return {
    places,
    memories: {
      count: places.length,
      memoryNo: integersAt(memories.memoryNo, places),
      minute: integersAt(memories.minute, places),
      lead: integersAt(memories.lead, places),
      traits: ofCandidates,
      firstPassage: integersAt(memories.firstPassage, places),
      endPassage: integersAt(memories.endPassage, places),
    },
    ofSession: integersAt(sessions.ofMemory, places),
    turns: numbersAt(turns, places),
    shortTurns: numbersAt(shortTurns, places),
  };
}
