import { categoryNotConfigured } from '../../../domain/category.ts';
import { categoryKey } from '../../../domain/category-rules.ts';
import type { MemoryChange } from '../../../domain/memory.ts';
import { eachByItself, requireActiveMemory, requireStored } from '../../../domain/memory-rules.ts';
import type { Page, Paged } from '../../../domain/page.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { MemoryFilter, MemoryStore } from '../../../domain/stores/memories.ts';
import { dayMs, isUuid } from '../../../domain/text.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { changedTexts } from '../../rows/changed-texts.ts';
import { behind, orderOf, pageOf, placeColumns } from '../../rows/keyset.ts';
import {
  byUse,
  exportOrder,
  exportPlace,
  type MemoryRecord,
  memoryOf,
  memoryOrder,
  type RevisionRow,
  toCopies,
  toRevision,
} from '../../rows/memories.ts';
import { categoryRows } from '../characters/category-rows.ts';
import type { Place } from '../directory.ts';
import type { Engine } from '../engine.ts';
import { fileIdOf } from '../files/file-rows.ts';
import { withNames } from '../tenancy/members.ts';
import type { Unit } from '../unit.ts';
import { byEitherId, endsWithin, holdsAt, holdsNow, selectMemories } from './memory-rows.ts';
import { MemorySet, wantedBy } from './memory-set.ts';
import { MemoryUnit } from './memory-unit.ts';
import { movesOf } from './moving.ts';
import { WriteQueue } from './write-queue.ts';

/** The ids that given ones lead to, by the number of their parameter. */
const meantBy = (ids: number) => `SELECT coalesce(kept.id, wanted.id) FROM unnest($${ids}::uuid[]) AS wanted (id)
  LEFT JOIN memories AS own ON own.character_no = $1 AND own.id = wanted.id AND own.state = 'DELETED'
  LEFT JOIN merged_memories AS merged ON merged.character_no = $1 AND merged.id = own.id
  LEFT JOIN memories AS kept ON kept.character_no = $1 AND kept.id = merged.into_id AND kept.state = 'ACTIVE'`;

type Row = Omit<MemoryRecord, 'character_id'>;

