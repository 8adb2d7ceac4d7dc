import { type Category, categoryNotConfigured, type NewCategory } from '../../../domain/category.ts';
import { categoryKey } from '../../../domain/category-rules.ts';
import { byBytes } from '../../../domain/text.ts';
import { type CategoryRow, toCategory } from '../../rows/characters.ts';
import type { Unit } from '../unit.ts';

const selectHeld = `
  SELECT categories.*, (SELECT count(*) FROM memories WHERE memories.character_no = categories.character_no
    AND memories.category_no = categories.no AND memories.state = 'ACTIVE')::int AS held
  FROM categories`;
const selectAll = `WHERE character_no = $1 ORDER BY is_default DESC, name`;

type HeldRow = CategoryRow & { held: number };

/** The categories of a character, the default one first, then by name. */
export async function categoriesOf(q: Unit, characterNo: number): Promise<Category[]> {
  const rows = await q.all<HeldRow>(`${selectHeld} ${selectAll}`, characterNo);
  return rows.map((row) => toCategory(row, row.held));
}

/** As categoriesOf, without the counts. */
export function categoryRows(q: Unit, characterNo: number): Promise<CategoryRow[]> {
  return q.all<CategoryRow>(`SELECT * FROM categories ${selectAll}`, characterNo);
}

/** Stores categories numbered from `first`. */
export function insertCategories(q: Unit, characterNo: number, first: number, categories: NewCategory[]): void {
  q.send(
    `INSERT INTO categories (character_no, no, name, name_key, description, importance, hints, is_default)
     SELECT $1, $2 + given.place - 1, given.name, given.key, given.description, given.importance, given.hints,
       given.is_default
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::smallint[]) WITH ORDINALITY
       AS given (name, key, description, importance, hints, is_default, place)`,
    characterNo,
    first,
    categories.map(({ name }) => name),
    categories.map(({ name }) => categoryKey(name)),
    categories.map(({ description }) => description),
    categories.map(({ importance }) => importance),
    categories.map(({ hints }) => JSON.stringify(hints)),
    categories.map(({ isDefault }) => (isDefault ? 1 : 0)),
  );
}

/** Updates all mutable columns of a category. */
export function updateCategory(
  q: Unit,
  characterNo: number,
  no: number,
  { name, description, importance, hints }: NewCategory,
): void {
  q.send(
    `UPDATE categories SET name = $3, name_key = $4, description = $5, importance = $6, hints = $7
     WHERE character_no = $1 AND no = $2`,
    characterNo,
    no,
    name,
    categoryKey(name),
    description,
    importance,
    JSON.stringify(hints),
  );
}

/** Gives categories the keys of their names: up to 0.5.0 a renamed one kept that of its former name. */
export function renewKeys(q: Unit, characterNo: number, rows: readonly CategoryRow[]): void {
  q.send(
    `UPDATE categories SET name_key = given.key FROM unnest($2::int[], $3::text[]) AS given (no, key)
     WHERE character_no = $1 AND categories.no = given.no AND name_key <> given.key`,
    characterNo,
    rows.map(({ no }) => no),
    rows.map(({ name }) => categoryKey(name)),
  );
}

/** A character's categories in one unit. */
export class Categories {
  readonly #rows: CategoryRow[];
  readonly #byKey: Map<string, CategoryRow>;

  constructor(rows: readonly CategoryRow[]) {
    this.#rows = [...rows];
    this.#byKey = new Map(rows.map((row) => [categoryKey(row.name), row]));
  }

  find(name: string): CategoryRow | undefined {
    return this.#byKey.get(categoryKey(name));
  }

  /** CategoryNotConfigured when the character has no such category. */
  require(name: string): CategoryRow {
    const row = this.find(name);
    if (!row) throw categoryNotConfigured(name, this.#rows);
    return row;
  }

  /** The category of that name, or the default one when none is named. CategoryNotConfigured. */
  chosen(name: string | undefined): CategoryRow {
    if (name !== undefined) return this.require(name);
    const row = this.#rows.find((one) => one.is_default === 1);
    if (!row) throw new Error('a character without a default category');
    return row;
  }

  nameOf(no: number): string {
    return this.#rows.find((row) => row.no === no)?.name ?? '';
  }

  add(row: CategoryRow): void {
    this.#rows.push(row);
    this.#rows.sort((a, b) => b.is_default - a.is_default || byBytes(a.name, b.name));
    this.#byKey.set(categoryKey(row.name), row);
  }

  get count(): number {
    return this.#rows.length;
  }
}
