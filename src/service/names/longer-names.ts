import type { NameKind } from '../../domain/name-kinds.ts';
import { asPart, type CharacterNames, type NamedMemory, nameOf, wayOf } from './character-names.ts';
import { commonest } from './kinds.ts';

/** By the number of a name: the numbers of others that begin with it and are not of it, as "Falcon Reports" with "Falcon". */
export type LongerNames = ReadonlyMap<number, readonly number[]>;

/**
 * Of a person both are names: "Anna" and "Anna Schmidt".
 * @param isListed whether a name is listed as a thing, by its number
 * @param apart the keys of names that stand for themselves alone
 */
export function longerNames(
  names: CharacterNames,
  keys: readonly string[],
  kindOf: (number: number) => NameKind,
  isListed: (number: number) => boolean,
  apart: readonly string[],
): LongerNames {
  const longer = new Map<number, number[]>();
  for (let number = 0; number < keys.length; number++) {
    const name = commonest(names.spellings[number]!);
    if (!name.includes(' ')) continue;
    const short = names.find(name.slice(0, name.indexOf(' ')));
    if (short === undefined || keys[short] === keys[number]) continue;
    const isOther = isListed(number) && kindOf(short) !== 'person';
    if (!isOther && ![short, number].some((one) => apart.includes(keys[one]!))) continue;
    longer.set(short, [...(longer.get(short) ?? []), number]);
  }
  return longer;
}

/** Whether a memory has a name only within a longer one of another. */
export function isOfLonger(memory: NamedMemory, one: number, longer: LongerNames): boolean {
  if (wayOf(one) !== asPart) return false;
  const others = longer.get(nameOf(one));
  return others !== undefined && memory.names.some((other) => wayOf(other) > asPart && others.includes(nameOf(other)));
}
