import { once } from '../../base/once.ts';
import { fold } from '../text/fold.ts';
import { stem } from '../text/stem.ts';
import lexicon from './places.lexicon';

/** The other names of the place with a name, in other languages and scripts: 東京 and Токио of "tokyo". All are terms. */
export function otherNamesOf(term: string): readonly string[] {
  for (const line of lines().get(beginningOf(term)) ?? []) {
    const names = [...new Set(line.map(stem))];
    if (names.includes(term)) return names.filter((name) => name !== term);
  }
  return NONE;
}

const NONE: readonly string[] = [];

/** The letters that a name has in common with its stem. */
const beginningOf = (name: string) => name.slice(0, 2);

/** Folded names, a place a line, by the beginning of each. */
const lines = once(() => {
  const found = new Map<string, string[][]>();
  for (const line of lexicon.trim().split('\n')) {
    const names = line.split(' ').map(fold);
    for (const beginning of new Set(names.map(beginningOf)))
      found.set(beginning, [...(found.get(beginning) ?? []), names]);
  }
  return found;
});
