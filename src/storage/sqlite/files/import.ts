import { isAsPreset, type NewCategory } from '../../../domain/category.ts';
import type { ImportCounts, NewImport } from '../../../domain/file-store.ts';
import type { Author } from '../../../domain/memory.ts';
import { findCategory, insertCategories, toCategory } from '../category-rows.ts';
import type { CharacterRow } from '../character-rows.ts';
import type { Engine } from '../engine.ts';
import { applyChange } from '../memory-writes.ts';

/** Carries the counts of a dry run out of the unit that it undoes. */
export class Undone extends Error {
  readonly counts: ImportCounts;

  constructor(counts: ImportCounts) {
    super('undone');
    this.counts = counts;
  }
}

/** Applies an import inside a write unit; a dry run ends in Undone, so that the unit is rolled back. */
export function applyImport(
  engine: Engine,
  character: CharacterRow,
  { categories, changes, dryRun }: NewImport,
  by: Author,
): ImportCounts {
  for (const category of categories) takeCategory(engine, character, category);
  const counts: ImportCounts = { added: 0, duplicates: 0 };
  for (const change of changes) {
    const { operation } = applyChange(engine, character.no, change, by);
    if (operation === 'ADD') counts.added++;
    else if (change.kind === 'add') counts.duplicates++;
  }
  if (dryRun) throw new Undone(counts);
  return counts;
}

function takeCategory({ db }: Engine, character: CharacterRow, given: NewCategory): void {
  const known = findCategory(db, character.no, given.name);
  if (!known) insertCategories(db, character.no, [{ ...given, isDefault: false }]);
  else if (isAsPreset(toCategory(db, known), character.category_preset)) {
    db.run(
      'UPDATE categories SET description = ?, importance = ?, hints = ? WHERE no = ?',
      given.description,
      given.importance,
      JSON.stringify(given.hints),
      known.no,
    );
  }
}
