import { categoryNotConfigured } from '../../../domain/category.ts';
import { categoryKey } from '../../../domain/category-rules.ts';
import type { Page, Paged } from '../../../domain/page.ts';
import type { ListedOfSeveral, MemoryFilter } from '../../../domain/stores/memories.ts';
import { dayMs } from '../../../domain/text.ts';
import type { NumberedCharacter } from '../../rows/changes.ts';
import { hasMovedSql } from '../../rows/holding.ts';
import { behind, orderOf, pageOf, placeColumns, type SortKey } from '../../rows/keyset.ts';
import { labelConditions } from '../../rows/label-filters.ts';
import {
  type CountedRow,
  importanceRank,
  isNoteSql,
  type MemoryRecord,
  memoryOrder,
  rankOfImportance,
  toCounts,
} from '../../rows/memories.ts';
import { wasGiven } from '../../rows/recalls.ts';
import { categoryRows } from '../characters/category-rows.ts';
import type { Place } from '../directory.ts';
import { fileIdOf, fileIdsOf } from '../files/file-rows.ts';
import type { Unit } from '../unit.ts';
import { endsWithin, holdsAt, holdsNow, labelSql, selectMemories } from './memory-rows.ts';

/** A memory of a character that is known. */
export type Row = Omit<MemoryRecord, 'character_id'>;

/** One character, or all of several: a category and a file are those of each. */
interface Owners {
  tenantNo: number;
  characterNo: number | readonly number[];
}

/** CategoryNotConfigured. */
export async function categoryNo(q: Unit, characterNo: number, name: string): Promise<number> {
  const rows = await categoryRows(q, characterNo);
  const row = rows.find((one) => categoryKey(one.name) === categoryKey(name));
  if (!row) throw categoryNotConfigured(name, rows);
  return row.no;
}

interface Counted {
  total: number;
}

/** The condition that a column names one of the characters $1. */
function amongOwners({ characterNo }: Owners): string {
  return typeof characterNo === 'number' ? '= $1' : '= ANY($1::bigint[])';
}

type Value = string | number | readonly number[] | readonly string[];

/** Of one character: CategoryNotConfigured, FileNotFound. */
export async function whereOf(
  q: Unit,
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
): Promise<{ where: string; values: Value[] }> {
  const { tenantNo, characterNo } = owners;
  const is = amongOwners(owners);
  const conditions = [`memories.character_no ${is}`];
  const values: Value[] = [characterNo];
  const where = (condition: string, value: string | number | undefined) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  where('memories.state =', state === 'ALL' ? undefined : state);
  if (typeof characterNo === 'number') {
    const place = { tenantNo, characterNo };
    where('memories.category_no =', category === undefined ? undefined : await categoryNo(q, characterNo, category));
    where('memories.source_file =', fileId === undefined ? undefined : await fileIdOf(q, place, fileId));
  } else {
    const named = (columns: string, select: string) => `${columns} IN (${select} WHERE character_no ${is} AND `;
    const category_ = '(memories.character_no, memories.category_no)';
    if (category !== undefined)
      conditions.push(
        `${named(category_, 'SELECT character_no, no FROM categories')} name_key = $${values.push(categoryKey(category))})`,
      );
    if (fileId !== undefined) {
      const ids = await fileIdsOf(q, tenantNo, characterNo, fileId);
      conditions.push(`memories.source_file = ANY($${values.push(ids)}::text[])`);
    }
  }
  where('memories.importance =', importance);
  where(`${importanceRank} <=`, leastImportance && rankOfImportance(leastImportance));
  where('memories.source_kind =', source);
  if (isNote) conditions.push(isNoteSql);
  const revised = (condition: (value: string) => string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(`(memories.character_no, memories.no) IN (SELECT character_no, memory_no FROM revisions
      WHERE character_no ${is} AND ${condition(`$${values.push(value)}`)})`);
  };
  revised((one) => `revision = 1 AND client = ${one}`, client);
  revised((one) => `${one} IN (member_id, changed_by)`, author);
  revised((one) => `batch = ${one}`, batchId);
  where('memories.session_id =', sessionId);
  where('memories.occurred_at >=', since);
  where('memories.occurred_at <', until);
  // What was stored since then was changed since then: the second condition is for the index.
  where('memories.created_at >=', storedSince);
  where('memories.updated_at >=', storedSince);
  conditions.push(...labelConditions({ tags, metadata }, labelSql, (value) => `$${values.push(value)}`));
  if (holding !== undefined) {
    const at = `$${values.push(holding.at)}::bigint`;
    const condition = holding.isPast ? holdsAt(at) : holdsNow(at);
    conditions.push(holding.holds ? condition : `NOT (${condition})`);
    if (holding.isPast) conditions.push(`memories.occurred_at <= ${at}`);
  }
  if (ending !== undefined) {
    const [from, to] = [ending.from, ending.until].map((ms) => `$${values.push(ms)}::bigint`) as [string, string];
    conditions.push(endsWithin(from, to));
  }
  if (withoutMoved && state !== 'ACTIVE') conditions.push(`NOT ${hasMovedSql}`);
  if (unrecalledSince !== undefined) {
    const [at, tenant] = [values.push(unrecalledSince), values.push(tenantNo)];
    conditions.push(`memories.created_at < $${at} AND memories.importance <> 'CRITICAL' AND memories.id::text NOT IN (
      SELECT one.value ->> 'memoryId' FROM recalls CROSS JOIN LATERAL jsonb_array_elements(results::jsonb) AS one (value)
      WHERE recalls.tenant_no = $${tenant} AND recalls.character_no ${is} AND recalls.at >= $${at} AND ${wasGiven}
      UNION ALL SELECT memory_id::text FROM recall_counts
      WHERE recall_counts.character_no ${is} AND day >= $${values.push(Math.floor(unrecalledSince / dayMs))})`);
  }
  return { where: `WHERE ${conditions.join(' AND ')}`, values };
}

