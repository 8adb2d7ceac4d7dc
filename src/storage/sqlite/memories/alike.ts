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
import { boundOf } from '../../rows/changes.ts';
import { isNoteSql, type MemoryRecord, toMemory } from '../../rows/memories.ts';
import { type TenantRow, tierInForce } from '../../rows/tenancy.ts';
import { setCompared } from '../../rows/waiting.ts';
import { nobody } from '../change-counts.ts';
import { anyRow, charactersOf, isOfDeleted } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { releaseLeases, takeLease } from '../leases.ts';
import { holdsNow, keyOrder, selectMemories } from './memory-rows.ts';

const leasePrefix = 'comparing of ';

const waits = `memories.state = 'ACTIVE' AND memories.compared IS NOT memories.revision
  AND memories.compared IS NOT -memories.revision`;

/** The pairs of the character `@no` that are shown at the time `@now`; more conditions follow. */
function shownPairs(kept: boolean): string {
  const holds = (of: string) => `EXISTS (SELECT 1 FROM memories WHERE memories.no = ${of}.no AND ${holdsNow('@now')})`;
  return `FROM alike_pairs AS pair
    CROSS JOIN memories AS one ON one.no = pair.one_no CROSS JOIN memories AS other ON other.no = pair.other_no
    WHERE pair.character_no = @no
      AND ${isShown(kept, { character: 'pair.character_no', ...keyOrder, holds })}`;
}

export function alikeStore(db: Connection): AlikeStore {
  return {
    waiting: (now, limit) =>
      db.read(() => {
        const rows = db.all<TenantRow & { character_id: string; memory_id: string; revision: number }>(
          `SELECT tenants.*, characters.id AS character_id, memories.id AS memory_id, memories.revision
           FROM memories INDEXED BY memories_to_compare
           CROSS JOIN characters ON characters.no = character_no CROSS JOIN tenants ON tenants.id = tenant_id
           WHERE ${waits} ORDER BY ${isNoteSql} DESC, character_no DESC, memories.updated_at DESC, memories.no DESC LIMIT ?`,
          limit,
        );
        return rows.map((row) => ({
          tenantId: row.id,
          tier: tierInForce(row, now),
          characterId: row.character_id,
          memoryId: row.memory_id,
          revision: row.revision,
        }));
      }),

    uncompared: (scope, characterId, limit) =>
      db.read(() => {
        const rows = charactersOf(db, scope, characterId).flatMap(({ no }) =>
          db.all<MemoryRecord>(
            `${selectMemories} WHERE memories.no IN (SELECT no FROM memories INDEXED BY memories_to_compare
               WHERE ${isNoteSql} IN (0, 1) AND character_no = ? AND ${waits} ORDER BY updated_at DESC, no DESC LIMIT ?)`,
            no,
            limit,
          ),
        );
        return rows
          .toSorted((a, b) => b.updated_at - a.updated_at || b.no - a.no)
          .slice(0, limit)
          .map((row) => toMemory(row));
      }),

    compared: (scope, characterId, { id, revision }, pairs) =>
      db.write(() => {
        const { no } = anyRow(db, scope, characterId);
        const find = (memoryId: string) =>
          db.get<{ no: number; revision: number }>(
            'SELECT no, revision FROM memories WHERE id = ? AND character_no = ?',
            ...[memoryId, no],
          );
        const memory = find(id);
        if (memory?.revision !== revision) return;
        db.run('DELETE FROM alike_pairs WHERE character_no = ? AND one_no = ?', no, memory.no);
        db.run(
          'DELETE FROM alike_pairs INDEXED BY alike_pairs_of_other WHERE character_no = ? AND other_no = ?',
          ...[no, memory.no],
        );
        for (const { otherId, kind, likeness } of pairs) {
          const other = find(otherId);
          if (other === undefined || other.no === memory.no) continue;
          db.run(
            `INSERT OR REPLACE INTO alike_pairs (character_no, one_no, other_no, kind, likeness) VALUES (?, ?, ?, ?, ?)`,
            ...[no, ...ordered(memory.no, other.no), kind, thousandths(likeness)],
          );
        }
        db.run(`UPDATE memories SET ${setCompared(isOfDeleted)} WHERE no = ?`, memory.no);
      }, nobody),

    list: (scope, { characterId, kept, before, now, limit }) =>
      db.read(() => {
        const characters = charactersOf(db, scope, characterId);
        const shown = shownPairs(kept);
        const rows = characters.flatMap(({ no }) => {
          const [at, one, other] = boundOf(asChangePlace(before), no);
          return db.all<AlikeRow>(
            `SELECT pair.* ${shown} AND (pair.likeness, pair.one_no, pair.other_no) < (@at, @one, @other)
             ORDER BY pair.likeness DESC, pair.one_no DESC, pair.other_no DESC LIMIT @limit`,
            { no, now, at, one, other, limit },
          );
        });
        const counted = characters.flatMap(({ no }) =>
          db.all<Omit<AlikeCount, 'count'>>(`SELECT ${countedBy} ${shown} LIMIT ${maxCountedPairs}`, { no, now }),
        );
        const waiting = characters.map(({ no }) =>
          db.get<{ count: number }>(
            `SELECT count(*) AS count FROM memories INDEXED BY memories_to_compare WHERE ${isNoteSql} IN (0, 1) AND character_no = ?
             AND ${waits}`,
            no,
          ),
        );
        const first = inOrder(rows, limit);
        const found = db.all<MemoryRecord>(
          `${selectMemories} WHERE memories.no IN (SELECT value FROM json_each(?))`,
          JSON.stringify(first.flatMap((row) => [row.one_no, row.other_no])),
        );
        const byNo = new Map(found.map((row) => [row.no, toMemory(row, scope.memberId)]));
        const total = characters.reduce((sum, { memory_count: count }) => sum + count, 0);
        const looked = total - waiting.reduce((sum, row) => sum + (row?.count ?? 0), 0);
        return {
          pairs: alikePairs(first, (_, no) => byNo.get(no)),
          ...countsOf(counted.map((row) => ({ ...row, count: 1 }))),
          looked,
          total,
        };
      }),

    lease: (holder, tenantId, now, until) =>
      db.write(() => takeLease(db, leasePrefix + tenantId, holder, now, until), nobody),

    release: (holder) => db.write(() => releaseLeases(db, leasePrefix, holder), nobody),
  };
}
