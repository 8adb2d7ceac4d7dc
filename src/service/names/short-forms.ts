import { dayMs } from '../../domain/text.ts';
import { namesOfShort } from '../../text/kinds-of-names.ts';
import { isGivenName } from '../../text/personal/people.ts';
import {
  asCalled,
  asFirst,
  type CharacterNames,
  type NamedMemory,
  nameOf,
  smallWords,
  wayOf,
} from './character-names.ts';
import type { Counted, Name } from './counted-names.ts';

/** Letters of a shorter name of a person and of a thing, and signs of one in a script without capitals. */
const [leastLetters, leastOfThing, leastSigns] = [3, 5, 2];
const withCapitals = /\p{Lu}|\p{Ll}/u;
/** Two names that stand together in more of the memories of the rarer one are of two. */
const maxTogether = 0.34;

/** Two keys of names that may be of the same person or thing. */
interface Pair {
  short: string;
  long: string;
  /** They seem to be one wherever they stand; others are named on the same day. */
  isSure: boolean;
}

/**
 * Names that may be of the same person or thing as one: a common short form ("Tom", "Thomas"), the beginning ("Mel",
 * "Melanie"), one name of two ("Becker", "Tom Becker"), initials ("NYC"). Both seldom are in the same memory.
 */
export function shortFormsOf(key: string, names: CharacterNames, counted: Counted): string[] {
  const all = new Map([...counted.rare, ...counted.names]);
  const own = all.get(key);
  if (!own) return [];
  const pairs = [...all].flatMap(([other, one]) => [pairOf(key, own, other, one) ?? pairOf(other, one, key, own)]);
  const joinable = joinablePairs(pairs.filter(isPair), names, counted, all);
  return joinable.map(({ short, long }) => all.get(short === key ? long : short)!.name);
}

/** For each listed name that may be a short form: the one name that it may be of. */
export function shortForms(names: CharacterNames, counted: Counted): Map<string, string> {
  const known = found.get(counted);
  if (known) return known;
  const all = counted.names;
  const byWord = new Map<string, string[]>();
  const note = (word: string, key: string) => byWord.set(word, [...(byWord.get(word) ?? []), key]);
  for (const [key, { name }] of all) {
    const words = smallWords(name);
    for (const word of new Set([words[0]!, words.at(-1)!, initialsOf(name)?.toLowerCase() ?? words[0]!]))
      note(word, key);
  }
  const words = [...byWord.keys()].sort();
  const pairs: Pair[] = [];
  for (const [key, one] of all) {
    const [first = ''] = smallWords(one.name);
    const others = new Set(
      [...startingWith(words, first), ...namesOfShort(first)].flatMap((word) => byWord.get(word) ?? []),
    );
    for (const other of others) {
      const pair = pairOf(key, one, other, all.get(other)!);
      if (pair) pairs.push(pair);
    }
  }
  const joinable = joinablePairs(pairs, names, counted, all);
  const longest = new Map<string, string>();
  for (const { short, long } of joinable) {
    const before = longest.get(short);
    // The one of more memories.
    if (before === undefined || all.get(before)!.memories < all.get(long)!.memories) longest.set(short, long);
  }
  found.set(counted, longest);
  return longest;
}

/** The words of a sorted list that begin with some letters. */
function startingWith(sorted: readonly string[], start: string): string[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < start) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < sorted.length && sorted[end]!.startsWith(start)) end++;
  return sorted.slice(low, end);
}

const found = new WeakMap<Counted, Map<string, string>>();
const isPair = (pair: Pair | undefined): pair is Pair => pair !== undefined;

/** Those pairs whose names are seldom in the same memory, and that are sure or are named on the same day. */
function joinablePairs(
  pairs: readonly Pair[],
  names: CharacterNames,
  counted: Counted,
  all: ReadonlyMap<string, Name>,
) {
  if (pairs.length === 0) return [];
  const places = new Map<string, { memories: Set<number>; days: Set<number> }>();
  for (const key of pairs.flatMap(({ short, long }) => [short, long]))
    places.set(key, { memories: new Set(), days: new Set() });
  const byNumber = counted.keys.map((key) => places.get(key));
  let at = 0;
  for (const memory of names.memories.values()) {
    at++;
    for (const one of memory.names) {
      // Within a longer name it is that one.
      const way = wayOf(one);
      const place = way === asCalled || way >= asFirst ? byNumber[nameOf(one)] : undefined;
      place?.memories.add(at);
      place?.days.add(dayOf(memory));
    }
  }
  return pairs.filter(({ short, long, isSure }) => {
    const [mine, theirs] = [places.get(short)!, places.get(long)!];
    const together = [...mine.memories].filter((one) => theirs.memories.has(one)).length;
    const fewest = Math.min(sizeOf(all.get(short)), sizeOf(all.get(long)));
    const isNear = isSure || [...mine.days].some((day) => theirs.days.has(day));
    return isNear && together <= maxTogether * fewest;
  });
}

const sizeOf = (one: Name | undefined) => (one ? one.memories + one.ended + one.passing : 0);

function pairOf(short: string, { name, kind }: Name, long: string, other: Name): Pair | undefined {
  if (short === long) return undefined;
  const [[first = '', ...rest], [whole = '', ...others]] = [smallWords(name), smallWords(other.name)];
  const pair = { short, long };
  if (initialsOf(other.name) === name) return { ...pair, isSure: true };
  // An abbreviation is no short form: DAN is not Daniel.
  if (/^\p{Lu}{2,}$/u.test(name)) return undefined;
  const isPerson = kind === 'person' || other.kind === 'person';
  if (rest.length > 0 && rest.join(' ') !== others.join(' ')) return undefined;
  // "Tom", "Becker" of "Tom Becker".
  if (rest.length === 0 && others.length > 0 && other.kind === 'person' && [whole, others.at(-1)].includes(first))
    return { ...pair, isSure: true };
  if (first === whole) return undefined;
  if (namesOfShort(first).includes(whole)) return { ...pair, isSure: true };
  const least = withCapitals.test(first) ? (isPerson ? leastLetters : leastOfThing) : leastSigns;
  if ([...first].length < least || !whole.startsWith(first)) return undefined;
  // Jon is not Jonas.
  return isGivenName(first, true) && isGivenName(whole, true) ? undefined : { ...pair, isSure: false };
}

function initialsOf(long: string): string | undefined {
  const initials = long.match(/(?<!\p{L})\p{Lu}/gu) ?? [];
  return initials.length > 1 ? initials.join('') : undefined;
}

const dayOf = ({ at }: NamedMemory) => Math.floor(at / dayMs);
