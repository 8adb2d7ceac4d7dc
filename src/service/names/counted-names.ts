import type { Character } from '../../domain/character.ts';
import type { NameKind } from '../../domain/name-kinds.ts';
import type { JoinedName } from '../../domain/stores/joined-names.ts';
import type { Store } from '../../domain/stores/store.ts';
import { iso } from '../../domain/text.ts';
import { isGivenName } from '../../text/personal/people.ts';
import { readCharacter } from '../characters.ts';
import type { Context } from '../context.ts';
import {
  asCalled,
  asFirst,
  asHeading,
  asName,
  asPart,
  type CharacterNames,
  keyOf,
  type NamedMemory,
  nameOf,
  smallWords,
  wayOf,
} from './character-names.ts';
import { KeptNames } from './kept-names.ts';
import { commonest, kindsOf, partsOf } from './kinds.ts';
import { isOfLonger, type LongerNames, longerNames } from './longer-names.ts';
import { isApart, joinedIn } from './same-sound.ts';
import { isSmallWord, isWrittenSmall } from './written-small.ts';

/** How long a call reads memories that it does not know yet (ms); the next one goes on. */
const readMs = 150;
/** Characters whose names are read for all. */
const maxCharacters = 100;
/** A name is in so many memories, unless it is that of a character, of a person in a note, or looked for by its letters. */
const least = 2;
/** A name of common words counts from so many messages of chats on that write it within a sentence, or from one note. */
const leastSure = 3;
/** A word that is written small in more than this share of its memories is no name. */
const maxCommon = 0.34;

/** A name in memories, over all that were read. */
export interface Name {
  name: string;
  kind: NameKind;
  /** Memories whose text has it and that hold, those that have ended, and those that have it only in a heading or label, or call somebody so. */
  memories: number;
  ended: number;
  passing: number;
  /** When the first and the last of the first two happened, and when one was last written or changed. */
  first: string;
  last: string;
  changed: string;
  characterIds: string[];
}

/** How far the memories are read. */
export interface NamesRead {
  read: number;
  total: number;
}

export interface Read {
  character: NamedCharacter;
  names: CharacterNames;
}

export type NamedCharacter = Pick<Character, 'id' | 'name' | 'aliases' | 'memoryCount' | 'access'> & {
  joined: readonly JoinedName[];
  /** Words that a person said are not names. */
  none: readonly string[];
  /** The keys of names that a person said stand for themselves alone. */
  apart: readonly string[];
};

const kept = new WeakMap<Store, KeptNames>();

/** The names of one character, or of all that the caller sees, as far as they are read in so many ms. */
export async function readNames(
  context: Context,
  characterId: string | undefined,
  maxMs = readMs,
): Promise<{ all: Read[]; progress: NamesRead }> {
  const { store, principal } = context;
  const deadline = performance.now() + maxMs;
  const names = kept.get(store) ?? new KeptNames(store);
  kept.set(store, names);
  const order = { page: 0, limit: maxCharacters, sortBy: 'MEMORY_COUNT', sortOrder: 'DESC' } as const;
  const characters =
    characterId === undefined
      ? (await store.characters.list(principal, { status: 'ALL', ...order })).characters
      : [await readCharacter(context, characterId)];
  const all: Read[] = [];
  for (const character of characters) {
    if (character.memoryCount === 0) continue;
    if (all.length > 0 && performance.now() > deadline) break;
    const [said, { names: read }] = await Promise.all([
      store.joinedNames.list(principal, character.id),
      names.of(principal, character.id, deadline),
    ]);
    const none = said.flatMap(({ alias, name }) => (name === '' ? [alias] : []));
    const apart = said.filter(isApart).map(({ alias }) => keyOf(alias));
    all.push({ character: { ...character, joined: joinedIn(read, said), none, apart }, names: read });
  }
  const read = all.reduce((sum, one) => sum + one.names.memories.size, 0);
  const total = characters.reduce((sum, { memoryCount }) => sum + memoryCount, 0);
  return { all, progress: { read, total: Math.max(read, total) } };
}

