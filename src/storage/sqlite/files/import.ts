import type { NewCategory } from '../../../domain/category.ts';
import { categoryKey, takenCategory } from '../../../domain/category-rules.ts';
import { unlessErased } from '../../../domain/erasure.ts';
import type { MemoryChange, NewMemory } from '../../../domain/memory.ts';
import type { ImportCounts, NewImport } from '../../../domain/stores/files.ts';
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
    const { added, duplicates } = staged.adopt(by);
    return { added, duplicates };
  }
  const outcomes = engine.index.inBulk(character.no, () => additions.map((one) => unlessErased(() => apply(one))));
  const added = outcomes.filter((outcome) => outcome?.operation === 'ADD').length;
  return { added, duplicates: additions.length - added };
}

/** The keys of an import's memories that are not stored. CategoryNotConfigured. */
export function newKeys(
  { db }: Engine,
  characterNo: number,
  categories: readonly NewCategory[],
  memories: readonly (NewMemory & { key: Buffer })[],
): string[] {
  const known = new Set([...categories, ...categoryRows(db, characterNo)].map(({ name }) => categoryKey(name)));
  return memories.flatMap(({ key, category }) => {
    if (category !== undefined && !known.has(categoryKey(category))) requireCategory(db, characterNo, category);
    const stored = db.get(
      `SELECT 1 FROM memories WHERE character_no = ? AND content_key = ? AND state = 'ACTIVE'`,
      characterNo,
      key,
    );
    return stored ? [] : [key.toString('latin1')];
  });
}

function takeCategory({ db }: Engine, character: CharacterRow, given: NewCategory): void {
  const known = findCategory(db, character.no, given.name);
  const taken = takenCategory(known && toCategory(db, known), given, character.category_preset);
  if (!taken) return;
  if (known) updateCategory(db, known.no, taken);
  else insertCategories(db, character.no, [taken]);
}
