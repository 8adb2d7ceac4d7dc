import { type NameKind, nameKinds } from '../../domain/name-kinds.ts';
import { iso } from '../../domain/text.ts';
import { naming } from '../../text/naming.ts';
import type { Context } from '../context.ts';
import { linksThatHold, oneOfEach, restOf } from '../duplicates.ts';
import { doubtSince, withEnds } from '../retrieval/holding.ts';
import { asCalled, asFirst, type CharacterNames, keyOf, type NamedMemory, nameOf, wayOf } from './character-names.ts';
import { type Counted, countedIn, joined, keysOf, type Name, type NamedCharacter, readNames } from './counted-names.ts';
import { isOfLonger } from './longer-names.ts';
import { soundingAlike } from './same-sound.ts';
import { shortForms, shortFormsOf } from './short-forms.ts';
import {
  byWeight,
  definitionOf,
  type Held,
  isAbout,
  lastingDefinition,
  newestOfEachFirst,
  saying,
  type Weighed,
  withoutDoubt,
} from './what-holds.ts';

/** Names that a description shows beside its own, and those that it offers to join. */
const [maxWith, maxPerhaps] = [24, 3];
/** Those that stand in one memory with it are left out where so many do in several. */
const leastWith = 3;
/** A note with more names than this is about none of them in particular. */
const maxBeside = 5;
/** Memories in "what holds now", and those that are read to choose them. */
const [maxHolding, maxWeighed] = [12, 24];
/** So many memories that define a name are read for the one that says it best. */
const maxDefining = 40;
/** Spellings that are looked for in the texts. */
const maxSpellings = 20;

/** A listed name, and the one that it may be a short form of. */
interface Listed extends Name {
  same?: string;
}

/** The names in a character's memories, or in all that the caller sees; those that most memories that hold say, first. */
export async function listNames(
  context: Context,
  asked: {
    characterId?: string | undefined;
    words?: string | undefined;
    kind?: NameKind | undefined;
    limit: number;
  },
) {
  const { all, progress } = await readNames(context, asked.characterId);
  const wanted = asked.words === undefined ? '' : keyOf(asked.words.trim()).toLowerCase();
  const [found, rare] = [new Map<string, Listed>(), new Map<string, Listed>()];
  for (const { character, names } of all) {
    const counted = countedIn(character, names, context.now());
    // Each call would compare all names again until every memory is read.
    const short = progress.read < progress.total ? new Map<string, string>() : shortForms(names, counted);
    const told = new Map(renamingsOf(names, counted).map(({ alias, name }) => [keyOf(alias), name]));
    for (const among of [counted.names, counted.rare]) {
      const here = among === counted.names ? found : rare;
      for (const [key, one] of among) {
        if (!key.toLowerCase().includes(wanted)) continue;
        const long = counted.names.get(short.get(key) ?? '')?.name ?? told.get(key);
        const isAsked = long !== undefined && !isSeparate(character, { alias: one.name, name: long });
        const same = isAsked ? long : undefined;
        here.set(key, joined(here.get(key), same === undefined ? one : { ...one, same }));
      }
    }
  }
  for (const { character, names } of all) {
    // Elsewhere it is a part of a longer one.
    for (const [key, one] of countedIn(character, names, context.now()).parts)
      if (found.has(key)) found.set(key, joined(found.get(key), one));
  }
  for (const [key, one] of rare) {
    // A name that two characters have once each is in two memories.
    if (asked.words !== undefined || found.has(key) || one.characterIds.length > 1)
      found.set(key, joined(found.get(key), one));
  }
  const sorted = [...found.values()].sort(
    (a, b) => b.memories - a.memories || b.ended - a.ended || (a.name < b.name ? -1 : 1),
  );
  const [people, things] = nameKinds.map((kind) => sorted.filter((one) => one.kind === kind)) as [Listed[], Listed[]];
  // Half of the list at most is of the other kind, where this one has more.
  const half = Math.max(Math.ceil(asked.limit / 2), asked.limit - things.length);
  const both = [...people.slice(0, half), ...things];
  const shown = asked.kind === undefined ? both : asked.kind === 'person' ? people : things;
  const none = [...new Set(all.flatMap(({ character }) => character.none))].sort();
  return { names: shown.slice(0, asked.limit), count: sorted.length, people: people.length, none, ...progress };
}