export async function listMemories(
  q: Unit,
  { tenantNo, characterNo }: Place,
  filter: MemoryFilter,
): Promise<Paged & { rows: ListedRow[] }> {
  const { where, values } = await whereOf(q, { tenantNo, characterNo }, filter);
  // The count of active memories is stored with the character; other counts need a query.
  const isOfAll = filter.state === 'ACTIVE' && values.length === 2;
  const ofAll = 'SELECT memory_count AS total FROM characters WHERE tenant_no = $1 AND no = $2';
  const count = () =>
    isOfAll
      ? q.get<Counted>(ofAll, tenantNo, characterNo)
      : q.get<Counted>(`SELECT count(*)::int AS total FROM memories ${where}`, ...values);
  const [counted, found] = await Promise.all([
    filter.isUncounted ? undefined : count(),
    pageOfMemories(q, { tenantNo, characterNo }, filter),
  ]);
  return { total: counted?.total ?? 0, ...found };
}

/** Of several characters, with how many each has. */
export async function listOfSeveral(
  q: Unit,
  tenantNo: number,
  characters: readonly NumberedCharacter[],
  filter: MemoryFilter,
): Promise<Omit<ListedOfSeveral, 'memories'> & { rows: ListedRow[] }> {
  const owners = { tenantNo, characterNo: characters.map(({ no }) => no) };
  const { where, values } = await whereOf(q, owners, filter);
  const [counted, found] = await Promise.all([
    q.all<CountedRow>(
      `SELECT character_no, count(*)::int AS count FROM memories ${where} GROUP BY character_no`,
      ...values,
    ),
    pageOfMemories(q, owners, filter),
  ]);
  return { ...found, ...toCounts(counted, characters) };
}

/** A row, sorted by recalls with how many gave it. */
type ListedRow = Row & { times?: number | null };

/** Numbers of memories are those of their character. */
const orderOfSeveral: SortKey = { sql: 'memories.character_no', descends: true, holds: 'integer' };

async function pageOfMemories(
  q: Unit,
  owners: Owners,
  { page, limit, after, sort = 'newest', ...filter }: MemoryFilter,
): Promise<Omit<Paged, 'total'> & { rows: ListedRow[] }> {
  const { where: all, values } = await whereOf(q, owners, filter);
  const keys = typeof owners.characterNo === 'number' ? memoryOrder[sort] : [...memoryOrder[sort], orderOfSeveral];
  const isByRecalls = sort === 'recalled';
  const isBehind = behind(keys, after, (n) => `$${values.length + (isByRecalls ? 3 : 2) + n}`);
  // So that the categories of no other character are read.
  const plain = `${selectMemories} ${all} AND categories.character_no ${amongOwners(owners)}`;
  const behindIt = `AND ${isBehind.sql} ORDER BY ${orderOf(keys)} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const selected = isByRecalls
    ? `${withRecalls(plain, amongOwners(owners), values.length + 3, placeColumns(keys))} WHERE TRUE ${behindIt}`
    : `SELECT memories.*, ${placeColumns(keys)} FROM (${plain} ${behindIt}) AS memories ORDER BY ${orderOf(keys)}`;
  const found = await q.all<ListedRow>(
    selected,
    ...values,
    limit + 1,
    page * limit,
    ...(isByRecalls ? [owners.tenantNo] : []),
    ...isBehind.values,
  );
  return pageOf(found, keys, limit);
}

/** Rows of memories of the characters $1 with how many recalls, here and at replicas, gave each. */
function withRecalls(select: string, is: string, tenant: number, places: string): string {
  return `SELECT memories.*, recalled.times, ${places} FROM (${select}) AS memories LEFT JOIN (
    SELECT id, sum(times)::int AS times FROM (
      SELECT one.value ->> 'memoryId' AS id, 1 AS times FROM recalls
      CROSS JOIN LATERAL jsonb_array_elements(results::jsonb) AS one (value)
      WHERE recalls.tenant_no = $${tenant} AND recalls.character_no ${is} AND ${wasGiven}
      UNION ALL SELECT memory_id::text, times FROM recall_counts WHERE recall_counts.character_no ${is}) AS each_recall
    GROUP BY id) AS recalled
    ON recalled.id = memories.id::text`;
}
