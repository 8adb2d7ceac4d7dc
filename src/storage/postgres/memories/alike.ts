import type { AlikeStore } from '../../../domain/stores/alike.ts';
import {
  type AlikeCount,
  type AlikeRow,
  alikePairs,
  asChangePlace,
  countedBy,
  countsOf,
  inOrder,
  isShown,
  maxCountedPairs,
  ordered,
  thousandths,
} from '../../rows/alike.ts';
import { isNoteSql, type MemoryRecord, memoryOf } from '../../rows/memories.ts';
import { setCompared } from '../../rows/waiting.ts';
import { isDeleted } from '../characters/character-rows.ts';
import type { Engine } from '../engine.ts';
import { releaseLeases, takeLease } from '../leases.ts';
import { bound, ofEach, placeValues } from '../sharing/reach.ts';
import { holdsNow, keyOrder, selectMemories } from './memory-rows.ts';
import { queuedFor } from './queued.ts';

const leasePrefix = 'comparing of ';

const waits = `memories.state = 'ACTIVE' AND memories.compared IS DISTINCT FROM memories.revision
  AND memories.compared IS DISTINCT FROM -memories.revision`;

/** The pairs of `of.character_no` that are shown at the time `now`; more conditions follow. */
function shownPairs(kept: boolean, now: string): string {
  const holds = (of: string) => `EXISTS (SELECT 1 FROM memories
    WHERE memories.character_no = of.character_no AND memories.no = ${of}.no AND ${holdsNow(now)})`;
  const sql = { character: 'of.character_no', ...keyOrder, holds };
  // A statement must use each of its parameters.
  const used = kept ? ` AND ${now} IS NOT NULL` : '';
  return `FROM alike_pairs AS pair
    JOIN memories AS one ON one.character_no = of.character_no AND one.no = pair.one_no
    JOIN memories AS other ON other.character_no = of.character_no AND other.no = pair.other_no
    WHERE pair.character_no = of.character_no AND ${isShown(kept, sql)}${used}`;
}

const listed = (
  kept: boolean,
) => `${ofEach(`SELECT pair.* ${shownPairs(kept, '$6::bigint')} AND pair.likeness <= ${bound.at}
    AND (pair.likeness, pair.one_no, pair.other_no) < (${bound.at}, ${bound.memory}, ${bound.revision})
  ORDER BY pair.likeness DESC, pair.one_no DESC, pair.other_no DESC LIMIT $7`)}
  ORDER BY found.likeness DESC, found.character_no DESC, found.one_no DESC, found.other_no DESC LIMIT $7`;

const counted = (kept: boolean) =>
  `SELECT kind, sure, count(*)::int AS count FROM (${ofEach(
    `SELECT ${countedBy} ${shownPairs(kept, '$2::bigint')} LIMIT ${maxCountedPairs}`,
  )}) AS all_pairs GROUP BY kind, sure`;

