import type { Memory } from '../../domain/memory.ts';
import { profileOf } from '../../search/judge/profile.ts';
import { statesIn } from '../../search/judge/states.ts';
import { isBefore } from '../successors.ts';
import type { NamedMemory } from './character-names.ts';

/** A memory that has the name in its text. */
export interface Weighed {
  memory: NamedMemory;
  /** It says what the name is of; the name begins a sentence. */
  isDefined: boolean;
  isFirst: boolean;
}

/** Categories of what holds for long. */
const lasting = new Set(['facts', 'relationships', 'preferences', 'skills']);

/** What it is first, then what is said of it for long, then the newest. */
export function byWeight(a: Weighed, b: Weighed): number {
  const weight = ({ memory, isDefined, isFirst }: Weighed) =>
    (isDefined ? 4 : 0) + (lasting.has(memory.category) ? 2 : 0) + (isFirst ? 1 : 0);
  return weight(b) - weight(a) || b.memory.changedAt - a.memory.changedAt;
}

/** UTF-16 units of a memory that show which states it tells of. */
const maxRead = 300;
/** UTF-16 units of a text that says at once what a name is of. */
const maxDefinition = 160;

/**
 * The same memories in their order, but those in doubt last, and of those that tell of one state ("lives in Berlin",
 * "moved to Hamburg") the newest first.
 */
export function newestOfEachFirst(memories: readonly Memory[]): Memory[] {
  const states = new Map(memories.map((one) => [one.id, statesIn(profileOf(one.content.slice(0, maxRead)))]));
  const placed: Memory[] = [];
  for (const memory of memories) {
    const mine = states.get(memory.id)!;
    const older = placed.findIndex((one) => isOfOne(mine, states.get(one.id)!) && isBefore(one, memory));
    placed.splice(older < 0 ? placed.length : older, 0, memory);
  }
  return placed.toSorted((a, b) => Number(isDoubted(a)) - Number(isDoubted(b)));
}

const isOfOne = (mine: ReadonlySet<string>, others: ReadonlySet<string>) => [...mine].some((kind) => others.has(kind));

const isDoubted = ({ mayBeOutdatedBy }: Memory) => mayBeOutdatedBy !== undefined;

/** The newest short text that says what a name is of, none in doubt. */
export function definitionOf(memories: readonly Memory[]): {
  what?: { id: string; characterId: string; content: string };
} {
  const isLong = ({ content }: Memory) => content.length > maxDefinition;
  const [first] = memories
    .filter((one) => !isDoubted(one))
    .sort((a, b) => Number(isLong(a)) - Number(isLong(b)) || (isBefore(a, b) ? 1 : isBefore(b, a) ? -1 : 0));
  if (!first) return {};
  const { id, characterId, content } = first;
  return { what: { id, characterId, content } };
}