export function memoryStore(engine: Engine): MemoryStore {
  const { db, directory, reach } = engine;
  const queue = new WriteQueue(engine);
  const shown = ({ memberId }: Scope, rows: readonly Row[], characterId: string) => {
    const id = characterId.toLowerCase();
    return rows.map((row) => memoryOf(row, id, memberId));
  };
  /** The texts of several changes, analysed before their unit. */
  const analysed = async (place: Place, changes: readonly MemoryChange[]): Promise<Analyses> => {
    const ids = changes.flatMap((one) => (one.kind === 'update' || one.kind === 'restore' ? [one.memoryId] : []));
    const stored = await db.read(place.tenantNo, async (q) => {
      const memories = new MemorySet(q, place.characterNo);
      await memories.read({ ids });
      return memories;
    });
    return Analyses.of(changedTexts(changes, (id) => stored.byId(id)));
  };
  return {
    async write(scope, characterId, changes, by) {
      const place = await directory.locate(scope, characterId);
      return queue.write(place, characterId, changes, by);
    },

    async writeEach(scope, characterId, changes, by) {
      const place = await directory.locate(scope, characterId);
      const analyses = await analysed(place, changes);
      const wanted = wantedBy(changes);
      return db.write(place.tenantNo, async (q) => {
        const unit = await MemoryUnit.begin({ engine, q, place, characterId, by, analyses, wanted });
        const outcomes = changes.map((change) => eachByItself(() => unit.apply(change)));
        await unit.writeAudit();
        await unit.flush();
        return outcomes;
      });
    },

    ...movesOf(engine),

    async get(scope, characterId, memoryId) {
      const row = await reach.ask(scope, characterId, async (q, { characterNo }) =>
        isUuid(memoryId) ? q.get<Row>(byEitherId, characterNo, memoryId) : undefined,
      );
      return shown(scope, [requireActiveMemory(row, memoryId)], characterId)[0]!;
    },

    async byIds(scope, ids) {
      const wanted = ids.filter(isUuid);
      if (wanted.length === 0) return [];
      return reach.readSeen(scope, undefined, async (q, characters) => {
        const nos = characters.map(({ no }) => no);
        const idOf = new Map(characters.map(({ no, id }) => [no, id]));
        const rows = await q.all<Row>(
          `${selectMemories} WHERE memories.character_no = ANY($1::bigint[]) AND memories.id = ANY($2::uuid[])
             AND memories.state = 'ACTIVE'`,
          ...[nos, wanted],
        );
        return rows.flatMap((row) => shown(scope, [row], idOf.get(row.character_no) ?? ''));
      });
    },

    async list(scope, characterId, filter) {
      const { rows, ...paged } = await reach.read(scope, characterId, (q, place) => listMemories(q, place, filter));
      const memories = shown(scope, rows, characterId);
      if (filter.sort !== 'recalled') return { memories, ...paged };
      return { memories: memories.map((memory, i) => ({ ...memory, recalls: rows[i]?.times ?? 0 })), ...paged };
    },

    async ids(scope, characterId, filter) {
      const rows = await reach.read(scope, characterId, async (q, place) => {
        const { where, values } = await whereOf(q, place, filter);
        const sql = `SELECT id FROM memories ${where} ORDER BY memories.occurred_at DESC, memories.no DESC`;
        return q.all<{ id: string }>(sql, ...values);
      });
      return rows.map(({ id }) => id);
    },

    async numbers(scope, characterId, choice) {
      const rows = await reach.read(scope, characterId, async (q, place) => {
        const { where, values } = await whereOf(q, place, { ...choice, state: 'ACTIVE' });
        return q.all<{ no: number }>(`SELECT no FROM memories ${where}`, ...values);
      });
      return new Set(rows.map(({ no }) => no));
    },

    async copies(scope, characterId, after, limit) {
      const rows = await reach.ask(scope, characterId, (q, { characterNo }) =>
        q.all<Row>(
          `${selectMemories} WHERE memories.character_no = $1 AND memories.state = 'ACTIVE' AND memories.no > $2
           ORDER BY memories.no LIMIT $3`,
          characterNo,
          after,
          limit,
        ),
      );
      return toCopies(rows, after, scope.memberId);
    },

    async forExport(scope, characterId, filter, { ids, after } = {}) {
      const rows = await reach.read(scope, characterId, async (q, place) => {
        const { where, values } = await whereOf(q, place, filter);
        const among = ids === undefined ? '' : `AND memories.id IN (${meantBy(values.length + 1)})`;
        const given = ids === undefined ? values : [...values, ids.filter(isUuid)];
        const isBehind = behind(exportOrder, after, (n) => `$${given.length + n}`);
        const sql = `${selectMemories} ${where} ${among} AND ${isBehind.sql} ORDER BY ${orderOf(exportOrder)}`;
        return q.all<Row>(sql, ...given, ...isBehind.values);
      });
      return { memories: shown(scope, rows, characterId), places: rows.map(exportPlace) };
    },

    async mostUseful(scope, characterId, limit, now, category) {
      const rows = await reach.read(scope, characterId, async (q, place) => {
        const { where, values } = await whereOf(q, place, {
          state: 'ACTIVE',
          category,
          holding: { at: now, holds: true, isPast: false },
        });
        const sql = `${selectMemories} ${where} ORDER BY ${byUse} LIMIT $${values.length + 1}`;
        return q.all<Row>(sql, ...values, limit);
      });
      return shown(scope, rows, characterId);
    },

    async history(scope, characterId, memoryId) {
      const rows = await reach.ask(scope, characterId, async (q, { characterNo }) =>
        isUuid(memoryId)
          ? q.all<RevisionRow>(
              `${withNames(
                `SELECT revisions.* FROM memories CROSS JOIN LATERAL (
                   SELECT * FROM revisions WHERE revisions.character_no = $1 AND revisions.memory_no = memories.no
                   OFFSET 0) AS revisions
                 WHERE memories.character_no = $1 AND memories.id = $2`,
              )} ORDER BY found.revision`,
              characterNo,
              memoryId,
            )
          : [],
      );
      requireStored(rows[0], memoryId);
      return rows.map(toRevision);
    },
  };
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

/** CategoryNotConfigured, FileNotFound. */
async function whereOf(
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
    member,
    sessionId,
    since,
    until,
    holding,
    ending,
    unrecalledSince,
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
  revised((one) => `revision = 1 AND ${one} IN (member_id, changed_by)`, author);
  revised((one) => `batch = ${one}`, batchId);
  if (member !== undefined) {
    const by = `$${values.push(member)}`;
    conditions.push(`memories.no IN (SELECT memory_no FROM revisions
      WHERE character_no = $1 AND (member_id = ${by} OR changed_by = ${by}))`);
  }
  where('memories.session_id =', sessionId);
  where('memories.occurred_at >=', since);
  where('memories.occurred_at <', until);
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

async function listMemories(
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
