import { captureName } from '../../../domain/captured-clause.ts';
import { unlessErased } from '../../../domain/erasure.ts';
import { eventOfFailedExtraction } from '../../../domain/event-rules.ts';
import { serviceScope } from '../../../domain/principal.ts';
import type { CaptureStore } from '../../../domain/stores/files.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { changedTexts } from '../../rows/changed-texts.ts';
import { type CaptureRow, toJob } from '../../rows/files.ts';
import { AuditWriter } from '../audit/record.ts';
import type { Engine } from '../engine.ts';
import { wantedBy } from '../memories/memory-set.ts';
import { MemoryUnit } from '../memories/memory-unit.ts';
import { selectTierInForce } from '../tenancy/tenant-rows.ts';
import { Links } from './links.ts';

type Row = CaptureRow & { tenant_no: number };

const fromCaptures = `FROM captures
  LEFT JOIN LATERAL (SELECT id, path, captured_at FROM files
    WHERE files.character_no = captures.character_no AND files.no = captures.file_no OFFSET 0) AS files ON true
  CROSS JOIN LATERAL (SELECT id, name, status FROM characters
    WHERE characters.tenant_no = captures.tenant_no AND characters.no = captures.character_no OFFSET 0) AS characters
  JOIN tenants ON tenants.no = captures.tenant_no`;

const selectCaptures = `
  SELECT captures.*, files.id AS file_id, files.path, characters.id AS character_id,
    characters.name AS character_name, tenants.id AS tenant_id,
    ${selectTierInForce('$1')} AS tier_in_force
  ${fromCaptures}`;

const isDue = `captures.due_at <= $1 AND characters.status = 'ACTIVE' AND ${selectTierInForce('$1')} = ANY($2)`;
const inOrder = 'ORDER BY captures.due_at, captures.character_no, captures.no LIMIT $3';
const dueJobs = `${selectCaptures} WHERE ${isDue} ${inOrder}`;
const dueTurns = `${selectCaptures} WHERE ${isDue} AND captures.piece_no IS NULL ${inOrder}`;

const among = '(character_no, no) IN (SELECT * FROM unnest($1::bigint[], $2::int[]))';

export function captureStore(engine: Engine): CaptureStore {
  const { db } = engine;
  return {
    async claim(tiers, now, { holder, until }, limit, kind = 'all') {
      const due = kind === 'turns' ? dueTurns : dueJobs;
      // Looked up first: an empty queue costs no write.
      if ((await db.all(null, due, now, tiers, 1)).length === 0) return [];
      return db.write(null, async (q) => {
        const rows = await q.all<Row>(`${due} FOR NO KEY UPDATE OF captures SKIP LOCKED`, now, tiers, limit);
        const jobs = rows.map((row) => toJob(row, jobIdOf(row)));
        q.send(
          `UPDATE captures SET due_at = $3, holder = $4 WHERE ${among}`,
          ...numbersOf(jobs.map(({ jobId }) => jobId)),
          until,
          holder,
        );
        return jobs;
      });
    },

    async backlog(tiers, now) {
      const row = await db.get<{ waiting: number; since: number | null }>(
        null,
        `SELECT count(*)::int AS waiting, min(coalesce(files.captured_at, captures.due_at)) AS since
         ${fromCaptures} WHERE characters.status = 'ACTIVE' AND ${selectTierInForce('$1')} = ANY($2)`,
        now,
        tiers,
      );
      return { waiting: row?.waiting ?? 0, since: row?.since ?? undefined };
    },

    async renew({ holder, until }, jobIds) {
      const rows = await db.write(null, (q) =>
        q.all<{ character_no: number; no: number }>(
          `UPDATE captures SET due_at = $3 WHERE ${among} AND holder = $4 RETURNING character_no, no`,
          ...numbersOf(jobIds),
          until,
          holder,
        ),
      );
      const held = new Set(rows.map(jobIdOf));
      return jobIds.filter((id) => held.has(id));
    },

    async release(holder, now) {
      await db.write(null, (q) =>
        q.run('UPDATE captures SET due_at = $1, holder = NULL WHERE holder = $2', now, holder),
      );
    },

    async finish(holder, jobId, changes, by) {
      const [characterNos, nos] = numbersOf([jobId]);
      const held = `captures.character_no = $2 AND captures.no = $3 AND captures.holder = $4`;
      const values = [characterNos[0], nos[0], holder];
      const row = await db.get<Row>(null, `${selectCaptures} WHERE ${held}`, by.now, ...values);
      if (!row) return undefined;
      const analyses = await Analyses.of(changedTexts(changes));
      const scope = serviceScope(row.tenant_id, by.changedBy);
      const place = { scope, tenantNo: row.tenant_no, characterNo: row.character_no };
      const { character_id: characterId } = row;
      return db.write(place.tenantNo, async (q) => {
        const wanted = wantedBy(changes);
        const unit = await MemoryUnit.begin({ engine, q, place, characterId, by, analyses, wanted });
        // Checked again under the character's lock: meanwhile the piece may be deleted, or the job taken by another
        // process.
        const deleted = await q.run(
          'DELETE FROM captures WHERE character_no = $1 AND no = $2 AND holder = $3',
          ...values,
        );
        if (deleted === 0) return undefined;
        const links = new Links(unit);
        let added = 0;
        for (const change of changes) {
          const outcome = unlessErased(() => unit.apply(change));
          if (outcome?.operation !== 'ADD') continue;
          const { id, revision } = outcome.memory;
          if (row.piece_no !== null) links.add(row.piece_no, unit.memories.byId(id)!.no, revision);
          added++;
        }
        links.flush();
        await unit.writeAudit();
        await unit.flush();
        return added;
      });
    },

    async fail(holder, jobId, error, nextAttemptAt, now) {
      const [characterNos, nos] = numbersOf([jobId]);
      const held = `${selectCaptures} WHERE captures.character_no = $2 AND captures.no = $3 AND captures.holder = $4`;
      const row = await db.get<Row>(null, held, now, characterNos[0], nos[0], holder);
      if (!row) return;
      await db.write(null, async (q) => {
        const failed = await q.run(
          `UPDATE captures SET attempts = attempts + 1, error = $3, due_at = $4, holder = NULL
           WHERE ${among} AND holder = $5`,
          ...numbersOf([jobId]),
          error,
          nextAttemptAt,
          holder,
        );
        if (failed === 0) return;
        const scope = serviceScope(row.tenant_id, captureName);
        await new AuditWriter(q, row.tenant_no, scope, now, row.character_no).announce({
          character: { no: row.character_no, id: row.character_id, name: row.character_name },
          happened: () => [eventOfFailedExtraction(row.attempts + 1, nextAttemptAt, row.file_id)],
        });
      });
    },
  };
}

/** A job's id: the character's number and its own there. */
const jobIdOf = (row: { character_no: number; no: number }) => `${row.character_no}.${row.no}`;

/** The numbers of characters and jobs. An invalid id gets numbers that no job has. */
function numbersOf(jobIds: readonly string[]): [characterNos: number[], nos: number[]] {
  const numbers = jobIds.map((id) => id.split('.').map(Number));
  const part = (i: number) => numbers.map((pair) => (Number.isSafeInteger(pair[i]) ? pair[i]! : 0));
  return [part(0), part(1)];
}
