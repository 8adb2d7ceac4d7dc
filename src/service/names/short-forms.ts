import { dayMs } from '../../domain/text.ts';
import type { Counted } from './counted-names.ts';
import { type CharacterNames, type NamedMemory, nameOf } from './kept-names.ts';

/** Letters of the shorter name, in scripts with capitals and in others. */
const [leastLetters, leastSigns] = [3, 2];
const withCapitals = /\p{Lu}|\p{Ll}/u;
/** Two names that stand together in more of the memories of the rarer one are of two. */
const maxTogether = 0.34;

/**
 * Names that may be of the same person or thing as one: one begins the other ("Mel", "Melanie"), also before the same
 * surname, and both are named on the same day; or it is its initials ("NYC"). Both seldom are in the same memory.
 */
export function shortFormsOf(key: string, names: CharacterNames, counted: Counted): string[] {
  const all = new Map([...counted.rare, ...counted.names]);
  const called = all.get(key)?.name ?? '';
  const areInitials = ({ name }: { name: string }) => isInitials(name, called) || isInitials(called, name);
  const forms = [...all].filter(
    ([other, one]) => isShortForm(other, key) || isShortForm(key, other) || areInitials(one),
  );
  if (forms.length === 0) return [];
  const own = new Set<number>();
  const days = new Map<string, Set<number>>();
  const together = new Map<string, number>();
  const wanted = new Set(forms.map(([other]) => other));
  for (const memory of names.memories.values()) {
    const here = keysIn(memory, counted);
    const isOwn = here.has(key);
    if (isOwn) own.add(dayOf(memory));
    for (const other of here) {
      if (!wanted.has(other)) continue;
      if (isOwn) together.set(other, (together.get(other) ?? 0) + 1);
      const known = days.get(other);
      if (known) known.add(dayOf(memory));
      else days.set(other, new Set([dayOf(memory)]));
    }
  }
  const mine = all.get(key)?.memories ?? 0;
  return forms.flatMap(([other, one]) => {
    const { name, memories } = one;
    const isNear = areInitials(one) || [...(days.get(other) ?? [])].some((day) => own.has(day));
    return isNear && (together.get(other) ?? 0) <= maxTogether * Math.min(mine, memories) ? [name] : [];
  });
}

function isShortForm(short: string, long: string): boolean {
  const [[first = '', ...rest], [whole = '', ...others]] = [short.split(' '), long.split(' ')];
  const least = withCapitals.test(first) ? leastLetters : leastSigns;
  if (first === whole || [...first].length < least || !whole.startsWith(first)) return false;
  return rest.length === 0 || rest.join(' ') === others.join(' ');
}

function isInitials(short: string, long: string): boolean {
  const initials = long.match(/(?<!\p{L})\p{Lu}/gu) ?? [];
  return initials.length > 1 && short === initials.join('');
}

const keysIn = ({ names }: NamedMemory, { keys }: Counted) => new Set(names.map((one) => keys[nameOf(one)]!));

const dayOf = ({ at }: NamedMemory) => Math.floor(at / dayMs);
