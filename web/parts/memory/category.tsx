import type { Category } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { useShared } from '../../shell/shared.ts';

/** The categories of the presets have the same hue everywhere. */
const usual = new Map([
  ['decisions', 1],
  ['preferences', 2],
  ['events', 3],
  ['relationships', 4],
  ['goals', 5],
  ['facts', 6],
  ['skills', 7],
  ['general', 10],
]);
/** Hues of a character's own categories, repeated in order. */
const others = [8, 9, 7, 5, 3, 2, 4, 6, 1, 10] as const;

/** A category with its hue. */
export function CategoryName({ characterId, name }: { characterId: string; name: string }) {
  const { categories } = useShared();
  return (
    <span class="cat" style={{ '--h': hueOf(categories.value.get(characterId), name) }}>
      {known(name)}
    </span>
  );
}

export function hueOf(categories: readonly Category[] | undefined, name: string): string {
  const own = categories?.filter((one) => !usual.has(one.name)).findIndex((one) => one.name === name) ?? -1;
  const hue = usual.get(name) ?? (own < 0 ? undefined : others[own % others.length]);
  return hue === undefined ? 'var(--ink-3)' : `var(--c${hue})`;
}
