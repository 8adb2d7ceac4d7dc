import type { MemorySource } from '../../../domain/memory.ts';
import type { ChangeFilter, ChangeStore, ClientCounts, Statistics } from '../../../domain/stores/changes.ts';
import { dayMs, utcDay } from '../../../domain/text.ts';
import {
  type BatchedRow,
  type BatchRow,
  batchedColumns,
  batchLists,
  toBatched,
  toBatches,
} from '../../rows/batches.ts';
import {
  boundOf,
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
import { accessibleRow, characterRow, charactersOf } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { findMemory, lastChange, ofOwner } from '../memories/memory-rows.ts';
import { caller, isAmongVisible } from '../sharing/access.ts';
import { writeLine } from './record.ts';

export function changeStore(db: Connection): ChangeStore {
  return {
    stamp: ({ tenantId }) => db.read(() => db.stamp(tenantId)),

    list: (scope, filter) =>
      db.read(() => {
        const characters = charactersOf(db, scope, filter.characterId);
        const rows = characters.flatMap((character) => ofCharacter(db, character.no, filter));
        return newest(rows, characters, filter.limit);
      }),

    behind: (scope, after, { characterId, kind, limit }) =>
      db.read(() => {
        const position = { number: db.cached('last change', () => lastChange(db)) };
        const one = characterId === undefined ? undefined : characterRow(db, scope, characterId);
        // Mostly nothing is new.
        if (!after || position.number <= after.number) return { changes: [], position };
        // The plus sign keeps the plan at the index of numbers.
        const among = one ? '+characters.no = @one' : `characters.tenant_id = @tenantId AND ${isAmongVisible}`;
        const rows = db.all<ChangeRow & { character_id: string }>(
          `SELECT ${changeColumns()}, members.name AS member_name, characters.id AS character_id FROM revisions
           CROSS JOIN characters ON characters.no = revisions.character_no
           CROSS JOIN memories ON memories.no = revisions.memory_no
           ${joinedToChanges}
           WHERE revisions.change_no > @number AND ${among}
             ${kind === undefined ? '' : 'AND revisions.author_kind = @kind'}
           ORDER BY revisions.change_no, revisions.memory_no, revisions.revision LIMIT @limit`,
          { number: after.number, ...(one ? { one: one.no } : caller(scope)), ...(kind && { kind }), limit },
        );
        return { changes: rows.map((row) => toChange(row, row.character_id)), position };
      }),

    review: (scope, characterId, memoryId, revision, verdict, now) =>
      db.write(() => {
        const character = accessibleRow(db, scope, characterId, 'WRITE');
        const memory = findMemory(db, character.no, memoryId);
        const sql = 'UPDATE revisions SET verdict = ? WHERE memory_no = ? AND revision = ?';
        if (!memory || db.run(sql, verdict ?? null, memory.no, revision).changes === 0) return false;
        writeLine(db, scope, { character, targetId: memory.id }, 'OK', now);
        return true;
      }),

    batch: (scope, characterId, batchId) =>
      db.read(() =>
        db
          .all<BatchedRow>(
            `SELECT ${batchedColumns}
             FROM (
               SELECT memory_no, min(revision) AS first, max(revision) AS last, max(moved) AS moved FROM revisions
               WHERE character_no = ? AND batch = ? GROUP BY memory_no) AS of
             CROSS JOIN memories ON memories.no = of.memory_no
             CROSS JOIN revisions AS made ON made.memory_no = of.memory_no AND made.revision = of.last
             CROSS JOIN revisions AS since ON since.memory_no = of.memory_no AND since.revision = memories.revision
             LEFT JOIN revisions AS before ON before.memory_no = of.memory_no AND before.revision = of.first - 1`,
            characterRow(db, scope, characterId).no,
            batchId,
          )
          .map(toBatched),
      ),

    changedBy: (scope, batchId) =>
      db.read(() => {
        const characters = charactersOf(db, scope, undefined);
        const has = (table: string, no: number) =>
          db.get<{ one: 1 }>(`SELECT 1 AS one FROM ${table} WHERE character_no = ? AND batch = ? LIMIT 1`, no, batchId);
        return characters.filter(({ no }) => has('revisions', no) ?? has('kept_pairs', no)).map(({ id }) => id);
      }),

    batches: (scope, filter) =>
      db.read(() => {
        const characters = charactersOf(db, scope, filter.characterId);
        const rows = characters.flatMap(({ no }) =>
          lists.flatMap(({ sql, values }) =>
            db.all<BatchRow>(
              `SELECT found.*, members.name AS member_name FROM (${sql}) AS found
               LEFT JOIN members ON members.id = found.member_id`,
              { no, ...values(filter) },
            ),
          ),
        );
        return toBatches(rows, characters, filter);
      }),

    reviews: (scope) =>
      db.read(() =>
        charactersOf(db, scope, undefined).flatMap(({ no, id }) => {
          const edits = `SELECT count(*) AS count FROM revisions WHERE character_no = ? AND ${isToReview}`;
          const proposed = "SELECT count(*) AS count FROM memories WHERE character_no = ? AND state = 'PROPOSED'";
          const count = (sql: string) => db.get<{ count: number }>(sql, no)?.count ?? 0;
          const waiting = { characterId: id, edits: count(edits), proposals: count(proposed) };
          return waiting.edits + waiting.proposals > 0 ? [waiting] : [];
        }),
      ),

    statistics: (scope, { characterId, from, to }) =>
      db.read(() => {
        const characters = charactersOf(db, scope, characterId);
        const days = characters.flatMap(({ no }) =>
          db.all<DayRow>(
            `SELECT character_no, created_at / ${dayMs} AS day, change_type, count(*) AS count FROM revisions
             WHERE character_no = ? AND created_at >= ? AND created_at < ? GROUP BY 2, 3`,
            no,
            from,
            to,
          ),
        );
        const categories = characters.flatMap(({ no }) =>
          db.all<CountRow>(
            `SELECT name, (SELECT count(*) FROM memories WHERE category_no = categories.no AND state = 'ACTIVE') AS count
             FROM categories WHERE character_no = ?`,
            no,
          ),
        );
        const sources = characters.flatMap(({ no }) =>
          db.all<CountRow<MemorySource['kind']>>(
            `SELECT source_kind AS name, count(*) AS count FROM memories
             WHERE character_no = ? AND state = 'ACTIVE' GROUP BY source_kind`,
            no,
          ),
        );
        const tokens = db.all<Statistics['tokensByDay'][number]>(
          `SELECT day, input_tokens AS input, output_tokens AS output FROM ai_usage
           WHERE tenant_id = ? AND day >= ? AND day < ? ORDER BY day`,
          scope.tenantId,
          utcDay(from),
          utcDay(to + dayMs - 1),
        );
        const recalls = characters.flatMap(({ no }) =>
          db.all<RecallDayRow>(
            `SELECT at / ${dayMs} AS day, ${countColumns(recallCounts('tenant_id', characterId === undefined))} FROM recalls
             WHERE character_no = ? AND at >= ? AND at < ? GROUP BY 1`,
            no,
            from,
            to,
          ),
        );
        const waiting = characters.flatMap(({ no }) =>
          db.all<WaitingRow>(`SELECT ${selectWaiting} FROM captures WHERE piece_no IS NULL AND character_no = ?`, no),
        );
        const clients = characters.flatMap(({ no }) => [
          ...db.all<ClientCounts>(
            `SELECT client, ${countColumns(clientCounts('tenant_id', characterId === undefined))}, coalesce(sum(tokens), 0) AS tokens, 0 AS stored
             FROM recalls WHERE character_no = ? AND at >= ? AND at < ? AND client IS NOT NULL GROUP BY client`,
            no,
            from,
            to,
          ),
          ...db.all<ClientCounts>(
            `SELECT client, ${nothingAsked}, 0 AS tokens, count(*) AS stored
             FROM revisions WHERE character_no = ? AND created_at >= ? AND created_at < ?
               AND change_type = 'CREATED' AND client IS NOT NULL GROUP BY client`,
            no,
            from,
            to,
          ),
        ]);
        return toStatistics({ characters, days, categories, sources, tokens, recalls, waiting, clients });
      }),

    timeline: (scope, { characterId, from, to, leastImportance }) =>
      db.read(() => {
        const least = leastImportance === undefined ? [] : [rankOfImportance(leastImportance)];
        const rows = charactersOf(db, scope, characterId).flatMap(({ no }) =>
          db.all<CategoryDayRow>(
            `SELECT categories.name, ${dayIn('memories.occurred_at')} AS day, count(*) AS count
             FROM categories CROSS JOIN memories ON memories.category_no = categories.no
             WHERE categories.character_no = ? AND memories.state = 'ACTIVE'
               AND memories.occurred_at >= ? AND memories.occurred_at < ?
               ${least.length > 0 ? `AND ${importanceRank} <= ?` : ''} GROUP BY categories.no, day`,
            no,
            from,
            to,
            ...least,
          ),
        );
        return toTimeline(rows);
      }),
  };
}

const lists = batchLists({
  ...{
    character: '@no',
    until: '@until',
    limit: '@limit',
    kind: '@kind',
    client: '@client',
    changeType: '@changeType',
  },
  distinct: (sql) => `json_group_array(DISTINCT ${sql})`,
  owned: ofOwner('@no'),
});

/** The other columns of a change. */
const joinedToChanges = `LEFT JOIN revisions AS before
    ON before.memory_no = revisions.memory_no AND before.revision = revisions.revision - 1
  LEFT JOIN members ON members.id = revisions.member_id`;

function ofCharacter(
  db: Connection,
  characterNo: number,
  { before, since, kind, client, member, changeType, batchId, toReview, only, limit }: ChangeFilter,
): ChangeRow[] {
  return db.all<ChangeRow>(
    `SELECT ${changeColumns(only)}, members.name AS member_name FROM revisions
     CROSS JOIN memories ON memories.no = revisions.memory_no
     ${joinedToChanges}
     WHERE revisions.character_no = ? AND (revisions.created_at, revisions.memory_no, revisions.revision) < (?, ?, ?)
       AND revisions.created_at >= ?${kind === undefined ? '' : ' AND revisions.author_kind = ?'}
       ${client === undefined ? '' : 'AND revisions.client = ?'}
       ${member === undefined ? '' : 'AND (revisions.member_id = ? OR revisions.changed_by = ?)'} ${toReview ? `AND ${isToReview}` : ''}
       ${changeType === undefined ? '' : 'AND revisions.change_type = ?'}
       ${batchId === undefined ? '' : `AND revisions.batch = ? AND ${isSeen}`}
       ${only ? `AND ${isChosen[only]}` : ''}
     ORDER BY revisions.created_at DESC, revisions.memory_no DESC, revisions.revision DESC LIMIT ?`,
    characterNo,
    ...boundOf(before, characterNo),
    since ?? 0,
    ...(kind === undefined ? [] : [kind]),
    ...(client === undefined ? [] : [client]),
    ...(member === undefined ? [] : [member, member]),
    ...[changeType, batchId].filter((one) => one !== undefined),
    limit,
  );
}
