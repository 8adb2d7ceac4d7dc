import { categoryNotConfigured } from '../../../domain/category.ts';
import { categoryKey } from '../../../domain/category-rules.ts';
import type { Page, Paged } from '../../../domain/page.ts';
import type { MemoryFilter } from '../../../domain/stores/memories.ts';
import { dayMs } from '../../../domain/text.ts';
import { behind, orderOf, pageOf, placeColumns } from '../../rows/keyset.ts';
import { labelConditions } from '../../rows/label-filters.ts';
import { type MemoryRecord, memoryOrder } from '../../rows/memories.ts';
import { categoryRows } from '../characters/category-rows.ts';
import type { Place } from '../directory.ts';
import { fileIdOf } from '../files/file-rows.ts';
import type { Unit } from '../unit.ts';
import { endsWithin, holdsAt, holdsNow, labelSql, selectMemories } from './memory-rows.ts';

/** A memory of a character that is known. */
export type Row = Omit<MemoryRecord, 'character_id'>;

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

/** CategoryNotConfigured, FileNotFound. */
export async function whereOf(
  q: Unit,
  place: Place,
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
): Promise<{ where: string; values: (string | number)[] }> {
  const conditions = ['memories.character_no = $1'];
  const { tenantNo, characterNo } = place;
  const values: (string | number)[] = [characterNo];
  const where = (condition: string, value: string | number | undefined) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  where('memories.state =', state === 'ALL' ? undefined : state);
  where('memories.category_no =', category === undefined ? undefined : await categoryNo(q, characterNo, category));
  where('memories.importance =', importance);
  where('memories.source_kind =', source);
  where('memories.source_file =', fileId === undefined ? undefined : await fileIdOf(q, place, fileId));
  const revised = (condition: (value: string) => string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(`memories.no IN (SELECT memory_no FROM revisions
      WHERE character_no = $1 AND ${condition(`$${values.push(value)}`)})`);
  };
  revised((one) => `revision = 1 AND client = ${one}`, client);
  revised((one) => `${one} IN (member_id, changed_by)`, author);
  revised((one) => `batch = ${one}`, batchId);
  where('memories.session_id =', sessionId);
  where('memories.occurred_at >=', since);
  where('memories.occurred_at <', until);
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
  if (unrecalledSince !== undefined) {
    const [at, tenant] = [values.push(unrecalledSince), values.push(tenantNo)];
    conditions.push(`memories.created_at < $${at} AND memories.importance <> 'CRITICAL' AND memories.id::text NOT IN (
      SELECT one.value ->> 'memoryId' FROM recalls CROSS JOIN LATERAL jsonb_array_elements(results::jsonb) AS one (value)
      WHERE recalls.tenant_no = $${tenant} AND recalls.character_no = $1 AND recalls.at >= $${at}
      UNION ALL SELECT memory_id::text FROM recall_counts
      WHERE recall_counts.character_no = $1 AND day >= $${values.push(Math.floor(unrecalledSince / dayMs))})`);
  }
  return { where: `WHERE ${conditions.join(' AND ')}`, values };
}

export async function listMemories(
  q: Unit,
  place: Place,
  { page, limit, after, sort = 'newest', ...filter }: MemoryFilter,
): Promise<Paged & { rows: (Row & { times?: number | null })[] }> {
  const { tenantNo, characterNo } = place;
  const { where: all, values } = await whereOf(q, place, filter);
  // The count of active memories is stored with the character; other counts need a query.
  const isOfAll = filter.state === 'ACTIVE' && values.length === 2;
  const keys = memoryOrder[sort];
  const isByRecalls = sort === 'recalled';
  const isBehind = behind(keys, after, (n) => `$${values.length + (isByRecalls ? 3 : 2) + n}`);
  const plain = `${selectMemories} ${all}`;
  const behindIt = `AND ${isBehind.sql} ORDER BY ${orderOf(keys)} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const selected = isByRecalls
    ? `${withRecalls(plain, values.length + 3, placeColumns(keys))} WHERE TRUE ${behindIt}`
    : `SELECT memories.*, ${placeColumns(keys)} FROM (${plain} ${behindIt}) AS memories ORDER BY ${orderOf(keys)}`;
  const [counted, found] = await Promise.all([
    isOfAll
      ? q.get<Counted>(
          'SELECT memory_count AS total FROM characters WHERE tenant_no = $1 AND no = $2',
          tenantNo,
          characterNo,
        )
      : q.get<Counted>(`SELECT count(*)::int AS total FROM memories ${all}`, ...values),
    q.all<Row & { times?: number | null }>(
      selected,
      ...values,
      limit + 1,
      page * limit,
      ...(isByRecalls ? [tenantNo] : []),
      ...isBehind.values,
    ),
  ]);
  return { total: counted?.total ?? 0, ...pageOf(found, keys, limit) };
}

/** Rows of memories of character $1 with how many recalls, here and at replicas, gave each. */
function withRecalls(select: string, tenant: number, places: string): string {
  return `SELECT memories.*, recalled.times, ${places} FROM (${select}) AS memories LEFT JOIN (
    SELECT id, sum(times)::int AS times FROM (
      SELECT one.value ->> 'memoryId' AS id, 1 AS times FROM recalls
      CROSS JOIN LATERAL jsonb_array_elements(results::jsonb) AS one (value)
      WHERE recalls.tenant_no = $${tenant} AND recalls.character_no = $1
      UNION ALL SELECT memory_id::text, times FROM recall_counts WHERE recall_counts.character_no = $1) AS each_recall
    GROUP BY id) AS recalled
    ON recalled.id = memories.id::text`;
}
