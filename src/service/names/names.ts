import type { Character } from '../../domain/character.ts';
import type { Store } from '../../domain/stores/store.ts';
import { iso } from '../../domain/text.ts';
import { readCharacter } from '../characters.ts';
import type { Context } from '../context.ts';
import { linkedPairs } from '../duplicates.ts';
import { withEnds } from '../retrieval/holding.ts';
import {
  asFirst,
  asName,
  type CharacterNames,
  KeptNames,
  keyOf,
  type NamedMemory,
  nameOf,
  wayOf,
} from './kept-names.ts';

/** How long a call reads memories that it does not know yet (ms); the next one goes on. */
const readMs = 150;
/** Characters whose names are read for all. */
const maxCharacters = 100;
/** A name is in so many memories, unless it is that of a character or looked for by its letters. */
const least = 2;
/** A word that is written small in more than this share of its memories is no name. */
const maxCommon = 0.34;
/** Names that a description shows beside its own, and those that its graph links. */
const [maxWith, maxLinked] = [24, 10];

/** A name in memories, over all that were read. */
export interface Name {
  name: string;
  memories: number;
  /** When the first and the last of them happened, and when one was last written or changed. */
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

interface Read {
  character: Pick<Character, 'id' | 'name' | 'aliases' | 'memoryCount'>;
  names: CharacterNames;
}

const kept = new WeakMap<Store, KeptNames>();

/** The names in a character's memories, or in all that the caller sees; those of the most memories first. */
export async function listNames(
  context: Context,
  { characterId, words, limit }: { characterId?: string | undefined; words?: string | undefined; limit: number },
) {
  const { all, progress } = await readNames(context, characterId);
  const wanted = words === undefined ? '' : keyOf(words.trim());
  const found = new Map<string, Name>();
  for (const { character, names } of all) {
    const counted = countedIn(character, names);
    for (const [key, one] of wanted === '' ? counted.names : [...counted.names, ...counted.rare]) {
      if (key.includes(wanted)) found.set(key, joined(found.get(key), one));
    }
  }
  const sorted = [...found.values()].sort((a, b) => b.memories - a.memories || (a.name < b.name ? -1 : 1));
  return { names: sorted.slice(0, limit), count: sorted.length, ...progress };
}

/** What memories say of a name: counts, months, who is named with it, and the latest memories; of none, where none names it. */
export async function describeName(
  context: Context,
  asked: { characterId?: string | undefined; name: string; page: number; limit: number },
) {
  const { store, principal } = context;
  const { all, progress } = await readNames(context, asked.characterId);
  const about: { memory: NamedMemory; groups: readonly (Group | undefined)[] }[] = [];
  const months = new Map<string, number>();
  const spellings = new Map<string, number>();
  const beside = new Map<string, Group>();
  let whole: Name | undefined;
  for (const { character, names } of all) {
    const mine = keysOf(character, asked.name);
    const counted = countedIn(character, names);
    const own = counted.names.get(mine[0]!) ?? counted.rare.get(mine[0]!);
    if (own) whole = joined(whole, own);
    const numbers = new Set(mine.flatMap((key) => names.find(key) ?? []));
    for (const number of numbers) add(spellings, names.spellings[number]!);
    // A part of the name is not beside it.
    const isBeside = (key: string) =>
      counted.names.has(key) && !mine.some((one) => one.includes(key) || key.includes(one));
    const groups = counted.keys.map((key) => {
      if (!isBeside(key)) return undefined;
      const group = beside.get(key) ?? { name: counted.names.get(key)!.name, memories: 0 };
      beside.set(key, group);
      return group;
    });
    for (const memory of names.memories.values()) {
      if (!memory.names.some((one) => numbers.has(nameOf(one)))) continue;
      about.push({ memory, groups });
      const month = iso(memory.at).slice(0, 7);
      months.set(month, (months.get(month) ?? 0) + 1);
      for (const group of groupsOf(memory, groups)) group.memories++;
    }
  }
  about.sort(({ memory: a }, { memory: b }) => b.at - a.at || (a.id < b.id ? -1 : 1));
  const ids = about.slice(asked.page * asked.limit, (asked.page + 1) * asked.limit).map(({ memory }) => memory.id);
  const found = new Map((await store.memories.byIds(principal, ids)).map((one) => [one.id, one]));
  const others = [...beside.values()]
    .filter(({ memories }) => memories > 0)
    .sort((a, b) => b.memories - a.memories)
    .slice(0, maxWith);
  const mine = new Set(about.map(({ memory }) => memory.id));
  const links = await Promise.all(all.map(({ character }) => linkedPairs(context, character.id)));
  return {
    ...(whole ?? { name: asked.name, memories: 0, characterIds: [] }),
    spellings: [...spellings].sort((a, b) => b[1] - a[1]).map(([spelling]) => spelling),
    months: [...months].sort().map(([month, memories]) => ({ month, memories })),
    with: others.map(({ name, memories }) => ({ name, memories })),
    links: linksOf(others.slice(0, maxLinked), about),
    doubted: links.flat().flatMap(({ memories: [newer, older] }) => {
      return newer && older && (mine.has(newer.id) || mine.has(older.id)) ? [{ newer, older }] : [];
    }),
    about: await withEnds(
      context,
      ids.flatMap((id) => found.get(id) ?? []),
      undefined,
    ),
    page: asked.page,
    ...progress,
  };
}

/** The names of one character, or of all that the caller sees, as far as they are read in the time of a call. */
async function readNames(
  context: Context,
  characterId: string | undefined,
): Promise<{ all: Read[]; progress: NamesRead }> {
  const { store, principal } = context;
  const deadline = performance.now() + readMs;
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
    all.push({ character, names: (await names.of(principal, character.id, deadline)).names });
  }
  const read = all.reduce((sum, one) => sum + one.names.memories.size, 0);
  const total = characters.reduce((sum, { memoryCount }) => sum + memoryCount, 0);
  return { all, progress: { read, total: Math.max(read, total) } };
}

