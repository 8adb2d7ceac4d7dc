import type { NewMemory } from '../../domain/memory.ts';
import type { Scope } from '../../domain/principal.ts';
import type { CapturedTurn, HookSession } from '../../domain/stores/hooks.ts';
import { type HostExtraction, type HostExtractionStore, maxWaitMs } from '../../domain/stores/host-extractions.ts';
import { iso } from '../../domain/text.ts';
import type { Turn } from '../../domain/turn.ts';
import { addCapturedTurn } from './captured-turns.ts';
import type { Connection } from './connection.ts';
import { caller, isVisible } from './sharing/access.ts';

/** How many extractions are stored. */
const maxExtractions = 1_000;

/** A session with turns that are due, and the owner of its memory. */
interface DueRow extends HookSession {
  no: number;
  character_no: number;
  character_id: string;
}

/** The turns of a session are due together. Starts with them: SQLite would start with all sessions. */
const selectDue = `
  SELECT hook_sessions.no, host, session, character_no, characters.id AS character_id FROM host_turns
  CROSS JOIN hook_sessions ON hook_sessions.no = host_turns.session_no
  CROSS JOIN characters ON characters.no = hook_sessions.character_no
  WHERE hook_sessions.tenant_id = ? AND due_at <= ? AND characters.status = 'ACTIVE'
  ORDER BY due_at LIMIT 1`;

/** Sessions that the models of their hosts read. */
export function hostExtractionStore(db: Connection): HostExtractionStore {
  const due = ({ tenantId }: Scope, most: number, since: number, now: number) => {
    const row = db.get<DueRow>(selectDue, tenantId, now);
    return row && countSince(db, tenantId, since) < most ? row : undefined;
  };
  return {
    sessionEnded: (scope, { host, session }, now) =>
      db.write(() => {
        const sessions = 'SELECT no FROM hook_sessions WHERE tenant_id = ? AND host = ? AND session = ?';
        const sql = `UPDATE host_turns SET due_at = ? WHERE session_no IN (${sessions})`;
        db.run(sql, now, scope.tenantId, host, session);
      }),

    isDue: (scope, most, since, now) => db.read(() => due(scope, most, since, now) !== undefined),

    begin: (scope, most, since, now) =>
      db.write(() => {
        const row = due(scope, most, since, now);
        if (!row) return undefined;
        const taken = db.all<{ speaker: Turn['role']; memory: string }>(
          'SELECT speaker, memory FROM host_turns WHERE session_no = ? ORDER BY no',
          row.no,
        );
        forgetTurns(db, row.no);
        const { lastInsertRowid } = db.run(
          'INSERT INTO host_extractions (tenant_id, character_no, host, session, at, turns) VALUES (?, ?, ?, ?, ?, ?)',
          ...[scope.tenantId, row.character_no, row.host, row.session, now, taken.length],
        );
        db.run('DELETE FROM host_extractions WHERE no <= ?', Number(lastInsertRowid) - maxExtractions);
        const turns = taken.map(({ speaker: role, memory: json }) => {
          const { ruleLines, person, ...memory } = JSON.parse(json) as NewMemory &
            Pick<CapturedTurn, 'ruleLines' | 'person'>;
          return { role, memory, ruleLines, person };
        });
        const { host, session, character_id: characterId } = row;
        return { extractionId: String(lastInsertRowid), host, session, characterId, turns };
      }),

    end: (scope, extractionId, outcome, now) =>
      db.write(() => {
        const row = db.get<{ character_no: number; session: string }>(
          'SELECT character_no, session FROM host_extractions WHERE tenant_id = ? AND no = ?',
          ...[scope.tenantId, Number(extractionId)],
        );
        if (!row) return;
        if (outcome === 'unasked') {
          db.run('DELETE FROM host_extractions WHERE no = ?', Number(extractionId));
          return;
        }
        const [kept, fault] = 'fault' in outcome ? [null, outcome.fault] : [outcome.kept, null];
        db.run('UPDATE host_extractions SET kept = ?, fault = ? WHERE no = ?', kept, fault, Number(extractionId));
        if ('fault' in outcome || outcome.clauses.length === 0) return;
        const { session, character_no: characterNo } = row;
        const turn = { tenantId: scope.tenantId, characterNo, session, speaker: 'user', now };
        addCapturedTurn(db, turn, outcome.clauses);
      }),

    begunSince: ({ tenantId }, since) => db.read(() => countSince(db, tenantId, since)),

    list: (scope, limit) =>
      db.read(() =>
        db
          .all<Omit<HostExtraction, 'at'> & { at: number }>(
            `SELECT host_extractions.host, session, at, turns, kept, fault, characters.id AS characterId
             FROM host_extractions JOIN characters ON characters.no = host_extractions.character_no
             WHERE host_extractions.tenant_id = @tenantId AND ${isVisible}
             ORDER BY host_extractions.no DESC LIMIT @limit`,
            { ...caller(scope), limit },
          )
          .map(({ at, kept, fault, ...row }) => {
            return { ...row, at: iso(at), ...(kept !== null && { kept }), ...(fault !== null && { fault }) };
          }),
      ),
  };
}

/** Queues a turn until the end of its session, which it postpones. */
export function keepForHost(
  db: Connection,
  sessionNo: number,
  turns: readonly Omit<CapturedTurn, 'key'>[],
  dueAt: number,
  now: number,
): void {
  db.run('DELETE FROM host_turns WHERE due_at < ?', now - maxWaitMs);
  const sql = 'INSERT INTO host_turns (session_no, speaker, memory, due_at) VALUES (?, ?, ?, ?)';
  for (const { role, memory, ruleLines, person } of turns) {
    db.run(sql, sessionNo, role, JSON.stringify({ ...memory, ruleLines, person }), dueAt);
  }
  db.run('UPDATE host_turns SET due_at = ? WHERE session_no = ?', dueAt, sessionNo);
}

export function forgetTurns(db: Connection, sessionNo: number): void {
  db.run('DELETE FROM host_turns WHERE session_no = ?', sessionNo);
}

function countSince(db: Connection, tenantId: string, since: number): number {
  const sql = 'SELECT count(*) AS begun FROM host_extractions WHERE tenant_id = ? AND at >= ?';
  return db.get<{ begun: number }>(sql, tenantId, since)?.begun ?? 0;
}
