import type { MemorySource } from '../../../domain/memory.ts';
import type {
  ChangeChoice,
  ChangeStore,
  ClientCounts,
  ReviewCounts,
  Statistics,
} from '../../../domain/stores/changes.ts';
import { dayMs, isUuid, utcDay } from '../../../domain/text.ts';
import {
  type BatchedRow,
  type BatchRow,
  batchedColumns,
  batchLists,
  toBatched,
  toBatches,
} from '../../rows/batches.ts';
import {
  type CategoryDayRow,
  type ChangeRow,
  type CountRow,
  changeColumns,
  type DayRow,
  dayIn,
  isChosen,
  isSeen,
  isToReview,
  newest,
  selectWaiting,
  toChange,
  toStatistics,
  toTimeline,
  type WaitingRow,
} from '../../rows/changes.ts';
import { importanceRank, rankOfImportance } from '../../rows/memories.ts';
import { clientCounts, countColumns, nothingAsked, type RecallDayRow, recallCounts } from '../../rows/recalls.ts';
import { lockVisible } from '../characters/character-rows.ts';
import type { Engine } from '../engine.ts';
import { requireSeen } from '../sharing/access.ts';
import { bound, ofEach, placeValues } from '../sharing/reach.ts';
import { withNames } from '../tenancy/members.ts';
import { writeLine } from './record.ts';

/** The changes of a character, with the member's id. */
const selectChanges = (only?: ChangeChoice) => `SELECT ${changeColumns(only)}, revisions.member_id FROM revisions
  JOIN memories ON memories.character_no = revisions.character_no AND memories.no = revisions.memory_no
  LEFT JOIN revisions AS before ON before.character_no = revisions.character_no
    AND before.memory_no = revisions.memory_no AND before.revision = revisions.revision - 1
  WHERE revisions.character_no = of.character_no`;

const lists = batchLists({
  ...{ character: 'of.character_no', until: '$2', limit: '$3', kind: '$4', client: '$5', changeType: '$6' },
  distinct: (sql) => `json_agg(DISTINCT ${sql})::text`,
  owned: 'of.character_no',
});

