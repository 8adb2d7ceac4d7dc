import { type CapturedClause, type CaptureVerdict, captureName } from '../../domain/captured-clause.ts';
import type { Memory } from '../../domain/memory.ts';
import type { CapturedTurnReceipt, HookStore } from '../../domain/stores/hooks.ts';
import { iso } from '../../domain/text.ts';
import type { Turn } from '../../domain/turn.ts';
import { writeLine } from './audit/record.ts';
import { characterRow, writableRow } from './characters/character-rows.ts';
import type { Connection } from './connection.ts';
import { caller, isVisible } from './sharing/access.ts';

/** How many turns of a tenant have receipts, and how many of a character's latest turns count for verdicts. */
const maxStoredTurns = 1_000;
const judgedTurns = 300;

/** A row of `captured_turns` with the id of its character, and the host of its session. */
interface TurnRow {
  no: number;
  at: number;
  session: string;
  speaker: Turn['role'];
  clauses: string;
  character_id: string;
  host: string | null;
}

const selectTurns = `
  SELECT captured_turns.*, characters.id AS character_id, (
      SELECT host FROM hook_sessions WHERE hook_sessions.tenant_id = captured_turns.tenant_id
        AND hook_sessions.session = captured_turns.session AND hook_sessions.character_no = captured_turns.character_no
    ) AS host
  FROM captured_turns JOIN characters ON characters.no = captured_turns.character_no
  WHERE captured_turns.tenant_id = @tenantId AND ${isVisible}`;

/** Whether a statement of the turn, about its user, went to the memory of another character. */
const storesElsewhere = `instr(clauses, '"characterId":"' || @characterId || '"') > 0`;

/** The record of captured turns, a part of the store of hooks. */
export function capturedTurns(
  db: Connection,
): Pick<HookStore, 'turns' | 'turn' | 'clauseKept' | 'verdicts' | 'forgetVerdicts'> {
  return {
    turns: (scope, { session, characterId, before, limit }) =>
      db.read(() => {
        const among = [
          session === undefined ? '' : ' AND session = @session',
          characterId === undefined ? '' : ` AND (characters.id = @characterId OR ${storesElsewhere})`,
          before === undefined ? '' : ' AND captured_turns.no < @before',
        ].join('');
        const asked = {
          ...caller(scope),
          limit,
          ...(session !== undefined && { session }),
          ...(characterId !== undefined && { characterId }),
          ...(before !== undefined && { before }),
        };
        const sql = `${selectTurns}${among} ORDER BY captured_turns.no DESC LIMIT @limit`;
        return db.all<TurnRow>(sql, asked).map((row) => toReceipt(db, row));
      }),

    turn: (scope, turnId) =>
      db.read(() => {
        const sql = `${selectTurns} AND captured_turns.no = @no`;
        const row = db.get<TurnRow>(sql, { ...caller(scope), no: Number(turnId) });
        return row && toReceipt(db, row);
      }),

    clauseKept: (scope, characterId, turnId, position, memoryId) =>
      db.write(() => {
        const { no } = writableRow(db, scope, characterId);
        change(db, no, Number(turnId), (clauses) =>
          clauses.map((one, i) => (i === position ? { ...one, memoryId } : one)),
        );
      }),

    verdicts: (scope, characterId) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        return db
          .all<{
            kind: CaptureVerdict['kind'];
            outcome: CapturedClause['outcome'];
            state: Memory['state'];
            by: string;
          }>(
            `SELECT clause.value ->> 'kind' AS kind, clause.value ->> 'outcome' AS outcome, state, changed_by AS by
             FROM (SELECT no, clauses FROM captured_turns WHERE character_no = ? ORDER BY no DESC LIMIT ${judgedTurns}) AS turn
             CROSS JOIN json_each(turn.clauses) AS clause
             CROSS JOIN memories ON memories.id = clause.value ->> 'memoryId'
             CROSS JOIN revisions ON revisions.memory_no = memories.no AND revisions.revision = memories.revision
               AND (moved IS NULL OR state <> 'DELETED')
             WHERE clause.value ->> 'kind' IS NOT NULL AND clause.value ->> 'outcome' <> 'known'
               AND clause.value ->> 'isForgotten' IS NULL AND state <> 'PROPOSED'
             ORDER BY turn.no DESC, clause.key DESC`,
            no,
          )
          .flatMap(({ kind, outcome, state, by }): CaptureVerdict[] => {
            const isDeleted = state === 'DELETED';
            // Dropped for newer proposals: not a verdict of the user.
            if (isDeleted && by === captureName) return [];
            return [{ kind, outcome: outcome === 'proposed' ? 'proposed' : 'kept', isRejected: isDeleted }];
          });
      }),

    forgetVerdicts: (scope, characterId, kind, now) =>
      db.write(() => {
        const character = writableRow(db, scope, characterId);
        const { no } = character;
        for (const turn of db.all<{ no: number }>('SELECT no FROM captured_turns WHERE character_no = ?', no)) {
          change(db, no, turn.no, (clauses) =>
            clauses.some((one) => one.kind === kind && one.memoryId !== undefined)
              ? clauses.map((one) => (one.kind === kind ? { ...one, isForgotten: true } : one))
              : undefined,
          );
        }
        writeLine(db, scope, { character }, 'OK', now);
      }),
  };
}

/** Stores the outcome of a turn. */
export function addCapturedTurn(
  db: Connection,
  turn: { tenantId: string; characterNo: number; session: string; speaker: string; now: number },
  clauses: readonly CapturedClause[],
): void {
  const { lastInsertRowid } = db.run(
    'INSERT INTO captured_turns (tenant_id, character_no, at, session, speaker, clauses) VALUES (?, ?, ?, ?, ?, ?)',
    turn.tenantId,
    turn.characterNo,
    turn.now,
    turn.session,
    turn.speaker,
    JSON.stringify(clauses),
  );
  db.run('DELETE FROM captured_turns WHERE no <= ?', Number(lastInsertRowid) - maxStoredTurns);
}

function change(
  db: Connection,
  characterNo: number,
  turnNo: number,
  to: (clauses: CapturedClause[]) => CapturedClause[] | undefined,
): void {
  const sql = 'SELECT clauses FROM captured_turns WHERE no = ? AND character_no = ?';
  const row = db.get<Pick<TurnRow, 'clauses'>>(sql, turnNo, characterNo);
  const clauses = row && to(JSON.parse(row.clauses) as CapturedClause[]);
  if (clauses) db.run('UPDATE captured_turns SET clauses = ? WHERE no = ?', JSON.stringify(clauses), turnNo);
}

function toReceipt(db: Connection, row: TurnRow): CapturedTurnReceipt {
  const clauses = JSON.parse(row.clauses) as CapturedClause[];
  const ids = clauses.flatMap(({ memoryId }) => memoryId ?? []);
  const states = new Map(
    db
      .all<Pick<Memory, 'id' | 'state'>>(
        "SELECT id, state FROM memories WHERE id IN (SELECT value FROM json_each(?)) ORDER BY state = 'ACTIVE'",
        JSON.stringify(ids),
      )
      .map(({ id, state }) => [id, state]),
  );
  return {
    id: String(row.no),
    at: iso(row.at),
    ...(row.host !== null && { host: row.host }),
    session: row.session,
    characterId: row.character_id,
    speaker: row.speaker,
    clauses: clauses.map((one) => ({
      ...one,
      state: one.memoryId === undefined ? undefined : states.get(one.memoryId),
    })),
  };
}
