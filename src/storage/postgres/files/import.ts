import type { NewCategory } from '../../../domain/category.ts';
import { categoryKey, takenCategory } from '../../../domain/category-rules.ts';
import { unlessErased } from '../../../domain/erasure.ts';
import type { NewMemory } from '../../../domain/memory.ts';
import { type CountedImport, type ImportCounts, importCounts, type NewImport } from '../../../domain/stores/files.ts';
import { toCategory } from '../../rows/characters.ts';
import { Categories, categoryRows, insertCategories, updateCategory } from '../characters/category-rows.ts';
import type { Place } from '../directory.ts';
import { Tombstones } from '../erasing/tombstones.ts';
import { keyText } from '../memories/memory-rows.ts';
import type { MemoryUnit } from '../memories/memory-unit.ts';
import { fewChanges, selectStoredKeys } from '../memories/staging.ts';
import type { Unit } from '../unit.ts';

/** Applies an import inside a write unit. */
export function applyImport(unit: MemoryUnit, { categories, changes }: NewImport): ImportCounts {
  for (const category of categories) takeCategory(unit, category);
  const additions = changes.flatMap((change) => (change.kind === 'add' ? [change.memory] : []));
  for (const change of changes) if (change.kind !== 'add') unit.apply(change);
  const outcomes =
    additions.length > fewChanges
      ? unit.addAll(additions)
      : additions.map((memory) => unlessErased(() => unit.apply({ kind: 'add', memory })));
  const added = outcomes.filter((outcome) => outcome?.operation === 'ADD').length;
  return importCounts(additions.length, added, outcomes.filter((outcome) => outcome === undefined).length);
}

/** The result that an import of these memories would have. CategoryNotConfigured. */
export async function countImport(
  q: Unit,
  place: Place,
  categories: readonly NewCategory[],
  memories: readonly NewMemory[],
  keys: readonly Buffer[],
): Promise<CountedImport> {
  const { characterNo } = place;
  const [rows, stored, tombstones] = await Promise.all([
    categoryRows(q, characterNo),
    q.all<{ key: Uint8Array }>(selectStoredKeys, characterNo, keys),
    Tombstones.read(q, place),
  ]);
  const made = new Set(categories.map(({ name }) => categoryKey(name)));
  const known = new Categories(rows);
  for (const { category } of memories) {
    if (category !== undefined && !made.has(categoryKey(category))) known.require(category);
  }
  const held = new Set(stored.map(({ key }) => keyText(key)));
  const [added, erased] = [new Map<string, string>(), new Map<string, string>()];
  for (const [i, key] of keys.map(keyText).entries()) {
    const { id, content } = memories[i]!;
    const among = tombstones.has(content) ? erased : added;
    if (!held.has(key) && !among.has(key)) among.set(key, id);
  }
  return { ...importCounts(memories.length, added.size, erased.size), ids: [...added.values()] };
}

function takeCategory(unit: MemoryUnit, given: NewCategory): void {
  const { q, place, categories, character } = unit;
  const known = categories.find(given.name);
  const taken = takenCategory(known && toCategory(known, 0), given, character.category_preset);
  if (!taken) return;
  if (known) {
    updateCategory(q, place.characterNo, known.no, taken);
    const { description, importance, hints } = taken;
    Object.assign(known, { description, importance, hints: JSON.stringify(hints) });
    return;
  }
  const no = unit.nextNo();
  insertCategories(q, place.characterNo, no, [taken]);
  const { name, description, importance, hints } = taken;
  const row = { character_no: place.characterNo, no, name, description, importance, hints: JSON.stringify(hints) };
  categories.add({ ...row, is_default: 0 });
}
