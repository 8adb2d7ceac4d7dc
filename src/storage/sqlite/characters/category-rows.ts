import { type Category, categoryNotConfigured, type NewCategory } from '../../../domain/category.ts';
import { categoryKey } from '../../../domain/category-rules.ts';
import { type CategoryRow, toCategory as withCount } from '../../rows/characters.ts';
import type { Connection } from '../connection.ts';

/** The categories of a character, the default one first, then by name. */
export function categoriesOf(db: Connection, characterNo: number): Category[] {
  return categoryRows(db, characterNo).map((row) => toCategory(db, row));
}

export function categoryRows(db: Connection, characterNo: number): CategoryRow[] {
  return db.all<CategoryRow>(
    'SELECT * FROM categories WHERE character_no = ? ORDER BY is_default DESC, name',
    characterNo,
  );
}

export function insertCategories(db: Connection, characterNo: number, categories: NewCategory[]): void {
  for (const { name, description, importance, hints, isDefault } of categories) {
    db.run(
      `INSERT INTO categories (character_no, name, name_key, description, importance, hints, is_default)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      characterNo,
      name,
      categoryKey(name),
      description,
      importance,
      JSON.stringify(hints),
      isDefault ? 1 : 0,
    );
  }
}

/** Stores every column that may change of a category. */
export function updateCategory(
  db: Connection,
  no: number,
  { name, description, importance, hints }: NewCategory,
): void {
  db.run(
    'UPDATE categories SET name = ?, name_key = ?, description = ?, importance = ?, hints = ? WHERE no = ?',
    name,
    categoryKey(name),
    description,
    importance,
    JSON.stringify(hints),
    no,
  );
}

export function findCategory(db: Connection, characterNo: number, name: string): CategoryRow | undefined {
  return db.get<CategoryRow>(
    'SELECT * FROM categories WHERE character_no = ? AND name_key = ?',
    characterNo,
    categoryKey(name),
  );
}

/** CategoryNotConfigured when the character has no such category. */
export function requireCategory(db: Connection, characterNo: number, name: string): CategoryRow {
  const row = findCategory(db, characterNo, name);
  if (!row) throw categoryNotConfigured(name, categoryRows(db, characterNo));
  return row;
}

/** The category of that name, or the default one when none is named. CategoryNotConfigured. */
export function chosenCategory(db: Connection, characterNo: number, name: string | undefined): CategoryRow {
  if (name !== undefined) return requireCategory(db, characterNo, name);
  const row = db.get<CategoryRow>('SELECT * FROM categories WHERE character_no = ? AND is_default = 1', characterNo);
  if (!row) throw new Error(`character ${characterNo} has no default category`);
  return row;
}

export function toCategory(db: Connection, row: CategoryRow): Category {
  return withCount(row, activeMemories(db, row.no));
}

function activeMemories(db: Connection, categoryNo: number): number {
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM memories WHERE category_no = ? AND state = 'ACTIVE'`,
    categoryNo,
  );
  return row?.count ?? 0;
}