/** What is counted in a character's memories. */
export interface Counted {
  names: ReadonlyMap<string, Name>;
  /** Names of fewer memories. */
  rare: ReadonlyMap<string, Name>;
  /** Those that only are parts of longer names: no names by themselves here. */
  parts: ReadonlyMap<string, Name>;
  /** The key in `names` of each number, if it is a name at all. */
  keys: readonly string[];
  longer: LongerNames;
  /** Until when (ms) it is so: a memory ends then. */
  until: number;
}
const counted = new WeakMap<CharacterNames, { of: string; counted: Counted }>();

/** Counts again where something has changed or ended. */
export function countedIn(character: Read['character'], names: CharacterNames, now: number): Counted {
  const { name, aliases, joined, none, apart } = character;
  const of = JSON.stringify([names.version, name, aliases, joined, none, apart]);
  const known = counted.get(names);
  if (known?.of === of && now < known.counted.until) return known.counted;
  const first = count(character, names, now, new Map());
  const isThing = (number: number) => first.names.get(first.keys[number]!)?.kind === 'thing';
  const longer = longerNames(names, first.keys, kindsOf(names), isThing, apart);
  const fresh = longer.size === 0 ? first : count(character, names, now, longer);
  counted.set(names, { of, counted: fresh });
  return fresh;
}

