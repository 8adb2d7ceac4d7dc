import type { Category } from '../../client/api.ts';
import { useShared } from '../../shell/shared.ts';

/** How many hues there are. */
const hues = 6;

/** A category with its hue, which follows from its place in the list of them. */
export function CategoryName({ characterId, name }: { characterId: string; name: string }) {
  const { categories } = useShared();
  return (
    <span class="cat" style={{ '--h': hueOf(categories.value.get(characterId), name) }}>
      {name}
    </span>
  );
}

export function hueOf(categories: readonly Category[] | undefined, name: string): string {
  const place = categories?.findIndex((one) => one.name === name) ?? -1;
  return place < 0 ? 'var(--ink-3)' : `var(--c${(place % hues) + 1})`;
}
