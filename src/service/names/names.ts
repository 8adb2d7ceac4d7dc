import { iso } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { linkedPairs } from '../duplicates.ts';
import { withEnds } from '../retrieval/holding.ts';
import { countedIn, joined, keysOf, type Name, readNames } from './counted-names.ts';
import { keyOf, type NamedMemory, nameOf } from './kept-names.ts';
import { shortFormsOf } from './short-forms.ts';

/** Names that a description shows beside its own, those that its graph links, and those that it offers to join. */
const [maxWith, maxLinked, maxPerhaps] = [24, 10, 3];

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
  const joinedNames = new Set<string>();
  const perhaps = new Map<string, Perhaps>();
  for (const { character, names } of all) {
    const mine = keysOf(character, asked.name);
    const counted = countedIn(character, names);
    const own = counted.names.get(mine[0]!) ?? counted.rare.get(mine[0]!);
    if (own) whole = joined(whole, own);
    for (const { alias } of character.joined) if (mine.includes(keyOf(alias))) joinedNames.add(alias);
    const offer = (key: string, one: Omit<Perhaps, 'memories'>) => {
      const { memories = 0 } = counted.names.get(key) ?? counted.rare.get(key) ?? {};
      perhaps.set(key, { ...one, memories: memories + (perhaps.get(key)?.memories ?? 0) });
    };
    for (const other of shortFormsOf(mine[0]!, names, counted)) {
      const called = own?.name ?? asked.name;
      const [alias, name] = other.length < called.length ? [other, called] : [called, other];
      offer(keyOf(other), { name, alias, why: 'short' });
    }
    for (const { earlier: alias, name } of names.renamings.values()) {
      const others = [alias, name].map(keyOf).filter((key) => !mine.includes(key));
      if (others.length === 1) offer(others[0]!, { name, alias, why: 'renamed' });
    }
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
    joined: [...joinedNames],
    perhaps: [...perhaps.values()].slice(0, maxPerhaps),
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

/** Two names that may be of one person or thing: why, and how many memories have the one that is not described. */
interface Perhaps {
  name: string;
  alias: string;
  memories: number;
  why: (typeof joinReasons)[number];
}

/** One name is a short form of the other, or a memory says that it was renamed. */
export const joinReasons = ['short', 'renamed'] as const;

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

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
}
