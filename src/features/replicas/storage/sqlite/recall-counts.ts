import type { RecalledMemory } from '../../../../domain/stores/recalls.ts';
import { dayMs } from '../../../../domain/text.ts';
import { wasGiven } from '../../../../storage/rows/recalls.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import { storeIdOf } from '../../../../storage/sqlite/disk/identity.ts';
import { maxRecallCounts, type RecallCount } from '../../domain/replication.ts';
import type { RecallsToSend } from '../replica-store.ts';
import type { ReplicaRow } from './outbox.ts';

/** Recalls that are looked at for one exchange. */
const maxRecalls = 200;

const keyOf = (memoryId: string, day: number) => `${memoryId} ${day}`;

/** The changed counts by memory and day since the last exchange, each as a sum of the whole day. */
export function recallsToSend(
  db: Connection,
  { character_no: no, recalls_no: sent }: ReplicaRow,
): RecallsToSend | undefined {
  const newest = db.get<{ last: number | null }>('SELECT max(no) AS last FROM recalls')?.last ?? 0;
  // Numbers begin again when all recalls were deleted.
  const after = sent !== null && sent <= newest ? sent : 0;
  if (newest <= after) return undefined;
  const rows = db.all<{ no: number; at: number; results: string }>(
    `SELECT no, at, results FROM recalls WHERE no > ? AND +character_no = ? AND given > 0 ORDER BY no LIMIT ${maxRecalls}`,
    ...[after, no],
  );
  const changed = new Set<string>();
  let upTo = rows.length < maxRecalls ? newest : (rows.at(-1)?.no ?? newest);
  let from = Number.POSITIVE_INFINITY;
  for (const [i, { at, results }] of rows.entries()) {
    const day = Math.floor(at / dayMs);
    const ids = (JSON.parse(results) as RecalledMemory[]).map(({ memoryId }) => keyOf(memoryId, day));
    if (i > 0 && changed.size + ids.length > maxRecallCounts) {
      upTo = rows[i - 1]?.no ?? upTo;
      break;
    }
    for (const key of ids) changed.add(key);
    from = Math.min(from, day * dayMs);
  }
  const sums = changed.size === 0 ? [] : sumsOf(db, no, from);
  const counts = sums.filter(([memoryId, day]) => changed.has(keyOf(memoryId, day))).slice(0, maxRecallCounts);
  return { replica: storeIdOf(db.sqlite), counts, upTo };
}

function sumsOf(db: Connection, characterNo: number, from: number): RecallCount[] {
  const rows = db.all<{ id: string; day: number; times: number }>(
    `SELECT value ->> 'memoryId' AS id, at / ${dayMs} AS day, count(*) AS times FROM recalls CROSS JOIN json_each(results)
     WHERE recalls.character_no = ? AND recalls.at >= ? AND ${wasGiven} GROUP BY 1, 2`,
    ...[characterNo, from],
  );
  return rows.map(({ id, day, times }) => [id, day, times]);
}