export function changeStore({ db, directory, reach }: Engine): ChangeStore {
  return {
    stamp: async () => undefined,

    list: (scope, { characterId, before, since, kind, client, member, changeType, batchId, toReview, only, limit }) =>
      reach.readSeen(scope, characterId, async (q, characters) => {
        const found = ofEach(
          `${selectChanges(only)}
             AND (revisions.created_at, revisions.memory_no, revisions.revision)
               < (${bound.at}, ${bound.memory}, ${bound.revision})
             AND revisions.created_at >= $6 AND ($7::text IS NULL OR revisions.author_kind = $7)
             AND ($8::text IS NULL OR revisions.client = $8)
             AND ($10::text IS NULL OR revisions.member_id = $10 OR revisions.changed_by = $10) ${toReview ? `AND ${isToReview}` : ''}
             AND ($11::text IS NULL OR revisions.change_type = $11)
             ${batchId === undefined ? 'AND $12::text IS NULL' : `AND revisions.batch = $12::text AND ${isSeen}`}
             ${only ? `AND ${isChosen[only]}` : ''}
           ORDER BY revisions.created_at DESC, revisions.memory_no DESC, revisions.revision DESC LIMIT $9`,
        );
        const order = 'found.created_at DESC, found.character_no DESC, found.memory_no DESC, found.revision DESC';
        const rows = await q.all<ChangeRow>(
          withNames(`${found} ORDER BY ${order} LIMIT $9`),
          characters.map(({ no }) => no),
          ...placeValues(before),
          since ?? 0,
          kind ?? null,
          client ?? null,
          limit,
          member ?? null,
          changeType ?? null,
          batchId ?? null,
        );
        return newest(rows, characters, limit);
      }),

    behind: (scope, after, { characterId, kind, limit }) =>
      reach.readSeen(scope, characterId, async (q, characters) => {
        const [last, lasts] = await Promise.all([
          q.get<{ number: number }>(
            'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS number FROM change_numbers',
          ),
          q.all<{ no: number; last: number }>(
            ofEach(
              `SELECT max(change_no) AS last FROM revisions
               WHERE revisions.character_no = of.character_no AND change_no IS NOT NULL`,
              'of.character_no AS no, coalesce(found.last, 0) AS last',
            ),
            characters.map(({ no }) => no),
          ),
        ]);
        // Without a position nothing is behind.
        const known = (no: number) => after?.ofCharacters?.get(no) ?? after?.number ?? Number.MAX_SAFE_INTEGER;
        const changed = lasts.flatMap((of) => (of.last > known(of.no) ? [of.no] : []));
        const found = ofEach(
          `${selectChanges()} AND revisions.change_no > ($2::jsonb ->> of.character_no::text)::bigint
             AND ($3::text IS NULL OR revisions.author_kind = $3)
           ORDER BY revisions.change_no LIMIT $4`,
        );
        const rows =
          changed.length === 0
            ? []
            : await q.all<ChangeRow>(
                `${withNames(`${found} ORDER BY found.change_no LIMIT $4`)} ORDER BY found.change_no`,
                changed,
                JSON.stringify(Object.fromEntries(changed.map((no) => [no, known(no)]))),
                kind ?? null,
                limit,
              );
        const ids = new Map(characters.map(({ no, id }) => [no, id]));
        return {
          changes: rows.map((row) => toChange(row, ids.get(row.character_no)!)),
          position: { number: last?.number ?? 0, ofCharacters: new Map(lasts.map((of) => [of.no, of.last])) },
        };
      }),

    async review(scope, characterId, memoryId, revision, verdict, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      return db.write(tenantNo, async (q) => {
        await lockVisible(q, place, characterId, 'WRITE');
        if (!isUuid(memoryId)) return false;
        const changed = await q.all(
          `UPDATE revisions SET verdict = $4 FROM memories
           WHERE revisions.character_no = $1 AND memories.character_no = $1 AND memories.id = $2
             AND revisions.memory_no = memories.no AND revisions.revision = $3 RETURNING revisions.revision`,
          characterNo,
          memoryId,
          revision,
          verdict ?? null,
        );
        if (changed.length === 0) return false;
        const subject = { character: { no: characterNo }, targetId: memoryId.toLowerCase() };
        writeLine(q, tenantNo, scope, subject, 'OK', now);
        return true;
      });
    },

    async batch(scope, characterId, batchId) {
      const place = await directory.locate(scope, characterId);
      return db.read(place.tenantNo, async (q) => {
        await requireSeen(q, place, characterId);
        const rows = await q.all<BatchedRow>(
          `SELECT ${batchedColumns}
           FROM (
             SELECT memory_no, min(revision) AS first, max(revision) AS last, max(moved) AS moved FROM revisions
             WHERE character_no = $1 AND batch = $2 GROUP BY memory_no) AS of
           JOIN memories ON memories.character_no = $1 AND memories.no = of.memory_no
           JOIN revisions AS made ON made.character_no = $1 AND made.memory_no = of.memory_no
             AND made.revision = of.last
           JOIN revisions AS since ON since.character_no = $1 AND since.memory_no = of.memory_no
             AND since.revision = memories.revision
           LEFT JOIN revisions AS before ON before.character_no = $1 AND before.memory_no = of.memory_no
             AND before.revision = of.first - 1`,
          place.characterNo,
          batchId,
        );
        return rows.map(toBatched);
      });
    },

    changedBy: (scope, batchId) =>
      reach.readSeen(scope, undefined, async (q, characters) => {
        const numbers = characters.map(({ no }) => no);
        const from = (table: string) =>
          `SELECT DISTINCT character_no AS no FROM ${table} WHERE character_no = ANY($1::bigint[]) AND batch = $2`;
        const sql = `${from('revisions')} UNION ALL ${from('kept_pairs')}`;
        const has = new Set((await q.all<{ no: number }>(sql, numbers, batchId)).map(({ no }) => no));
        return characters.filter(({ no }) => has.has(no)).map(({ id }) => id);
      }),

    batches: (scope, filter) =>
      reach.readSeen(scope, filter.characterId, async (q, characters) => {
        const numbers = characters.map(({ no }) => no);
        const found = await Promise.all(
          lists.map(({ sql, values }) => {
            const { until, limit, kind, client, changeType } = values(filter);
            return q.all<BatchRow>(withNames(ofEach(sql)), numbers, until, limit, kind, client, changeType);
          }),
        );
        return toBatches(found.flat(), characters, filter);
      }),

    reviews: (scope) =>
      reach.readSeen(scope, undefined, async (q, characters) => {
        const rows = await q.all<{ no: number } & Omit<ReviewCounts, 'characterId'>>(
          `SELECT of.character_no AS no, edits.count AS edits, proposals.count AS proposals FROM character_states AS of
           CROSS JOIN LATERAL (
             SELECT count(*)::int FROM revisions
             WHERE revisions.character_no = of.character_no AND ${isToReview}) AS edits
           CROSS JOIN LATERAL (
             SELECT count(*)::int FROM memories
             WHERE memories.character_no = of.character_no AND state = 'PROPOSED') AS proposals
           WHERE of.character_no = ANY($1::bigint[]) AND edits.count + proposals.count > 0`,
          characters.map(({ no }) => no),
        );
        const ids = new Map(characters.map(({ no, id }) => [no, id]));
        return rows.map(({ no, ...counts }) => ({ characterId: ids.get(no)!, ...counts }));
      }),

    statistics: (scope, { characterId, from, to }) =>
      reach.readSeen(scope, characterId, async (q, seen, tenantNo) => {
        const characters = seen.map(({ no }) => no);
        const [days, categories, sources, tokens, recalls, waiting, asking, storing] = await Promise.all([
          q.all<DayRow>(
            `SELECT character_no, (created_at / ${dayMs})::int AS day, change_type, count(*)::int AS count FROM revisions
             WHERE character_no = ANY($1::bigint[]) AND created_at >= $2 AND created_at < $3 GROUP BY 1, 2, 3`,
            characters,
            from,
            to,
          ),
          q.all<CountRow>(
            `SELECT categories.name, of.count::int AS count FROM (
               SELECT character_no, category_no, count(*) AS count FROM memories
               WHERE character_no = ANY($1::bigint[]) AND state = 'ACTIVE' GROUP BY character_no, category_no) AS of
             JOIN categories ON categories.character_no = of.character_no AND categories.no = of.category_no
             WHERE categories.character_no = ANY($1::bigint[])`,
            characters,
          ),
          q.all<CountRow<MemorySource['kind']>>(
            `SELECT source_kind AS name, count(*)::int AS count FROM memories
             WHERE character_no = ANY($1::bigint[]) AND state = 'ACTIVE' GROUP BY source_kind`,
            characters,
          ),
          q.all<Statistics['tokensByDay'][number]>(
            `SELECT day, input_tokens AS input, output_tokens AS output FROM ai_usage
             WHERE tenant_no = $1 AND day >= $2 AND day < $3 ORDER BY day`,
            tenantNo,
            utcDay(from),
            utcDay(to + dayMs - 1),
          ),
          q.all<RecallDayRow>(
            `SELECT (at / ${dayMs})::int AS day, ${countColumns(recallCounts('tenant_no', characterId === undefined))}
             FROM recalls WHERE tenant_no = $1 AND character_no = ANY($2::bigint[]) AND at >= $3 AND at < $4 GROUP BY 1`,
            tenantNo,
            characters,
            from,
            to,
          ),
          q.all<WaitingRow>(
            `SELECT ${selectWaiting} FROM captures WHERE character_no = ANY($1::bigint[]) AND piece_no IS NULL`,
            characters,
          ),
          q.all<ClientCounts>(
            `SELECT client, ${countColumns(clientCounts('tenant_no', characterId === undefined))},
               coalesce(sum(tokens), 0)::int AS tokens, 0 AS stored
             FROM recalls WHERE tenant_no = $1 AND character_no = ANY($2::bigint[]) AND at >= $3 AND at < $4
               AND client IS NOT NULL GROUP BY client`,
            ...[tenantNo, characters, from, to],
          ),
          q.all<ClientCounts>(
            `SELECT client, ${nothingAsked}, 0 AS tokens, count(*)::int AS stored
             FROM revisions WHERE character_no = ANY($1::bigint[]) AND created_at >= $2 AND created_at < $3
               AND change_type = 'CREATED' AND client IS NOT NULL GROUP BY client`,
            characters,
            from,
            to,
          ),
        ]);
        const clients = [...asking, ...storing];
        return toStatistics({ characters: seen, days, categories, sources, tokens, recalls, waiting, clients });
      }),

    timeline: (scope, { characterId, from, to, leastImportance }) =>
      reach.readSeen(scope, characterId, async (q, seen) => {
        const least = leastImportance === undefined ? [] : [rankOfImportance(leastImportance)];
        const characters = seen.map(({ no }) => no);
        const rows = await q.all<CategoryDayRow>(
          `SELECT categories.name, of.day, of.count FROM (
             SELECT character_no, category_no, (${dayIn('occurred_at')})::int AS day, count(*)::int AS count
             FROM memories WHERE character_no = ANY($1::bigint[]) AND state = 'ACTIVE'
               AND occurred_at >= $2 AND occurred_at < $3
               ${least.length > 0 ? `AND ${importanceRank} <= $4` : ''} GROUP BY 1, 2, 3) AS of
           JOIN categories ON categories.character_no = of.character_no AND categories.no = of.category_no
           WHERE categories.character_no = ANY($1::bigint[])`,
          characters,
          from,
          to,
          ...least,
        );
        return toTimeline(rows);
      }),
  };
}
