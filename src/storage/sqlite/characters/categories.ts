import {
  changedCategory,
  planRemoval,
  requireFreeCategoryName,
  requireRoomForCategory,
} from '../../../domain/category-rules.ts';
import { updated } from '../../../domain/event-rules.ts';
import type { CategoryRemoval, CategoryStore } from '../../../domain/stores/characters.ts';
import { type Recorder, recording, writeCharacterAudit, writeMemoryAudit } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { moveMemories } from '../memories/memory-unit.ts';
import {
  categoriesOf,
  categoryRows,
  findCategory,
  insertCategories,
  requireCategory,
  toCategory,
  updateCategory,
} from './category-rows.ts';
import { characterRow, writableRow } from './character-rows.ts';

export function categoryStore(engine: Engine): CategoryStore {
  const { db } = engine;
  return {
    list: (scope, characterId) => db.read(() => categoriesOf(db, characterRow(db, scope, characterId).no)),

    add: (scope, characterId, added, now) =>
      db.write(() => {
        const character = writableRow(db, scope, characterId);
        const { no } = character;
        requireFreeCategoryName(findCategory(db, no, added.name));
        requireRoomForCategory(categoryRows(db, no).length);
        insertCategories(db, no, [added]);
        touch(db, no, now);
        writeCharacterAudit(db, scope, now, character);
        return toCategory(db, requireCategory(db, no, added.name));
      }),

    change: (scope, characterId, name, change, now) =>
      db.write(() => {
        const character = writableRow(db, scope, characterId);
        const { no } = character;
        const row = requireCategory(db, no, name);
        const twin = change.name === undefined ? undefined : findCategory(db, no, change.name);
        if (twin?.no !== row.no) requireFreeCategoryName(twin);
        const changed = changedCategory(toCategory(db, row), change);
        updateCategory(db, row.no, changed);
        touch(db, no, now);
        writeCharacterAudit(db, scope, now, character);
        return changed;
      }),

    remove: (scope, characterId, name, reassignTo, by) =>
      db.write(() => {
        const character = writableRow(db, scope, characterId);
        const recorder = recording(by);
        const removed = removeCategory(engine, character.no, name, reassignTo, recorder);
        writeMemoryAudit(db, scope, recorder, character, { others: [updated(scope)] });
        return removed;
      }),
  };
}

function removeCategory(
  engine: Engine,
  characterNo: number,
  name: string,
  reassignTo: string | undefined,
  by: Recorder,
): CategoryRemoval {
  const { db } = engine;
  const plan = planRemoval(categoriesOf(db, characterNo), name, reassignTo);
  const row = requireCategory(db, characterNo, plan.category.name);
  if (plan.target) moveMemories(engine, row.no, requireCategory(db, characterNo, plan.target.name), by);
  const fallback = requireCategory(db, characterNo, plan.fallback.name);
  db.run('UPDATE memories SET category_no = ? WHERE category_no = ?', fallback.no, row.no);
  db.run('DELETE FROM categories WHERE no = ?', row.no);
  touch(db, characterNo, by.now);
  return plan.answer;
}

function touch(db: Connection, characterNo: number, now: number): void {
  db.run('UPDATE characters SET updated_at = ? WHERE no = ?', now, characterNo);
}