/** What memories say of a name: counts, months, who is named with it, and the latest memories; of none, where none names it. */
export async function describeName(
  context: Context,
  asked: { characterId?: string | undefined; name: string; page: number; limit: number },
) {
  const { store, principal } = context;
  const now = context.now();
  const { all, progress } = await readNames(context, asked.characterId);
  const about: Mention[] = [];
  const renamed: { earlier: string; name: string; memoryId: string; at: string }[] = [];
  const months = new Map<string, number>();
  const spellings = new Map<string, number>();
  const beside = new Map<string, Group>();
  let whole: Name | undefined;
  const joinedNames = new Set<string>();
  const perhaps = new Map<string, Perhaps>();
  for (const { character, names } of all) {
    const mine = keysOf(character, asked.name);
    const counted = countedIn(character, names, now);
    const own = counted.names.get(mine[0]!) ?? counted.rare.get(mine[0]!) ?? counted.parts.get(mine[0]!);
    if (own) whole = joined(whole, own);
    for (const { alias } of character.joined) if (mine.includes(keyOf(alias))) joinedNames.add(alias);
    const offer = (key: string, one: Omit<Perhaps, 'memories'>) => {
      if (isSeparate(character, one)) return;
      const { memories = 0 } = counted.names.get(key) ?? counted.rare.get(key) ?? {};
      perhaps.set(key, { ...one, memories: memories + (perhaps.get(key)?.memories ?? 0) });
    };
    for (const other of shortFormsOf(mine[0]!, names, counted)) {
      const called = own?.name ?? asked.name;
      const [alias, name] = other.length < called.length ? [other, called] : [called, other];
      offer(keyOf(other), { name, alias, why: 'short' });
    }
    const isKnown = (name: string) => counted.names.has(keyOf(name)) || counted.rare.has(keyOf(name));
    const read = [...names.readings.values()].filter(({ alias, name }) => isKnown(alias) && isKnown(name));
    const alike = new Map([...read, ...soundingAlike(names)].map((one) => [keyOf(one.alias), one]));
    for (const { alias, name } of alike.values()) {
      const [one, ...others] = [alias, name].map(keyOf).filter((key) => !mine.includes(key));
      if (one !== undefined && others.length === 0) offer(one, { name, alias, why: 'sound' });
    }
    for (const { alias, name } of renamingsOf(names, counted)) {
      const others = [alias, name].map(keyOf).filter((key) => !mine.includes(key));
      if (others.length === 1) offer(others[0]!, { name, alias, why: 'renamed' });
    }
    for (const [memoryId, { earlier, name }] of names.renamings)
      if ([earlier, name].some((one) => mine.includes(keyOf(one))))
        renamed.push({ earlier, name, memoryId, at: iso(names.memories.get(memoryId)?.at ?? 0) });
    const numbers = new Set(mine.flatMap((key) => names.find(key) ?? []));
    for (const number of numbers) add(spellings, names.spellings[number]!);
    // A part of the name is not beside it.
    const isBeside = (key: string) =>
      counted.names.has(key) && !mine.some((one) => one.includes(key) || key.includes(one));
    const groups = counted.keys.map((key) => {
      if (!isBeside(key)) return undefined;
      const group = beside.get(key) ?? { name: counted.names.get(key)!.name, memories: 0, isNear: false };
      beside.set(key, group);
      return group;
    });
    for (const memory of names.memories.values()) {
      const isSaid = (one: number) => wayOf(one) > asCalled && !isOfLonger(memory, one, counted.longer);
      if (!memory.names.some((one) => numbers.has(nameOf(one)) && isSaid(one))) continue;
      const isDefined = memory.defines.some((number) => numbers.has(number));
      const isFirst = memory.names.some((one) => numbers.has(nameOf(one)) && wayOf(one) === asFirst);
      about.push({ memory, groups, isDefined, isFirst });
      const month = iso(memory.at).slice(0, 7);
      months.set(month, (months.get(month) ?? 0) + 1);
      const together = groupsOf(memory, groups);
      for (const group of together) {
        group.memories++;
        group.isNear ||= together.size <= maxBeside;
      }
    }
  }
  // Of one time they stay as they were read: the last of a document first.
  about.sort(({ memory: a }, { memory: b }) => b.at - a.at);
  const ids = about.slice(asked.page * asked.limit, (asked.page + 1) * asked.limit).map(({ memory }) => memory.id);
  const holding = about.filter(({ memory }) => memory.endsAt > now);
  const mine = new Set(about.map(({ memory }) => memory.id));
  const isMine = ({ id }: { id: string }) => mine.has(id);
  const weighed = holding.toSorted(byWeight).slice(0, maxWeighed);
  const defining = holding.filter(({ isDefined }) => isDefined).slice(0, maxDefining);
  const over = about.filter(({ memory, isDefined }) => isDefined && memory.endsAt <= now).slice(0, maxWeighed);
  const wanted = [...ids, ...[...weighed, ...defining, ...over].map(({ memory }) => memory.id)];
  const known = await store.memories.byIds(principal, [...new Set(wanted)]);
  const found = new Map(known.map((one) => [one.id, one]));
  const those = (some: readonly string[]) => some.flatMap((id) => found.get(id) ?? []);
  const isNamed = naming([asked.name, ...spellings.keys()].slice(0, maxSpellings));
  const links = await Promise.all(all.map(({ character }) => linksThatHold(context, character.id)));
  const changes = links.flat().filter((link) => (isMine(link.newer) || isMine(link.older)) && isAbout(link, isNamed));
  const doubted = await Promise.all(
    oneOfEach(changes).map(async (link) => {
      const { newer, older } = link;
      return { newer, older, ...(await restOf(context, link)) };
    }),
  );
  const inOrder = newestOfEachFirst(those(weighed.map(({ memory }) => memory.id)), isNamed, changes);
  const held = withoutDoubt(inOrder, isNamed, changes).slice(0, maxHolding);
  const together = [...beside.values()].filter(({ memories, isNear }) => memories > 1 || (memories > 0 && isNear));
  const often = together.filter(({ memories }) => memories > 1);
  const others = (often.length < leastWith ? together : often)
    .sort((a, b) => b.memories - a.memories)
    .slice(0, maxWith);
  const shown = async (some: readonly Held[]) => {
    const ends = await withEnds(
      context,
      some.map(({ memory }) => memory),
      undefined,
    );
    return ends.map(({ doubt: _, ...one }, at) => {
      const { memory, isSure, ...said } = some[at]!;
      const doubts = isSure ? [] : changes.filter(({ older }) => older.id === memory.id);
      const doubt = doubts.map(({ newer }) => `${doubtSince(memory, newer, undefined)}: ${newer.content}`).join('; ');
      return { ...one, ...said, ...(doubt !== '' && { doubt }) };
    });
  };
  const of = (some: readonly Weighed[]) => those(some.map(({ memory }) => memory.id));
  const definers = of(defining);
  const called = [...spellings].sort((a, b) => b[1] - a[1]).map(([spelling]) => spelling);
  // What it is may have changed with it.
  const isSettled = doubted.length === 0 && !whole?.ended && !held.some(({ earlier }) => earlier);
  return {
    ...(whole ?? { name: asked.name, kind: 'thing' as const, memories: 0, ended: 0, passing: 0, characterIds: [] }),
    spellings: called,
    joined: [...joinedNames],
    perhaps: [...perhaps.values()].slice(0, maxPerhaps),
    months: [...months].sort().map(([month, memories]) => ({ month, memories })),
    with: others.map(({ name, memories }) => ({ name, memories })),
    doubted,
    ...(isSettled
      ? definitionOf(definers, isNamed)
      : lastingDefinition(definers, of(over), held, called, isNamed, changes)),
    renamed,
    holding: await shown(held),
    about: await shown(those(ids).map((memory) => ({ memory, ...saying(memory, isNamed) }))),
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

/** One name is a short form of the other, a memory says that it was renamed, or both sound alike in two scripts. */
export const joinReasons = ['short', 'renamed', 'sound'] as const;

/** The new names that memories tell of; that of "Project Kestrel" is one of Kestrel too, where that is a name. */
function renamingsOf({ renamings }: CharacterNames, counted: Counted) {
  return [...renamings.values()].flatMap(({ earlier, name }) => {
    const last = earlier.split(' ').at(-1)!;
    const known = new Set([...(counted.names.has(keyOf(last)) ? [last] : []), earlier]);
    return [...known].map((alias) => ({ alias, name }));
  });
}

/** Whether a person said that one of the names stands for itself alone. */
const isSeparate = ({ apart }: NamedCharacter, { alias, name }: { alias: string; name: string }) =>
  apart.includes(keyOf(alias)) || apart.includes(keyOf(name));

/** With the names in it. */
interface Mention extends Weighed {
  groups: readonly (Group | undefined)[];
}

/** Another name in the memories of one. */
interface Group {
  name: string;
  memories: number;
  /** One of them names few others. */
  isNear: boolean;
}

/** The other names in the text of a memory, each once. */
function groupsOf({ names }: NamedMemory, groups: readonly (Group | undefined)[]): Set<Group> {
  return new Set(names.flatMap((one) => (wayOf(one) <= asCalled ? [] : (groups[nameOf(one)] ?? []))));
}

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
}
