import { once } from '../../base/once.ts';
import { fold } from '../text/fold.ts';
import { stem } from '../text/stem.ts';
import lexicon from './places.lexicon';

/** The other names of the place with a name, in other languages and scripts: 東京 and Токио of "tokyo". All are terms. */
export function otherNamesOf(term: string): readonly string[] {
  for (const line of places().get(beginningOf(term)) ?? []) {
    if (line().includes(term)) return line().filter((name) => name !== term);
  }
  return NONE;
}

const NONE: readonly string[] = [];

/** The letters that a name has in common with its stem. */
const beginningOf = (name: string) => name.slice(0, 2);

/** The terms of each place's names, by the beginning of each. */
const places = once(() => {
  const found = new Map<string, (() => readonly string[])[]>();
  for (const line of lexicon.trim().split('\n')) {
    const names = line.split(' ').map(fold);
    const terms = once(() => [...new Set(names.map(stem))]);
    for (const beginning of new Set(names.map(beginningOf)))
      found.set(beginning, [...(found.get(beginning) ?? []), terms]);
  }
  return found;
});