type Sums = [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

/** Every name of a character's memories, by its key; an alias of the character is its name. */
function count(character: Read['character'], names: CharacterNames, now: number, longer: LongerNames): Counted {
  const size = names.keys.length;
  const sums = () => new Int32Array(size);
  const [holding, ended, passing, called, first, shown, noted, sure] = Array.from({ length: 8 }, sums) as Sums;
  /** Of each name: the first chat that has it, and whether the person speaks of themselves beside it, or it stands in two. */
  const [chats, isOwn]: [(string | undefined)[], Uint8Array] = [[], new Uint8Array(size)];
  const [from, to, changed] = [
    new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    new Float64Array(size),
    new Float64Array(size),
  ];
  const canonical = canonicalOf(character);
  const keys = names.keys.map(canonical);
  const isOfSeveral = character.joined.length + character.aliases.length > 0;
  let until = Number.POSITIVE_INFINITY;
  const note = (number: number, { at, changedAt }: NamedMemory) => {
    from[number] = Math.min(from[number]!, at);
    to[number] = Math.max(to[number] || at, at);
    changed[number] = Math.max(changed[number]!, changedAt);
  };
  for (const memory of names.memories.values()) {
    // A memory with two names of one person counts once.
    const seen = isOfSeveral ? new Set<string>() : undefined;
    const isOver = memory.endsAt <= now;
    if (!isOver) until = Math.min(until, memory.endsAt);
    for (const one of memory.names) {
      if (isOfLonger(memory, one, longer)) continue;
      const [number, way] = [nameOf(one), wayOf(one)];
      if (way !== asHeading && way !== asPart && memory.chat === undefined) noted[number]!++;
      if (way <= asCalled) {
        passing[number]!++;
        if (way === asCalled) {
          called[number]!++;
          note(number, memory);
        }
        continue;
      }
      if (!seen?.has(keys[number]!)) (isOver ? ended : holding)[number]!++;
      seen?.add(keys[number]!);
      if (memory.isOwn || (chats[number] ?? memory.chat) !== memory.chat) isOwn[number] = 1;
      chats[number] ??= memory.chat;
      if (way === asFirst) first[number]!++;
      if (way === asName) {
        shown[number]!++;
        sure[number]! += memory.chat === undefined ? leastSure : 1;
      }
      note(number, memory);
    }
  }
  const own = new Set([character.name, ...character.aliases.map(({ alias }) => alias)].map(keyOf));
  const joinedAs = new Map(character.joined.map((one) => [keyOf(one.alias), one.name]));
  const none = new Set(character.none.map((one) => canonical(keyOf(one))));
  const told = new Set([...names.renamings.values()].flatMap((one) => [one.earlier, one.name].map(keyOf)));
  const found = new Map<string, Name>();
  const rare = new Map<string, Name>();
  const parts = new Map<string, Name>();
  const kindOf = kindsOf(names);
  for (let number = 0; number < size; number++) {
    const name = commonest(names.spellings[number]!);
    const key = names.keys[number]!;
    const written = first[number]! + shown[number]! + called[number]!;
    const total = holding[number]! + ended[number]! + called[number]!;
    if (total === 0 || none.has(canonical(key))) continue;
    const isWord = isSmallWord(name) || writtenSmall(name, names) > maxCommon * written;
    const isName = written > 0 && !isWord && !isTitle(name, written, names);
    const isTold = own.has(key) || told.has(key);
    const isPart = written === 0 && holding[number]! + ended[number]! > 0;
    if (!isName && !isTold && !isPart) continue;
    const kind = own.has(key) ? 'person' : kindOf(number);
    // What only begins sentences may be a word, but hardly where it is a person.
    const known = holding[number]! + ended[number]! + noted[number]!;
    const isNotedPerson = noted[number]! > 0 && kind === 'person';
    const isRare =
      known === 0 ||
      (isOwn[number] === 0 && noted[number] === 0) ||
      ((kind === 'person' ? total : known - noted[number]!) < least && !isNotedPerson) ||
      (shown[number]! + called[number]! === 0 && first[number]! < least && kind !== 'person') ||
      (sure[number]! < leastSure && kind !== 'person' && isOfCommonWords(name));
    const alias = joinedAs.get(key);
    const isListed = !isRare || isTold || alias !== undefined;
    const among = isListed && (isName || isTold) ? found : isName ? rare : parts;
    const one = {
      name: own.has(key) ? character.name : (alias ?? name),
      kind,
      ...{ memories: holding[number]!, ended: ended[number]!, passing: passing[number]! },
      ...{ first: iso(from[number]!), last: iso(to[number]!), changed: iso(changed[number]!) },
      characterIds: [character.id],
    };
    among.set(canonical(key), joined(among.get(canonical(key)), one));
  }
  return { names: found, rare, parts, keys, longer, until };
}

/** "Golden Hook", "However": each word is one that texts write small, and the first is no given name. */
function isOfCommonWords(name: string): boolean {
  const parts = partsOf(name);
  return !isGivenName(parts[0] ?? '', true) && parts.every(isWrittenSmall);
}

const writtenSmall = (name: string, { common }: CharacterNames) => common.get(smallWords(name).join(' ')) ?? 0;

/**
 * "Practical Tasting" is a title where both words are also written small, half as often as it is written: most names have
 * a word of their own, and who is called Grace Park is written often.
 */
function isTitle(name: string, written: number, { common }: CharacterNames): boolean {
  const words = smallWords(name);
  return words.length > 1 && words.every((word) => (common.get(word) ?? 0) >= Math.max(least, written / 2));
}

/** Brings the key of an alias to that of its name. */
function canonicalOf({ name, aliases, joined }: NamedCharacter): (key: string) => string {
  const keys = new Map([
    ...aliases.map(({ alias }) => [keyOf(alias), keyOf(name)] as const),
    ...joined.map((one) => [keyOf(one.alias), keyOf(one.name)] as const),
  ]);
  return (key) => {
    const to = keys.get(key) ?? key;
    return keys.get(to) ?? to;
  };
}

/** The keys of everything that a name stands for in a character: its aliases too, the key of its name first. */
export function keysOf(character: NamedCharacter, asked: string): string[] {
  const canonical = canonicalOf(character);
  const name = canonical(keyOf(asked));
  const { aliases, joined } = character;
  const others = [...aliases, ...joined].map(({ alias }) => keyOf(alias)).filter((key) => canonical(key) === name);
  return [...new Set([name, ...others])];
}

export function joined<One extends Name>(one: One | undefined, other: One): One {
  if (!one) return other;
  const more = one.memories >= other.memories ? one : other;
  return {
    ...one,
    ...other,
    name: more.name,
    kind: more.kind,
    memories: one.memories + other.memories,
    ended: one.ended + other.ended,
    passing: one.passing + other.passing,
    first: one.first < other.first ? one.first : other.first,
    last: one.last > other.last ? one.last : other.last,
    changed: one.changed > other.changed ? one.changed : other.changed,
    characterIds: [...new Set([...one.characterIds, ...other.characterIds])],
  };
}
