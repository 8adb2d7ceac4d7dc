import {
  changedCategory,
  planRemoval,
  requireFreeCategoryName,
  requireRoomForCategory,
} from '../../../domain/category-rules.ts';
import { type ChangedMemory, eventsOfMemories, updated } from '../../../domain/event-rules.ts';
import type { Author } from '../../../domain/memory.ts';
import type { CategoryRemoval, CategoryStore } from '../../../domain/stores/characters.ts';
import { type CategoryRow, toCategory } from '../../rows/characters.ts';
import { revisedFrom, revisionColumns } from '../../rows/memory-columns.ts';
import { AuditWriter } from '../audit/record.ts';
import type { Place } from '../directory.ts';
import type { Engine } from '../engine.ts';
import type { Unit } from '../unit.ts';
import {
  Categories,
  categoriesOf,
  categoryRows,
  insertCategories,
  renewKeys,
  updateCategory,
} from './category-rows.ts';
import { characterState, type LockedCharacter, lockCharacter } from './character-rows.ts';

export function categoryStore({ db, directory, reach }: Engine): CategoryStore {
  return {
    list: (scope, characterId) => reach.read(scope, characterId, (q, { characterNo }) => categoriesOf(q, characterNo)),

    async add(scope, characterId, added, now) {
      const place = await directory.locate(scope, characterId);
      return db.write(place.tenantNo, async (q) => {
        const [character, state, rows] = await Promise.all([
          lockCharacter(q, place, characterId),
          characterState(q, place.characterNo),
          categoryRows(q, place.characterNo),
        ]);
        const audit = new AuditWriter(q, place.tenantNo, scope, now, place.characterNo);
        const categories = new Categories(rows);
        requireFreeCategoryName(categories.find(added.name));
        requireRoomForCategory(categories.count);
        renewKeys(q, place.characterNo, rows);
        insertCategories(q, place.characterNo, state.last_no + 1, [added]);
        q.send('UPDATE character_states SET last_no = last_no + 1 WHERE character_no = $1', place.characterNo);
        touch(q, place, now);
        await audit.write({ character: shown(character), happened: () => [updated(scope)] });
        return { ...added, memoryCount: 0 };
      });
    },

    async change(scope, characterId, name, change, now) {
      const place = await directory.locate(scope, characterId);
      return db.write(place.tenantNo, async (q) => {
        const [character, rows] = await Promise.all([
          lockCharacter(q, place, characterId),
          categoryRows(q, place.characterNo),
        ]);
        const categories = new Categories(rows);
        const row = categories.require(name);
        const twin = change.name === undefined ? undefined : categories.find(change.name);
        if (twin?.no !== row.no) requireFreeCategoryName(twin);
        const changed = changedCategory(toCategory(row, await activeMemories(q, row)), change);
        updateCategory(q, place.characterNo, row.no, changed);
        touch(q, place, now);
        const audit = new AuditWriter(q, place.tenantNo, scope, now, place.characterNo);
        await audit.write({ character: shown(character), happened: () => [updated(scope)] });
        return changed;
      });
    },

    async remove(scope, characterId, name, reassignTo, by) {
      const place = await directory.locate(scope, characterId);
      return db.write(place.tenantNo, async (q) => {
        const character = await lockCharacter(q, place, characterId);
        const { removal, moved } = await removeCategory(q, place, name, reassignTo, by);
        const audit = new AuditWriter(q, place.tenantNo, scope, by.now, place.characterNo);
        const memories = (withContent: boolean) =>
          eventsOfMemories(moved.map(({ content, ...one }) => (withContent ? { ...one, content } : one)));
        await audit.write({
          character: shown(character),
          happened: (withContent) => [updated(scope), ...memories(withContent)],
        });
        return removal;
      });
    },
  };
}

async function activeMemories(q: Unit, { character_no: characterNo, no }: CategoryRow): Promise<number> {
  const counted = await q.get<{ count: number }>(
    `SELECT count(*)::int AS count FROM memories WHERE character_no = $1 AND category_no = $2 AND state = 'ACTIVE'`,
    characterNo,
    no,
  );
  return counted?.count ?? 0;
}

async function removeCategory(
  q: Unit,
  place: Place,
  name: string,
  reassignTo: string | undefined,
  by: Author,
): Promise<{ removal: CategoryRemoval; moved: ChangedMemory[] }> {
  const { characterNo } = place;
  const [known, rows] = await Promise.all([categoriesOf(q, characterNo), categoryRows(q, characterNo)]);
  const categories = new Categories(rows);
  const { category, target, fallback, answer } = planRemoval(known, name, reassignTo);
  const { no } = categories.require(category.name);
  const moved = target ? await moveMemories(q, characterNo, no, categories.require(target.name), by) : [];
  q.send(
    'UPDATE memories SET category_no = $3 WHERE character_no = $1 AND category_no = $2',
    characterNo,
    no,
    categories.require(fallback.name).no,
  );
  q.send('DELETE FROM categories WHERE character_no = $1 AND no = $2', characterNo, no);
  touch(q, place, by.now);
  return { removal: answer, moved };
}

/** Moves the active memories of a category, each with a revision. The search index does not contain categories. */
async function moveMemories(
  q: Unit,
  characterNo: number,
  from: number,
  target: CategoryRow,
  by: Author,
): Promise<ChangedMemory[]> {
  q.send(
    `INSERT INTO revisions (character_no, memory_no, revision, change_type, ${revisionColumns.join(', ')},
       changed_by, member_id, author_kind, client, created_at)
     SELECT character_no, no, revision + 1, 'UPDATED', ${revisedFrom('$3')}, $4, $5, $6, $7, $8
     FROM memories WHERE character_no = $1 AND category_no = $2 AND state = 'ACTIVE'`,
    characterNo,
    from,
    target.name,
    by.changedBy,
    by.memberId ?? null,
    by.kind ?? null,
    by.client ?? null,
    by.now,
  );
  const moved = await q.all<{ id: string; revision: number; content: string }>(
    `UPDATE memories SET category_no = $3, revision = revision + 1, updated_at = $4
     WHERE character_no = $1 AND category_no = $2 AND state = 'ACTIVE' RETURNING id, revision, content`,
    characterNo,
    from,
    target.no,
    by.now,
  );
  return moved.map((row) => ({ ...row, change: 'UPDATED', category: target.name }));
}

const shown = ({ no, id, name }: LockedCharacter) => ({ no, id, name });

function touch(q: Unit, { tenantNo, characterNo }: Place, now: number): void {
  q.send('UPDATE characters SET updated_at = $3 WHERE tenant_no = $1 AND no = $2', tenantNo, characterNo, now);
}
