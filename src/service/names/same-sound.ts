import type { JoinedName } from '../../domain/stores/joined-names.ts';
import { soundsOf } from '../../text/sounds.ts';
import { type CharacterNames, keyOf } from './character-names.ts';
import { commonest } from './kinds.ts';

const otherScript = /(?!\p{Script=Latin})\p{L}/u;
/** A name in katakana is known where a text introduces it, or where a person has it in Latin letters. */
const katakana = /^[\p{Script=Katakana}ー]+$/u;
const known = new WeakMap<CharacterNames, { version: number; pairs: JoinedName[] }>();

/** The persons of some memories whose name in another script sounds as exactly one in Latin letters: ユキ is Yuki. */
export function soundingAlike(names: CharacterNames): readonly JoinedName[] {
  const before = known.get(names);
  if (before?.version === names.version) return before.pairs;
  const people = names.spellings.flatMap((spellings, number) => {
    const name = commonest(spellings);
    const isPerson = names.people[number] || names.sure[number] || katakana.test(name);
    return name === '' || name.includes(' ') || !isPerson ? [] : [name];
  });
  const others = people.filter((name) => otherScript.test(name));
  const latin = new Map<string, Set<string>>();
  for (const name of others.length === 0 ? [] : people) {
    if (otherScript.test(name)) continue;
    for (const sound of soundsOf(name)) latin.set(sound, (latin.get(sound) ?? new Set()).add(name));
  }
  const pairs = others.flatMap((alias) => {
    const found = new Set([...soundsOf(alias)].flatMap((sound) => [...(latin.get(sound) ?? [])]));
    const [name = ''] = found;
    return found.size === 1 ? [{ alias, name }] : [];
  });
  known.set(names, { version: names.version, pairs });
  return pairs;
}

/** A name joined with itself stays apart. */
export const isApart = ({ alias, name }: JoinedName) => keyOf(alias) === keyOf(name);

/** The joined names of a character: what a person said, and what sounds alike. */
export function joinedIn(names: CharacterNames, said: readonly JoinedName[]): JoinedName[] {
  const isSaid = ({ alias }: JoinedName) => said.some((one) => keyOf(one.alias) === keyOf(alias));
  const heard = soundingAlike(names).filter((one) => !isSaid(one));
  return [...said.filter((one) => one.name !== '' && !isApart(one)), ...heard];
}
