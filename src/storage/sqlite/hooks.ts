import type { HookSession, HookStore, NewReceipt } from '../../domain/hook-store.ts';
import type { Scope } from '../../domain/principal.ts';
import {
  cursorOf,
  isSameCursor,
  itemKinds,
  keptReceipts,
  keptSessionMs,
  newSession,
  type ReceiptRow,
  receiptOfTurns,
  type SessionRow,
  toReceipt,
} from '../rows/hooks.ts';
import { characterRow, writableRow } from './character-rows.ts';
import type { Connection } from './connection.ts';
import { rememberTurn } from './files/captures.ts';

export function hookStore(db: Connection): HookStore {
  return {
    find: (scope, session) =>
      db.read(() => {
        const row = find(db, scope, session);
        if (!row) return { given: [] };
        const items = db.all<{ key: string }>(
          'SELECT key FROM hook_items WHERE session_no = ? AND kind = ?',
          row.no,
          itemKinds.given,
        );
        return { given: items.map(({ key }) => key), cursor: cursorOf(row) };
      }),

    recalled: (scope, session, { anew, memoryIds, receipt }, now) =>
      db.write(() => {
        const { no } = touch(db, scope, session, now);
        if (anew) {
          forgetGiven(db, no);
          forgetOld(db, now);
        }
        for (const id of memoryIds) addItem(db, no, itemKinds.given, id);
        addReceipt(db, scope, session.host, receipt, now);
      }),

    captured: (scope, session, { characterId, from, to, turns, receipt }, now) =>
      db.write(() => {
        const { no: characterNo } = writableRow(db, scope, characterId);
        const row = touch(db, scope, session, now);
        if (!isSameCursor(cursorOf(row), from)) return undefined;
        const sql = 'UPDATE hook_sessions SET transcript = ?, position = ?, head = ? WHERE no = ?';
        db.run(sql, to.path, to.position, to.head, row.no);
        const fresh = turns.filter(({ key }) => addItem(db, row.no, itemKinds.captured, key));
        for (const turn of fresh) rememberTurn(db, characterNo, turn, now);
        addReceipt(db, scope, session.host, receiptOfTurns(receipt, turns.length, fresh.length), now);
        return fresh.length;
      }),

    forget: (scope, session) =>
      db.write(() => {
        const row = find(db, scope, session);
        if (row) forgetGiven(db, row.no);
      }),

    receipts: (scope, limit) =>
      db.read(() =>
        db
          .all<ReceiptRow>(
            `SELECT hook_receipts.*, characters.id AS character_id FROM hook_receipts
             LEFT JOIN characters ON characters.no = hook_receipts.character_no
             WHERE hook_receipts.tenant_id = ? ORDER BY hook_receipts.no DESC LIMIT ?`,
            scope.tenantId,
            limit,
          )
          .map(toReceipt),
      ),
  };
}

function find(db: Connection, { tenantId }: Scope, { host, session }: HookSession): SessionRow | undefined {
  const sql =
    'SELECT no, transcript, position, head FROM hook_sessions WHERE tenant_id = ? AND host = ? AND session = ?';
  return db.get<SessionRow>(sql, tenantId, host, session);
}

/** The session's row, made when it is new. */
function touch(db: Connection, scope: Scope, session: HookSession, now: number): SessionRow {
  const known = find(db, scope, session);
  if (known) {
    db.run('UPDATE hook_sessions SET seen_at = ? WHERE no = ?', now, known.no);
    return known;
  }
  const sql =
    "INSERT INTO hook_sessions (tenant_id, host, session, position, head, seen_at) VALUES (?, ?, ?, 0, '', ?)";
  const { lastInsertRowid } = db.run(sql, scope.tenantId, session.host, session.session, now);
  return { no: Number(lastInsertRowid), ...newSession };
}

/** Whether it is new. */
function addItem(db: Connection, sessionNo: number, kind: string, key: string): boolean {
  const sql = 'INSERT INTO hook_items (session_no, kind, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
  return db.run(sql, sessionNo, kind, key).changes > 0;
}

function forgetGiven(db: Connection, sessionNo: number): void {
  db.run('DELETE FROM hook_items WHERE session_no = ? AND kind = ?', sessionNo, itemKinds.given);
}

function forgetOld(db: Connection, now: number): void {
  for (const { no } of db.all<{ no: number }>(
    'SELECT no FROM hook_sessions WHERE seen_at < ? LIMIT 20',
    now - keptSessionMs,
  )) {
    db.run('DELETE FROM hook_items WHERE session_no = ?', no);
    db.run('DELETE FROM hook_sessions WHERE no = ?', no);
  }
}

function addReceipt(db: Connection, scope: Scope, host: string, receipt: NewReceipt, now: number): void {
  const { event, characterId, given: count, tokens, captured: turns, leftOut } = receipt;
  const characterNo = characterId === undefined ? null : characterRow(db, scope, characterId).no;
  const { lastInsertRowid } = db.run(
    `INSERT INTO hook_receipts (tenant_id, at, host, event, character_no, given, tokens, captured, left_out)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    scope.tenantId,
    now,
    host,
    event,
    characterNo,
    count,
    tokens,
    turns,
    JSON.stringify(leftOut),
  );
  db.run('DELETE FROM hook_receipts WHERE no <= ?', Number(lastInsertRowid) - keptReceipts);
}
