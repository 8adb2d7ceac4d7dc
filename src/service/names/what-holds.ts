import type { Memory } from '../../domain/memory.ts';
import { changedIn, heldBeside } from '../../search/judge/held.ts';
import { firstOf } from '../../search/judge/parts.ts';
import { profileOf, tellsOfOther } from '../../search/judge/profile.ts';
import { statesIn } from '../../search/judge/states.ts';
import { relationIn } from '../../text/kinds-of-names.ts';
import { namesIn } from '../../text/names.ts';
import { splitSentences } from '../../text/sentences.ts';
import { placeOf } from '../placed.ts';
import { isBefore } from '../successors.ts';
import type { NamedMemory } from './character-names.ts';
import { isFunctionWord } from './function-words.ts';

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

/** Words beside "she" and "he" that go on about what a sentence before them names. */
const goesOn = new Set(
  'it its this that these those es dies il elle cela lo la esto eso isso ele ela het dat det это оно それ これ 它 这'.split(
    ' ',
  ),
);

/**
 * What a memory says of a name: the sentences that name it, each with those behind it that go on about it; undefined where
 * that is all of its text.
 */
export function saidOf(memory: Memory, isNamed: (text: string) => boolean): string | undefined {
  const sentences = splitSentences(placeOf(memory).body);
  let isMeant = false;
  const meant = sentences.filter((sentence) => {
    const first = firstOf(sentence).toLowerCase();
    isMeant = isNamed(sentence) || (isMeant && (goesOn.has(first) || tellsOfOther(first)));
    return isMeant;
  });
  return meant.length > 0 && meant.length < sentences.length ? meant.map((one) => one.trim()).join(' ') : undefined;
}

/** As a field. */
export function saying(memory: Memory, isNamed: (text: string) => boolean): { said?: string } {
  const said = saidOf(memory, isNamed);
  return said === undefined ? {} : { said };
}

/** Whether what a newer memory may change of an older one is about the name, or the newer one names it. */
export function isAbout({ newer, older }: Pair, isNamed: (text: string) => boolean): boolean {
  const part = changedIn(newer.content, older.content);
  return isNamed(newer.content) || (isNamed(placeOf(older).body) && (part === undefined || isNamed(part)));
}

interface Pair {
  newer: Memory;
  older: Memory;
}

/** A memory with what it says of the name, and whether a newer one tells of the same state. */
export interface Held {
  memory: Memory;
  said?: string;
  earlier?: true;
  /** What a newer one may have changed is left out. */
  isSure?: true;
}

/**
 * The same memories in their order, but what has changed first and what is in doubt last, and of those that tell of one
 * state ("lives in Berlin", "moved to Hamburg") the newest first, the others behind it.
 */
export function newestOfEachFirst(
  memories: readonly Memory[],
  isNamed: (text: string) => boolean,
  changes: readonly Pair[],
): Held[] {
  const states = new Map<string, ReadonlySet<string>>();
  const placed: Held[] = [];
  for (const memory of memories) {
    const said = saying(memory, isNamed);
    const mine = statesIn(profileOf((said.said ?? memory.content).slice(0, maxRead)));
    states.set(memory.id, mine);
    const isOfOne = ({ memory: { id } }: Held) => [...mine].some((kind) => states.get(id)!.has(kind));
    const older = placed.findIndex((one) => isOfOne(one) && isBefore(one.memory, memory));
    const newer = placed.findLastIndex((one) => isOfOne(one) && isBefore(memory, one.memory));
    const held: Held = { memory, ...said, ...(newer >= 0 && { earlier: true as const }) };
    if (older >= 0) placed.splice(older, 1, held, { ...placed[older]!, earlier: true });
    else placed.splice(newer < 0 ? placed.length : newer + 1, 0, held);
  }
  const [newer, older] = [changes.map((one) => one.newer.id), changes.map((one) => one.older.id)].map(
    (ids) => new Set(ids),
  ) as [Set<string>, Set<string>];
  const isNew = ({ memory }: Held, at: number) => newer.has(memory.id) || placed[at + 1]?.earlier === true;
  const orderOf = (one: Held, at: number) => (older.has(one.memory.id) ? 2 : isNew(one, at) || one.earlier ? 0 : 1);
  const orders = new Map(placed.map((one, at) => [one, orderOf(one, at)]));
  return placed.toSorted((a, b) => orders.get(a)! - orders.get(b)!);
}

