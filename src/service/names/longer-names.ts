import type { NameKind } from '../../domain/name-kinds.ts';
import { asPart, type CharacterNames, type NamedMemory, nameOf, wayOf } from './character-names.ts';
import { commonest } from './kinds.ts';

/** By the number of a thing: the numbers of other listed things that begin with its name, as "Falcon Reports" with "Falcon". */
export type LongerNames = ReadonlyMap<number, readonly number[]>;

/** Of a person both are names: "Anna" and "Anna Schmidt". @param isListed whether a name is listed as a thing, by its number */
export function longerNames(
  names: CharacterNames,
  keys: readonly string[],
  kindOf: (number: number) => NameKind,
  isListed: (number: number) => boolean,
): LongerNames {
  const longer = new Map<number, number[]>();
  for (let number = 0; number < keys.length; number++) {
    const name = commonest(names.spellings[number]!);
    if (!name.includes(' ') || !isListed(number)) continue;
    const short = names.find(name.slice(0, name.indexOf(' ')));
    if (short === undefined || keys[short] === keys[number] || kindOf(short) === 'person') continue;
    longer.set(short, [...(longer.get(short) ?? []), number]);
  }
  return longer;
}

/** Whether a memory has a name only within a longer one of another thing. */
export function isOfLonger(memory: NamedMemory, one: number, longer: LongerNames): boolean {
  if (wayOf(one) !== asPart) return false;
  const others = longer.get(nameOf(one));
  return others !== undefined && memory.names.some((other) => wayOf(other) > asPart && others.includes(nameOf(other)));
}
