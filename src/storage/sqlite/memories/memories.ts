import type { Author, MemoryChange } from '../../../domain/memory.ts';
import { eachByItself, requireActiveMemory, requireStored } from '../../../domain/memory-rules.ts';
import type { Page, Paged } from '../../../domain/page.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { ListedMemory, MemoryFilter, MemoryStore } from '../../../domain/stores/memories.ts';
import { dayMs } from '../../../domain/text.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { contentKey } from '../../../text/content-key.ts';
import { changedTexts } from '../../rows/changed-texts.ts';
import { behind, orderOf, pageOf, placeColumns } from '../../rows/keyset.ts';
import { labelConditions } from '../../rows/label-filters.ts';
import {
  byUse,
  exportOrder,
  exportPlace,
  type MemoryRecord,
  memoryOrder,
  type RevisionRow,
  toCopies,
  toMemory,
  toRevision,
} from '../../rows/memories.ts';
import { type Recorder, recording, writeMemoryAudit } from '../audit/record.ts';
import { requireCategory } from '../characters/category-rows.ts';
import { type CharacterRow, characterRow, writableRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { fileIdOf } from '../files/file-rows.ts';
import { caller, isAmongVisible } from '../sharing/access.ts';
import {
  endsWithin,
  findMeant,
  findMemory,
  hasActiveTwin,
  holdsAt,
  holdsNow,
  labelSql,
  recallOrder,
  selectMemories,
  timesRecalled,
} from './memory-rows.ts';
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
    });
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

/** CategoryNotConfigured, FileNotFound. */
function whereOf(
  db: Connection,
  characterNo: number,
  {
    category,
    state,
    importance,
    source,
    fileId,
    client,
    author,
    batchId,
    sessionId,
    since,
    until,
    holding,
    ending,
    unrecalledSince,
    tags,
    metadata,
  }: Omit<MemoryFilter, keyof Page | 'sort'>,
): { where: string; values: (string | number)[] } {
  const conditions: [sql: string, ...values: (string | number)[]][] = [['memories.character_no = ?', characterNo]];
  if (state !== 'ALL') conditions.push(['memories.state = ?', state]);
  if (category !== undefined) {
    conditions.push(['memories.category_no = ?', requireCategory(db, characterNo, category).no]);
  }
  if (importance !== undefined) conditions.push(['memories.importance = ?', importance]);
  if (source !== undefined) conditions.push(['memories.source_kind = ?', source]);
  if (fileId !== undefined) conditions.push(['memories.source_file = ?', fileIdOf(db, characterNo, fileId)]);
  const revised = (condition: string) =>
    `memories.no IN (SELECT memory_no FROM revisions WHERE character_no = ? AND ${condition})`;
  if (client !== undefined) conditions.push([revised('client = ? AND revision = 1'), characterNo, client]);
  if (author !== undefined) conditions.push([revised('? IN (member_id, changed_by)'), characterNo, author]);
  if (batchId !== undefined) conditions.push([revised('batch = ?'), characterNo, batchId]);
  if (sessionId !== undefined) conditions.push(['memories.session_id = ?', sessionId]);
  if (since !== undefined) conditions.push(['memories.occurred_at >= ?', since]);
  if (until !== undefined) conditions.push(['memories.occurred_at < ?', until]);
  const labelled: (string | number)[] = [];
  const byLabels = labelConditions({ tags, metadata }, labelSql, (value) => {
    labelled.push(value);
    return '?';
  });
  if (byLabels.length > 0) conditions.push([byLabels.join(' AND '), ...labelled]);
  if (holding !== undefined) {
    const { at, holds, isPast } = holding;
    const condition = isPast ? holdsAt('?') : holdsNow('?');
    conditions.push([holds ? condition : `NOT (${condition})`, ...(isPast ? [at, at] : [at])]);
    if (isPast) conditions.push(['memories.occurred_at <= ?', at]);
  }
  if (ending !== undefined) {
    const { from, until: to } = ending;
    conditions.push([endsWithin('?', '?'), from, to, from, to]);
  }
  if (unrecalledSince !== undefined) {
    const recalled = `SELECT value ->> 'memoryId' FROM recalls CROSS JOIN json_each(results)
      WHERE recalls.character_no = ? AND recalls.at >= ?
      UNION ALL SELECT memory_id FROM recall_counts WHERE recall_counts.character_no = ? AND day >= ?`;
    conditions.push([
      `memories.created_at < ? AND memories.importance <> 'CRITICAL' AND memories.id NOT IN (${recalled})`,
      unrecalledSince,
      characterNo,
      unrecalledSince,
      characterNo,
      Math.floor(unrecalledSince / dayMs),
    ]);
  }
  return {
    where: `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`,
    values: conditions.flatMap(([, ...given]) => given),
  };
}

function listMemories(
  db: Connection,
  { no, memory_count: active }: CharacterRow,
  { page, limit, after, sort = 'newest', ...filter }: MemoryFilter,
  readerId: string,
): Paged & { memories: ListedMemory[] } {
  const { where, values } = whereOf(db, no, filter);
  // The character has the count of all active ones; others are counted one by one.
  const isOfAll = filter.state === 'ACTIVE' && values.length === 2;
  const total = isOfAll
    ? active
    : db.get<{ total: number }>(`SELECT count(*) AS total FROM memories ${where}`, ...values)?.total;
  // Sorted by the sort columns alone: whole rows of a large character would take much longer.
  const isByRecalls = sort === 'recalled';
  const keys = isByRecalls ? recallOrder : memoryOrder[sort];
  const isBehind = behind(keys, after, () => '?');
  const found = db.all<{ no: number; place0: number }>(
    `${isByRecalls ? timesRecalled(where) : ''} SELECT no, ${placeColumns(keys)}
     FROM ${isByRecalls ? 'found WHERE' : `memories ${where} AND`} ${isBehind.sql} ORDER BY ${orderOf(keys)} LIMIT ? OFFSET ?`,
    ...(isByRecalls ? [no, no, ...values] : []),
    ...values,
    ...isBehind.values,
    limit + 1,
    page * limit,
  );
  const { rows: places, ...paged } = pageOf(found, keys, limit);
  const rows = db.all<MemoryRecord>(
    `${selectMemories} WHERE memories.no IN (SELECT value FROM json_each(?))`,
    JSON.stringify(places.map((place) => place.no)),
  );
  const byNo = new Map(rows.map((row) => [row.no, row]));
  const memories = places.map((place) => ({
    ...toMemory(byNo.get(place.no)!, readerId),
    ...(isByRecalls && { recalls: place.place0 }),
  }));
  return { memories, total: total ?? 0, ...paged };
}
