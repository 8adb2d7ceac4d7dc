import { categoryKey } from '../../../domain/category-rules.ts';
import type { Page, Paged } from '../../../domain/page.ts';
import type { ListedMemory, ListedOfSeveral, MemoryFilter } from '../../../domain/stores/memories.ts';
import { dayMs } from '../../../domain/text.ts';
import { hasMovedSql } from '../../rows/holding.ts';
import { behind, orderOf, pageOf, placeColumns } from '../../rows/keyset.ts';
import { labelConditions } from '../../rows/label-filters.ts';
import {
  type CountedRow,
  importanceRank,
  isNoteSql,
  type MemoryRecord,
  memoryOrder,
  rankOfImportance,
  toCounts,
  toMemory,
} from '../../rows/memories.ts';
import { wasGiven } from '../../rows/recalls.ts';
import { requireCategory } from '../characters/category-rows.ts';
import type { CharacterRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { fileIdOf } from '../files/file-rows.ts';
import { endsWithin, holdsAt, holdsNow, labelSql, recallOrder, selectMemories, timesRecalled } from './memory-rows.ts';

/** One character, or all of several: a category and a file are those of each. */
type Owners = number | readonly number[];

/** The condition that a column names one of the characters, and its value. */
function amongOwners(owners: Owners): { is: string; value: number | string } {
  if (typeof owners === 'number') return { is: '= ?', value: owners };
  return { is: 'IN (SELECT value FROM json_each(?))', value: JSON.stringify(owners) };
}

/** Of one character: CategoryNotConfigured, FileNotFound. */
export function whereOf(
  db: Connection,
  owners: Owners,
  {
    category,
    state,
    importance,
    leastImportance,
    source,
    isNote,
    fileId,
    client,
    author,
    batchId,
    sessionId,
    since,
    until,
    storedSince,
    holding,
    ending,
    unrecalledSince,
    withoutMoved,
    tags,
    metadata,
  }: Omit<MemoryFilter, keyof Page | 'sort'>,
): { where: string; values: (string | number)[] } {
  const { is, value: owner } = amongOwners(owners);
  const conditions: [sql: string, ...values: (string | number)[]][] = [[`memories.character_no ${is}`, owner]];
  if (state !== 'ALL') conditions.push(['memories.state = ?', state]);
  if (category !== undefined) {
    if (typeof owners === 'number')
      conditions.push(['memories.category_no = ?', requireCategory(db, owners, category).no]);
    else {
      const named = `SELECT no FROM categories WHERE character_no ${is} AND name_key = ?`;
      conditions.push([`memories.category_no IN (${named})`, owner, categoryKey(category)]);
    }
  }
  if (importance !== undefined) conditions.push(['memories.importance = ?', importance]);
  if (leastImportance !== undefined) conditions.push([`${importanceRank} <= ?`, rankOfImportance(leastImportance)]);
  if (source !== undefined) conditions.push(['memories.source_kind = ?', source]);
  if (isNote) conditions.push([isNoteSql]);
  if (fileId !== undefined) {
    if (typeof owners === 'number') conditions.push(['memories.source_file = ?', fileIdOf(db, owners, fileId)]);
    else {
      const ofId = `SELECT id FROM files WHERE id = ? AND character_no ${is}`;
      const named = `${ofId} UNION ALL SELECT id FROM files WHERE character_no ${is} AND path = ?`;
      conditions.push([`memories.source_file IN (${named})`, fileId.toLowerCase(), owner, owner, fileId]);
    }
  }
  const revised = (condition: string) =>
    `memories.no IN (SELECT memory_no FROM revisions WHERE character_no ${is} AND ${condition})`;
  if (client !== undefined) conditions.push([revised('client = ? AND revision = 1'), owner, client]);
  if (author !== undefined) conditions.push([revised('? IN (member_id, changed_by)'), owner, author]);
  if (batchId !== undefined) conditions.push([revised('batch = ?'), owner, batchId]);
  if (sessionId !== undefined) conditions.push(['memories.session_id = ?', sessionId]);
  if (since !== undefined) conditions.push(['memories.occurred_at >= ?', since]);
  if (until !== undefined) conditions.push(['memories.occurred_at < ?', until]);
  // What was stored since then was changed since then: the second condition is for the index.
  if (storedSince !== undefined)
    conditions.push(['memories.created_at >= ? AND memories.updated_at >= ?', storedSince, storedSince]);
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
  if (withoutMoved && state !== 'ACTIVE') conditions.push([`NOT ${hasMovedSql}`]);
  if (unrecalledSince !== undefined) {
    const recalled = `SELECT value ->> 'memoryId' FROM recalls CROSS JOIN json_each(results)
      WHERE recalls.character_no ${is} AND recalls.at >= ? AND ${wasGiven}
      UNION ALL SELECT memory_id FROM recall_counts WHERE recall_counts.character_no ${is} AND day >= ?`;
    conditions.push([
      `memories.created_at < ? AND memories.importance <> 'CRITICAL' AND memories.id NOT IN (${recalled})`,
      unrecalledSince,
      owner,
      unrecalledSince,
      owner,
      Math.floor(unrecalledSince / dayMs),
    ]);
  }
  return {
    where: `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`,
    values: conditions.flatMap(([, ...given]) => given),
  };
}

export function listMemories(
  db: Connection,
  { no, memory_count: active }: CharacterRow,
  filter: MemoryFilter,
  readerId: string,
): Paged & { memories: ListedMemory[] } {
  const { where, values } = whereOf(db, no, filter);
  // The character has the count of all active ones; others are counted one by one.
  const isOfAll = filter.state === 'ACTIVE' && values.length === 2;
  const count = () => db.get<{ total: number }>(`SELECT count(*) AS total FROM memories ${where}`, ...values)?.total;
  const total = filter.isUncounted ? 0 : isOfAll ? active : count();
  return { total: total ?? 0, ...pageOfMemories(db, no, filter, readerId) };
}

/** Of several characters, with how many each has. */
export function listOfSeveral(
  db: Connection,
  characters: readonly Pick<CharacterRow, 'no' | 'id'>[],
  filter: MemoryFilter,
  readerId: string,
): ListedOfSeveral {
  const owners = characters.map(({ no }) => no);
  const { where, values } = whereOf(db, owners, filter);
  const counted = db.all<CountedRow>(
    `SELECT character_no, count(*) AS count FROM memories ${where} GROUP BY character_no`,
    ...values,
  );
  return { ...pageOfMemories(db, owners, filter, readerId), ...toCounts(counted, characters) };
}

function pageOfMemories(
  db: Connection,
  owners: Owners,
  { page, limit, after, sort = 'newest', ...filter }: MemoryFilter,
  readerId: string,
): Omit<Paged, 'total'> & { memories: ListedMemory[] } {
  const { where, values } = whereOf(db, owners, filter);
  const { is, value: owner } = amongOwners(owners);
  // Sorted by the sort columns alone: whole rows of a large character would take much longer.
  const isByRecalls = sort === 'recalled';
  const keys = isByRecalls ? recallOrder : memoryOrder[sort];
  const isBehind = behind(keys, after, () => '?');
  const found = db.all<{ no: number; place0: number }>(
    `${isByRecalls ? timesRecalled(is, where) : ''} SELECT no, ${placeColumns(keys)}
     FROM ${isByRecalls ? 'found WHERE' : `memories ${where} AND`} ${isBehind.sql} ORDER BY ${orderOf(keys)} LIMIT ? OFFSET ?`,
    ...(isByRecalls ? [owner, owner, ...values] : []),
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
  return { memories, ...paged };
}