/** The same without what newer memories may have changed, where that is known: of a note the rest that speaks of the name. */
export function withoutDoubt(
  held: readonly Held[],
  isNamed: (text: string) => boolean,
  changes: readonly Pair[],
): Held[] {
  return held.flatMap((one) => {
    const { memory } = one;
    const newer = changes.flatMap((change) => (change.older.id === memory.id ? [change.newer] : []));
    if (newer.length === 0) return [one];
    const rest = newer.reduce<string | undefined>(
      (text, { content }) => (text === undefined ? undefined : heldBeside(content, text)),
      memory.content,
    );
    if (rest === undefined) return [one];
    const of = { ...memory, content: rest };
    const said = saidOf(of, isNamed) ?? placeOf(of).body;
    return isNamed(said) ? [{ ...one, said, isSure: true }] : [];
  });
}

/** The newest short text that says what a name is of. */
export function definitionOf(
  memories: readonly Memory[],
  isNamed: (text: string) => boolean,
): { what?: { id: string; characterId: string; content: string } } {
  const isLong = ({ content }: Memory) => content.length > maxDefinition;
  const [first] = memories
    .map((one) => ({ ...one, content: saidOf(one, isNamed) ?? one.content }))
    .sort((a, b) => Number(isLong(a)) - Number(isLong(b)) || (isBefore(a, b) ? 1 : isBefore(b, a) ? -1 : 0));
  if (!first) return {};
  const { id, characterId, content } = first;
  return { what: { id, characterId, content } };
}

/**
 * What stays of a description where something has changed: a sentence that says what the name is of and that nothing newer is
 * about, or who somebody is to the speaker. @param over those that have ended: of them only the latter stays, and only where
 * a memory that holds tells of the same state, as "moved to Hamburg" after "My sister Yuki lives in Berlin"
 */
export function lastingDefinition(
  memories: readonly Memory[],
  over: readonly Memory[],
  held: readonly Held[],
  spellings: readonly string[],
  isNamed: (text: string) => boolean,
  changes: readonly Pair[],
): { what?: { id: string; characterId: string; content: string } } {
  const whatOf = ({ id, characterId }: Memory, content: string) => ({ what: { id, characterId, content } });
  const older = new Set(changes.map((one) => one.older.id));
  const sure = withoutDoubt(
    memories.map((memory) => ({ memory })),
    isNamed,
    changes,
  );
  for (const { memory, said = placeOf(memory).body, isSure } of over.length > 0 ? [] : sure) {
    const isDefining = (one: string) => namesIn(one, isFunctionWord).defined.some((name) => spellings.includes(name));
    const sentence = older.has(memory.id) && !isSure ? undefined : splitSentences(said).find(isDefining);
    if (sentence !== undefined) return whatOf(memory, sentence.trim());
  }
  const told = new Set(held.flatMap(({ memory, said }) => statesOf(said ?? memory.content)));
  const moved = over.filter(({ content }) => statesOf(content).some((kind) => told.has(kind)));
  const called = spellings.flatMap((name) =>
    [...memories, ...moved].flatMap((memory) => {
      const relation = relationIn(placeOf(memory).body, name);
      return relation === undefined ? [] : [whatOf(memory, relation[0]!.toUpperCase() + relation.slice(1))];
    }),
  );
  // "My sister Yuki" before "Schwester Yuki".
  return called.find(({ what }) => what.content.split(' ').length > 2) ?? called[0] ?? {};
}

const statesOf = (text: string) => [...statesIn(profileOf(text.slice(0, maxRead)))];