export function alikeStore({ db, directory, reach }: Engine): AlikeStore {
  return {
    waiting: (now, limit) =>
      db.read(null, async (q) => {
        const rows = await q.all<{ character_no: number; memory_id: string; revision: number }>(
          `SELECT character_no, id AS memory_id, revision FROM memories WHERE ${waits}
           ORDER BY ${isNoteSql} DESC, character_no DESC, updated_at DESC LIMIT $1`,
          limit,
        );
        const whose = await queuedFor(q, rows, now);
        return rows.flatMap(({ character_no: no, memory_id: memoryId, revision }) => {
          const of = whose.get(no);
          return of ? [{ ...of, memoryId, revision }] : [];
        });
      }),

    uncompared: (scope, characterId, limit) =>
      reach.readSeen(scope, characterId, async (q, characters) => {
        const rows = await q.all<Omit<MemoryRecord, 'character_id'>>(
          `${ofEach(`${selectMemories} WHERE memories.character_no = of.character_no AND ${waits}
             ORDER BY memories.updated_at DESC, memories.no DESC LIMIT $2`)}
           ORDER BY found.updated_at DESC, found.no DESC LIMIT $2`,
          ...[characters.map(({ no }) => no), limit],
        );
        const ids = new Map(characters.map(({ no, id }) => [no, id]));
        return rows.map((row) => memoryOf(row, ids.get(row.character_no)!));
      }),

    async compared(scope, characterId, { id, revision }, pairs) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      await db.write(tenantNo, async (q) => {
        const [ofDeleted, rows] = await Promise.all([
          isDeleted(q, place),
          q.all<{ id: string; no: number; revision: number }>(
            'SELECT id, no, revision FROM memories WHERE character_no = $1 AND id = ANY($2::uuid[])',
            ...[characterNo, [id, ...pairs.map(({ otherId }) => otherId)]],
          ),
        ]);
        const nos = new Map(rows.map((row) => [row.id, row.no]));
        const memory = rows.find((row) => row.id === id);
        if (memory?.revision !== revision) return;
        q.send(
          'DELETE FROM alike_pairs WHERE character_no = $1 AND (one_no = $2 OR other_no = $2)',
          characterNo,
          memory.no,
        );
        for (const { otherId, kind, likeness } of pairs) {
          const otherNo = nos.get(otherId);
          if (otherNo === undefined || otherNo === memory.no) continue;
          q.send(
            `INSERT INTO alike_pairs (character_no, one_no, other_no, kind, likeness) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (character_no, one_no, other_no)
             DO UPDATE SET kind = excluded.kind, likeness = excluded.likeness`,
            ...[characterNo, ...ordered(memory.no, otherNo), kind, thousandths(likeness)],
          );
        }
        q.send(
          `UPDATE memories SET ${setCompared('$4::boolean')} WHERE character_no = $1 AND no = $2 AND revision = $3`,
          ...[characterNo, memory.no, revision, ofDeleted],
        );
      });
    },

    list: (scope, { characterId, kept, before, now, limit }) =>
      reach.readSeen(scope, characterId, async (q, characters, tenantNo) => {
        const nos = characters.map(({ no }) => no);
        const [rows, counts, waiting, stored] = await Promise.all([
          q.all<AlikeRow>(listed(kept), nos, ...placeValues(asChangePlace(before)), now, limit),
          q.all<AlikeCount>(counted(kept), nos, now),
          q.get<{ count: number }>(
            `SELECT count(*)::int AS count FROM memories
             WHERE ${isNoteSql} IN (true, false) AND character_no = ANY($1::bigint[]) AND ${waits}`,
            nos,
          ),
          q.get<{ total: number }>(
            `SELECT coalesce(sum(memory_count), 0)::int AS total FROM characters
             WHERE tenant_no = $1 AND no = ANY($2::bigint[])`,
            ...[tenantNo, nos],
          ),
        ]);
        const first = inOrder(rows, limit);
        const ids = new Map(characters.map(({ no, id }) => [no, id]));
        const found = await q.all<Omit<MemoryRecord, 'character_id'>>(
          ofEach(
            `${selectMemories} WHERE memories.character_no = of.character_no AND memories.no IN (
               SELECT unnest($2::int[]))`,
          ),
          ...[nos, first.flatMap((row) => [row.one_no, row.other_no])],
        );
        const key = (character: number, no: number) => `${character} ${no}`;
        const byNo = new Map(
          found.map((row) => [
            key(row.character_no, row.no),
            memoryOf(row, ids.get(row.character_no)!, scope.memberId),
          ]),
        );
        const total = stored?.total ?? 0;
        return {
          pairs: alikePairs(first, (character, no) => byNo.get(key(character, no))),
          ...countsOf(counts),
          looked: total - (waiting?.count ?? 0),
          total,
        };
      }),

    lease: (holder, tenantId, now, until) =>
      db.write(null, (q) => takeLease(q, leasePrefix + tenantId, holder, now, until)),

    release: async (holder) => {
      await db.write(null, (q) => releaseLeases(q, leasePrefix, holder));
    },
  };
}
