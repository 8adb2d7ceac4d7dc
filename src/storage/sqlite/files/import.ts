import type { NewCategory } from '../../../domain/category.ts';
import { categoryKey, takenCategory } from '../../../domain/category-rules.ts';
import { unlessErased } from '../../../domain/erasure.ts';
import type { MemoryChange, NewMemory } from '../../../domain/memory.ts';
import { type ImportCounts, importCounts, type NewImport } from '../../../domain/stores/files.ts';
import type { Recorder } from '../audit/record.ts';
import {
  categoryRows,
  findCategory,
  insertCategories,
  requireCategory,
  toCategory,
  updateCategory,
} from '../characters/category-rows.ts';
import type { CharacterRow } from '../characters/character-rows.ts';
import type { Engine } from '../engine.ts';
import { erasedFrom } from '../erasing/tombstones.ts';
import { applyChange } from '../memories/memory-unit.ts';
import type { Staged } from '../memories/staging.ts';

/** Applies an import inside a write unit, with its staged memories. */
export function applyImport(
  engine: Engine,
  character: CharacterRow,
  { categories, changes }: NewImport,
  by: Recorder,
  staged: Staged | undefined,
): ImportCounts {
  for (const category of categories) takeCategory(engine, character, category);
  const apply = (change: MemoryChange) => applyChange(engine, character.no, change, by);
  const additions = changes.filter(({ kind }) => kind === 'add');
  for (const change of changes) if (change.kind !== 'add') apply(change);
  if (staged) {
    // What was erased is not staged.
    const { added, duplicates } = staged.adopt(by);
    return importCounts(additions.length, added, additions.length - added - duplicates);
  }
  const outcomes = engine.index.inBulk(character.no, () => additions.map((one) => unlessErased(() => apply(one))));
  const added = outcomes.filter((outcome) => outcome?.operation === 'ADD').length;
  return importCounts(additions.length, added, outcomes.filter((outcome) => outcome === undefined).length);
}

/** The ids and keys of an import's memories that are not stored, and whether their texts were erased. CategoryNotConfigured. */
export function newKeys(
  { db }: Engine,
  characterNo: number,
  categories: readonly NewCategory[],
  memories: readonly (NewMemory & { key: Buffer })[],
): { id: string; key: string; isErased: boolean }[] {
  const isErased = erasedFrom(db, characterNo);
  const known = new Set([...categories, ...categoryRows(db, characterNo)].map(({ name }) => categoryKey(name)));
  return memories.flatMap(({ id, key, category, content }) => {
    if (category !== undefined && !known.has(categoryKey(category))) requireCategory(db, characterNo, category);
    const stored = db.get(
      `SELECT 1 FROM memories WHERE character_no = ? AND content_key = ? AND state = 'ACTIVE'`,
      characterNo,
      key,
    );
    return stored ? [] : [{ id, key: key.toString('latin1'), isErased: isErased(content) }];
  });
}

function takeCategory({ db }: Engine, character: CharacterRow, given: NewCategory): void {
  const known = findCategory(db, character.no, given.name);
  const taken = takenCategory(known && toCategory(db, known), given, character.category_preset);
  if (!taken) return;
  if (known) updateCategory(db, known.no, taken);
  else insertCategories(db, character.no, [taken]);
}
