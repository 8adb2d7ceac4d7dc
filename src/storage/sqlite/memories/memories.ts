import type { Author, MemoryChange } from '../../../domain/memory.ts';
import { eachByItself, requireActiveMemory, requireStored } from '../../../domain/memory-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { MemoryStore } from '../../../domain/stores/memories.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { contentKey } from '../../../text/content-key.ts';
import { changedTexts } from '../../rows/changed-texts.ts';
import { behind, orderOf } from '../../rows/keyset.ts';
import {
  byUse,
  exportOrder,
  exportPlace,
  type MemoryRecord,
  type RevisionRow,
  toCopies,
  toMemory,
  toRevision,
} from '../../rows/memories.ts';
import { type Recorder, recording, writeMemoryAudit } from '../audit/record.ts';
import { requireCategory } from '../characters/category-rows.ts';
import { characterRow, charactersOf, writableRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { caller, isAmongVisible } from '../sharing/access.ts';
import { listMemories, listOfSeveral, whereOf } from './memory-lists.ts';
import { findMeant, findMemory, hasActiveTwin, holdsNow, selectMemories } from './memory-rows.ts';
import { applyChange } from './memory-unit.ts';
import { movesOf } from './moving.ts';

export function memoryStore(engine: Engine): MemoryStore {
  const { db, index } = engine;
  /** The texts of several changes, analysed before their unit. */
  const analysed = async (scope: Scope, characterId: string, changes: readonly MemoryChange[]): Promise<Analyses> => {
    const texts = await db.read(() => {
      const { no } = writableRow(db, scope, characterId);
      return changedTexts(
        changes.filter((one) => one.kind !== 'add' || !hasActiveTwin(db, no, contentKey(one.memory.content))),
        (id) => findMemory(db, no, id),
      );
    });
    return Analyses.of(texts);
  };
  const write = async <Outcome>(
    scope: Scope,
    characterId: string,
    changes: readonly MemoryChange[],
    by: Author,
    apply: (characterNo: number, change: MemoryChange, recorder: Recorder) => Outcome,
  ): Promise<Outcome[]> => {
    const analyses = changes.length > 1 ? await analysed(scope, characterId, changes) : new Analyses();
    return db.write(() => {
      const character = writableRow(db, scope, characterId);
      const recorder = recording(by);
      const all = () => changes.map((change) => apply(character.no, meant(db, character.no, change), recorder));
      const outcomes = index.inBulk(character.no, all, analyses);
      writeMemoryAudit(db, scope, recorder, character);
      return outcomes;
    }, scope.tenantId);
  };
  return {
    write: (scope, characterId, changes, by) =>
      write(scope, characterId, changes, by, (no, change, recorder) => applyChange(engine, no, change, recorder)),

    writeEach: (scope, characterId, changes, by) =>
      write(scope, characterId, changes, by, (no, change, recorder) =>
        eachByItself(() => applyChange(engine, no, change, recorder)),
      ),

    ...movesOf(engine),

    get: (scope, characterId, memoryId) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        return toMemory(requireActiveMemory(findMeant(db, no, memoryId), memoryId), scope.memberId);
      }),

    byIds: (scope, ids) =>
      db.read(() => {
        const rows = db.all<MemoryRecord>(
          `${selectMemories} WHERE memories.id IN (SELECT value FROM json_each(@ids)) AND memories.state = 'ACTIVE'
             AND memories.character_no IN (SELECT no FROM characters WHERE tenant_id = @tenantId AND ${isAmongVisible})`,
          { ...caller(scope), ids: JSON.stringify(ids) },
        );
        return rows.map((row) => toMemory(row, scope.memberId));
      }),

    list: (scope, characterId, filter) =>
      db.read(() => listMemories(db, characterRow(db, scope, characterId), filter, scope.memberId)),

    listSeen: (scope, filter) =>
      db.read(() => listOfSeveral(db, charactersOf(db, scope, undefined), filter, scope.memberId)),

    forExport: (scope, characterId, filter, { ids, after } = {}) =>
      db.read(() => {
        const { where, values } = whereOf(db, characterRow(db, scope, characterId).no, filter);
        const among = ids === undefined ? '' : 'AND memories.id IN (SELECT value FROM json_each(?))';
        const isBehind = behind(exportOrder, after, () => '?');
        const sql = `${selectMemories} ${where} ${among} AND ${isBehind.sql} ORDER BY ${orderOf(exportOrder)}`;
        const { no } = characterRow(db, scope, characterId);
        const named = ids?.map((id) => findMeant(db, no, id)?.id ?? id);
        const rows = db.all<MemoryRecord>(
          sql,
          ...values,
          ...(named ? [JSON.stringify(named)] : []),
          ...isBehind.values,
        );
        return { memories: rows.map((row) => toMemory(row, scope.memberId)), places: rows.map(exportPlace) };
      }),

    copies: (scope, characterId, after, limit) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const rows = db.all<MemoryRecord>(
          `${selectMemories} WHERE memories.character_no = ? AND memories.state = 'ACTIVE' AND memories.no > ?
           ORDER BY memories.no LIMIT ?`,
          no,
          after,
          limit,
        );
        return toCopies(rows, after, scope.memberId);
      }),

    ids: (scope, characterId, filter) =>
      db.read(() => {
        const { where, values } = whereOf(db, characterRow(db, scope, characterId).no, filter);
        const sql = `SELECT id FROM memories ${where} ORDER BY memories.occurred_at DESC, memories.no DESC`;
        return db.all<{ id: string }>(sql, ...values).map(({ id }) => id);
      }),

    numbers: (scope, characterId, choice) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const { where, values } = whereOf(db, no, { ...choice, state: 'ACTIVE' });
        const rows = db.all<{ no: number }>(`SELECT no FROM memories ${where}`, ...values);
        return new Set(rows.map((row) => row.no));
      }),

    mostUseful: (scope, characterId, limit, now, category) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const categoryNo = category === undefined ? null : requireCategory(db, no, category).no;
        const rows = db.all<MemoryRecord>(
          `${selectMemories} WHERE memories.no IN (
             SELECT memories.no FROM memories WHERE memories.character_no = @no AND memories.state = 'ACTIVE'
               AND (@categoryNo IS NULL OR memories.category_no = @categoryNo) AND ${holdsNow('@now')}
             ORDER BY ${byUse} LIMIT @limit)
           ORDER BY ${byUse}`,
          { no, categoryNo, limit, now },
        );
        return rows.map((row) => toMemory(row, scope.memberId));
      }),

    history: (scope, characterId, memoryId) =>
      db.read(() => {
        const memory = requireStored(findMemory(db, characterRow(db, scope, characterId).no, memoryId), memoryId);
        return db
          .all<RevisionRow>(
            `SELECT revisions.*, members.name AS member_name FROM revisions
             LEFT JOIN members ON members.id = revisions.member_id WHERE memory_no = ? ORDER BY revision`,
            memory.no,
          )
          .map(toRevision);
      }),
  };
}

/** A change of the memory that its id leads to. */
function meant(db: Connection, characterNo: number, change: MemoryChange): MemoryChange {
  if (change.kind === 'add') return change;
  return { ...change, memoryId: findMeant(db, characterNo, change.memoryId)?.id ?? change.memoryId };
}
