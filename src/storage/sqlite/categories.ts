import { type Category, categoryNotConfigured, type NewCategory } from '../../domain/category.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Importance } from '../../domain/importance.ts';
import type { Author } from '../../domain/memory.ts';
import type { CategoryRemoval, CategoryStore } from '../../domain/store.ts';
import { foldCase } from '../../domain/text.ts';
import { characterRow, writableRow } from './characters.ts';
import type { Connection } from './connection.ts';
import type { Engine } from './engine.ts';
import { moveMemories } from './memory-writes.ts';

export interface CategoryRow {
  no: number;
  character_no: number;
  name: string;
  description: string;
  importance: Importance;
  hints: string;
  is_default: number;
}

export function categoryStore(engine: Engine): CategoryStore {
  const { db } = engine;
  return {
    list: (scope, characterId) => db.read(() => categoriesOf(db, characterRow(db, scope, characterId).no)),

    add: (scope, characterId, added, now) =>
      db.write(() => {
        const { no } = writableRow(db, scope, characterId);
        const twin = findCategory(db, no, added.name);
        if (twin) throw new ServiceError('InvalidInput', `The category "${twin.name}" exists already.`);
        insertCategories(db, no, [added]);
        touch(db, no, now);
        return toCategory(db, requireCategory(db, no, added.name));
      }),

    change: (scope, characterId, name, change, now) =>
      db.write(() => {
        const { no } = writableRow(db, scope, characterId);
        const row = requireCategory(db, no, name);
        const { description = row.description, importance = row.importance, hints } = change;
        db.run(
          'UPDATE categories SET description = ?, importance = ?, hints = ? WHERE no = ?',
          description,
          importance,
          hints ? JSON.stringify(hints) : row.hints,
          row.no,
        );
        touch(db, no, now);
        return toCategory(db, requireCategory(db, no, name));
      }),

    remove: (scope, characterId, name, reassignTo, by) =>
      db.write(() => removeCategory(engine, writableRow(db, scope, characterId).no, name, reassignTo, by)),
  };
}

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
      foldCase(name),
      description,
      importance,
      JSON.stringify(hints),
      isDefault ? 1 : 0,
    );
  }
}

export function findCategory(db: Connection, characterNo: number, name: string): CategoryRow | undefined {
  const key = foldCase(name.trim());
  return db.get<CategoryRow>('SELECT * FROM categories WHERE character_no = ? AND name_key = ?', characterNo, key);
}

/** CategoryNotConfigured when the character has no such category. */
export function requireCategory(db: Connection, characterNo: number, name: string): CategoryRow {
  const row = findCategory(db, characterNo, name);
  if (!row) throw categoryNotConfigured(name, categoryRows(db, characterNo));
  return row;
}

export function defaultCategory(db: Connection, characterNo: number): CategoryRow {
  const [first] = categoryRows(db, characterNo);
  if (!first) throw new Error(`character ${characterNo} has no categories`);
  return first;
}

export function toCategory(
  db: Connection,
  { no, name, description, importance, hints, is_default }: CategoryRow,
): Category {
  return {
    name,
    description,
    importance,
    hints: JSON.parse(hints) as string[],
    isDefault: is_default === 1,
    memoryCount: activeMemories(db, no),
  };
}

function activeMemories(db: Connection, categoryNo: number): number {
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM memories WHERE category_no = ? AND state = 'ACTIVE'`,
    categoryNo,
  );
  return row?.count ?? 0;
}

function removeCategory(
  engine: Engine,
  characterNo: number,
  name: string,
  reassignTo: string | undefined,
  by: Author,
): CategoryRemoval {
  const { db } = engine;
  const row = requireCategory(db, characterNo, name);
  const fallback = defaultCategory(db, characterNo);
  if (row.no === fallback.no) {
    throw new ServiceError('InvalidInput', `"${row.name}" is the default category and can't be deleted.`);
  }
  const target = reassignTo === undefined ? undefined : requireCategory(db, characterNo, reassignTo);
  if (target?.no === row.no) {
    throw new ServiceError('InvalidInput', 'reassignTo must name another category than the deleted one.');
  }
  const held = activeMemories(db, row.no);
  if (held > 0 && !target) {
    throw new ServiceError('InvalidInput', `"${row.name}" holds ${held} memories: reassignTo must name where they go.`);
  }
  if (target) moveMemories(engine, row.no, target, by);
  db.run('UPDATE memories SET category_no = ? WHERE category_no = ?', fallback.no, row.no);
  db.run('DELETE FROM categories WHERE no = ?', row.no);
  touch(db, characterNo, by.now);
  return { deleted: row.name, ...(target && { reassignedTo: target.name }), memoriesReassigned: held };
}

function touch(db: Connection, characterNo: number, now: number): void {
  db.run('UPDATE characters SET updated_at = ? WHERE no = ?', now, characterNo);
}