/** What is counted in a character's memories. */
interface Counted {
  names: ReadonlyMap<string, Name>;
  /** Names of fewer memories. */
  rare: ReadonlyMap<string, Name>;
  /** The key in `names` of each number, if it is a name at all. */
  keys: readonly string[];
}
const counted = new WeakMap<CharacterNames, { of: string; counted: Counted }>();

/** Counts again where something has changed. */
function countedIn(character: Read['character'], names: CharacterNames): Counted {
  const of = JSON.stringify([names.version, character.name, character.aliases]);
  const known = counted.get(names);
  if (known?.of === of) return known.counted;
  const fresh = count(character, names);
  counted.set(names, { of, counted: fresh });
  return fresh;
}

/** Every name of a character's memories, by its key; an alias of the character is its name. */
function count(character: Read['character'], names: CharacterNames): Counted {
  const size = names.spellings.length;
  const [total, first, shown] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const [from, to, changed] = [
    new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    new Float64Array(size),
    new Float64Array(size),
  ];
  for (const memory of names.memories.values()) {
    for (const one of memory.names) {
      const number = nameOf(one);
      total[number]!++;
      if (wayOf(one) === asFirst) first[number]!++;
      if (wayOf(one) === asName) shown[number]!++;
      from[number] = Math.min(from[number]!, memory.at);
      to[number] = Math.max(to[number] || memory.at, memory.at);
      changed[number] = Math.max(changed[number]!, memory.changedAt);
    }
  }
  const own = new Set([character.name, ...character.aliases.map(({ alias }) => alias)].map(keyOf));
  const canonical = canonicalOf(character);
  const found = new Map<string, Name>();
  const rare = new Map<string, Name>();
  const keys: string[] = [];
  for (let number = 0; number < size; number++) {
    const name = commonest(names.spellings[number]!);
    const key = keyOf(name);
    keys.push(canonical(key));
    const written = first[number]! + shown[number]!;
    if (total[number] === 0) continue;
    const isName = written > 0 && (names.common.get(key) ?? 0) <= maxCommon * written;
    if (!isName && !own.has(key)) continue;
    const isRare = total[number]! < least || (shown[number] === 0 && first[number]! < least);
    const among = isRare && !own.has(key) ? rare : found;
    const one = {
      name: own.has(key) ? character.name : name,
      memories: total[number]!,
      ...{ first: iso(from[number]!), last: iso(to[number]!), changed: iso(changed[number]!) },
      characterIds: [character.id],
    };
    among.set(canonical(key), joined(among.get(canonical(key)), one));
  }
  return { names: found, rare, keys };
}

/** Brings the key of a character's alias to that of its name. */
function canonicalOf({ name, aliases }: Read['character']): (key: string) => string {
  const keys = new Set(aliases.map(({ alias }) => keyOf(alias)));
  return (key) => (keys.has(key) ? keyOf(name) : key);
}

/** The keys of everything that a name stands for in a character: its aliases too, its own key first. */
function keysOf({ name, aliases }: Read['character'], asked: string): string[] {
  const own = [name, ...aliases.map(({ alias }) => alias)].map(keyOf);
  return own.includes(keyOf(asked)) ? own : [keyOf(asked)];
}

function joined(one: Name | undefined, other: Name): Name {
  if (!one) return other;
  return {
    name: one.memories >= other.memories ? one.name : other.name,
    memories: one.memories + other.memories,
    first: one.first < other.first ? one.first : other.first,
    last: one.last > other.last ? one.last : other.last,
    changed: one.changed > other.changed ? one.changed : other.changed,
    characterIds: [...new Set([...one.characterIds, ...other.characterIds])],
  };
}

/** Another name in the memories of one. */
interface Group {
  name: string;
  memories: number;
}

/** The other names of a memory, each once. */
function groupsOf({ names }: NamedMemory, groups: readonly (Group | undefined)[]): Set<Group> {
  return new Set(names.flatMap((one) => groups[nameOf(one)] ?? []));
}

/** How many memories name both of two others. */
function linksOf(
  others: readonly Group[],
  about: readonly { memory: NamedMemory; groups: readonly (Group | undefined)[] }[],
) {
  const places = new Map(others.map((one, place) => [one, place]));
  const counts = new Map<number, number>();
  for (const { memory, groups } of about) {
    const here = [...groupsOf(memory, groups)].flatMap((one) => places.get(one) ?? []).sort((a, b) => a - b);
    here.forEach((one, i) => {
      for (const other of here.slice(i + 1)) {
        const pair = one * others.length + other;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    });
  }
  return [...counts].map(([pair, memories]) => {
    const [one, other] = [others[Math.floor(pair / others.length)]!, others[pair % others.length]!];
    return { one: one.name, other: other.name, memories };
  });
}

function commonest(spellings: ReadonlyMap<string, number>): string {
  let best: [string, number] = ['', 0];
  for (const one of spellings) if (one[1] > best[1]) best = one;
  return best[0];
}

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
}
