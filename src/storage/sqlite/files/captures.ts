import { type CapturedClause, captureName } from '../../../domain/captured-clause.ts';
import { unlessErased } from '../../../domain/erasure.ts';
import { eventOfFailedExtraction } from '../../../domain/event-rules.ts';
import type { NewMemory } from '../../../domain/memory.ts';
import { serviceScope } from '../../../domain/principal.ts';
import type { CaptureStore } from '../../../domain/stores/files.ts';
import type { CapturedTurn } from '../../../domain/stores/hooks.ts';
import { type CaptureRow, toJob } from '../../rows/files.ts';
import { announce, recording, writeMemoryAudit } from '../audit/record.ts';
import { addCapturedTurn } from '../captured-turns.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { erasedFrom } from '../erasing/tombstones.ts';
import { applyChange } from '../memories/memory-unit.ts';
import { selectTierInForce } from '../tenancy/tenant-rows.ts';
import { linkMemory } from './links.ts';

const selectCaptures = `
  SELECT captures.*, files.id AS file_id, files.path, characters.id AS character_id,
    characters.name AS character_name,     characters.tenant_id, ${selectTierInForce} AS tier_in_force
  FROM captures
  LEFT JOIN pieces ON pieces.no = captures.piece_no
  LEFT JOIN files ON files.no = pieces.file_no
  JOIN characters ON characters.no = captures.character_no
  JOIN tenants ON tenants.id = characters.tenant_id`;

export function captureStore(engine: Engine): CaptureStore {
  const { db } = engine;
  /** A job that this holder still has. */
  const held = (holder: string, jobId: string, now: number) =>
    db.get<CaptureRow>(`${selectCaptures} WHERE captures.no = @no AND captures.holder = @holder`, {
      no: Number(jobId),
      holder,
      now,
    });
  return {
    async claim(tiers, now, { holder, until }, limit, kind = 'all') {
      const due = () =>
        db.all<CaptureRow>(
          `${selectCaptures} WHERE due_at <= @now AND characters.status = 'ACTIVE'
             AND tier_in_force IN (SELECT value FROM json_each(@tiers)) AND (@turns = 0 OR piece_no IS NULL)
           ORDER BY due_at, captures.no LIMIT @limit`,
          { now, tiers: JSON.stringify(tiers), limit, turns: kind === 'turns' ? 1 : 0 },
        );
      // Looked up first: an empty queue costs no write.
      if ((await db.read(due)).length === 0) return [];
      return db.write(() => {
        const rows = due();
        for (const { no } of rows) {
          db.run('UPDATE captures SET due_at = ?, holder = ? WHERE no = ?', until, holder, no);
        }
        return rows.map((row) => toJob(row, String(row.no)));
      });
    },

    backlog: (tiers, now) =>
      db.read(() => {
        const row = db.get<{ waiting: number; since: number | null }>(
          // Starts with the queue: SQLite would start with all pieces.
          `SELECT count(*) AS waiting, min(coalesce(files.captured_at, captures.due_at)) AS since FROM captures
             LEFT JOIN pieces ON pieces.no = captures.piece_no
             LEFT JOIN files ON files.no = pieces.file_no
             CROSS JOIN characters ON characters.no = captures.character_no
             CROSS JOIN tenants ON tenants.id = characters.tenant_id
           WHERE characters.status = 'ACTIVE'
             AND ${selectTierInForce} IN (SELECT value FROM json_each(@tiers))`,
          { now, tiers: JSON.stringify(tiers) },
        )!;
        return { waiting: row.waiting, since: row.since ?? undefined };
      }),

    renew: ({ holder, until }, jobIds) =>
      db.write(() =>
        jobIds.filter((id) => {
          const sql = 'UPDATE captures SET due_at = ? WHERE no = ? AND holder = ?';
          return db.run(sql, until, Number(id), holder).changes > 0;
        }),
      ),

    release: (holder, now) =>
      db.write(() => {
        db.run('UPDATE captures SET due_at = ?, holder = NULL WHERE holder = ?', now, holder);
      }),

    finish: (holder, jobId, changes, by, clauses = []) =>
      db.write(() => {
        const row = held(holder, jobId, by.now);
        if (!row) return undefined;
        db.run('DELETE FROM captures WHERE no = ?', row.no);
        const recorder = recording(by);
        let added = 0;
        for (const change of changes) {
          const outcome = unlessErased(() => applyChange(engine, row.character_no, change, recorder));
          if (outcome?.operation !== 'ADD') continue;
          const { id, revision } = outcome.memory;
          if (row.piece_no !== null) linkMemory(engine, row.piece_no, id, revision);
          added++;
        }
        if (row.speaker !== null && clauses.length > 0) {
          const { sessionId: session = '' } = JSON.parse(row.memory) as NewMemory;
          const turn = { tenantId: row.tenant_id, characterNo: row.character_no, session, speaker: row.speaker };
          addCapturedTurn(db, { ...turn, now: by.now }, withoutErased(db, row.character_no, clauses));
        }
        writeMemoryAudit(db, serviceScope(row.tenant_id, by.changedBy), recorder, characterOf(row));
        return added;
      }),

    fail: (holder, jobId, error, nextAttemptAt, now) =>
      db.write(() => {
        const row = held(holder, jobId, now);
        if (!row) return;
        const happened = () => [eventOfFailedExtraction(row.attempts + 1, nextAttemptAt, row.file_id)];
        announce(db, serviceScope(row.tenant_id, captureName), now, { character: characterOf(row), happened });
        db.run(
          `UPDATE captures SET attempts = attempts + 1, error = ?, due_at = ?, holder = NULL
           WHERE no = ? AND holder = ?`,
          error,
          nextAttemptAt,
          Number(jobId),
          holder,
        );
      }),
  };
}

/** Clauses without the texts that were erased: they became no memories. */
function withoutErased(db: Connection, characterNo: number, clauses: readonly CapturedClause[]): CapturedClause[] {
  const isErased = erasedFrom(db, characterNo);
  return clauses.map((one) =>
    isErased(one.text) ? { text: '', outcome: 'left out', reason: 'erased for good' } : one,
  );
}

const characterOf = (row: CaptureRow) => ({ no: row.character_no, id: row.character_id, name: row.character_name });

/** Puts a piece into the queue. */
export function rememberCapture(db: Connection, pieceNo: number, memory: NewMemory, now: number): void {
  db.run(
    `INSERT INTO captures (piece_no, character_no, memory, due_at)
     SELECT pieces.no, files.character_no, ?, ? FROM pieces JOIN files ON files.no = pieces.file_no WHERE pieces.no = ?`,
    JSON.stringify(memory),
    now,
    pieceNo,
  );
}

/** Puts a turn of a session into the queue. */
export function rememberTurn(
  db: Connection,
  characterNo: number,
  { role, memory, ruleLines, person }: CapturedTurn,
  now: number,
): void {
  const sql = 'INSERT INTO captures (character_no, speaker, memory, due_at) VALUES (?, ?, ?, ?)';
  db.run(sql, characterNo, role, JSON.stringify({ ...memory, ruleLines, person }), now);
}
