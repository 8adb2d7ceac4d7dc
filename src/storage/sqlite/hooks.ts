import type { Scope } from '../../domain/principal.ts';
import {
  type AskedPrompt,
  type HookReceipt,
  type HookSession,
  type HookState,
  type HookStore,
  isAnswered,
  type NewReceipt,
  type TranscriptCursor,
} from '../../domain/stores/hooks.ts';
import { iso } from '../../domain/text.ts';
import { forgottenAtOnce } from '../rows/recalls.ts';
import { capturedTurns } from './captured-turns.ts';
import { characterRow, writableRow } from './characters/character-rows.ts';
import type { Connection } from './connection.ts';
import { rememberTurn } from './files/captures.ts';
import { addItem, addTurn, givenIn, isSaid, itemKinds } from './hook-items.ts';
import { forgetTurns, keepForHost } from './host-extractions.ts';
import { addRecall, forgetRecalls } from './recalls.ts';
import { caller, isVisible } from './sharing/access.ts';

/** How many receipts of a tenant are stored. */
const maxReceipts = 1_000;
/** How long a session's record of notes and captures is stored after its last use (ms). */
const itemRetentionMs = 90 * 24 * 60 * 60_000;
/** The same for its cursor: a transcript that was read must not be imported again. */
const sessionRetentionMs = 730 * 24 * 60 * 60_000;

/** How many of the latest memories are searched for those of a running session. */
const latestCounted = 200;

/** A row of `hook_sessions`. */
interface SessionRow {
  no: number;
  transcript: string | null;
  position: number;
  head: string;
  asked: string | null;
  asked_at: number | null;
}

/** A session without a cursor and without answers. */
const newSession = { transcript: null, position: 0, head: '', asked: null, asked_at: null };

function askedOf({ asked, asked_at: at }: Pick<SessionRow, 'asked' | 'asked_at'>): AskedPrompt | undefined {
  return asked === null || at === null ? undefined : { key: asked, at };
}

function cursorOf({
  transcript,
  position,
  head,
}: Pick<SessionRow, 'transcript' | 'position' | 'head'>): TranscriptCursor | undefined {
  return transcript === null ? undefined : { path: transcript, position, head };
}

function isSameCursor(one: TranscriptCursor | undefined, other: TranscriptCursor | undefined): boolean {
  return one?.path === other?.path && one?.position === other?.position && one?.head === other?.head;
}

/** The receipt of a run that captured `given` turns, of which `fresh` were new. */
function receiptOfTurns(receipt: NewReceipt, given: number, fresh: number): NewReceipt {
  const repeated = given - fresh;
  return { ...receipt, captured: fresh, leftOut: { ...receipt.leftOut, ...(repeated > 0 && { repeated }) } };
}

/** A row of `hook_receipts` with the id of its character. */
interface ReceiptRow {
  at: number;
  host: HookSession['host'];
  event: string;
  character_id: string | null;
  given: number;
  tokens: number;
  captured: number;
  left_out: string;
}

/** at, host, event, character_no, given, tokens, captured, left_out. */
function receiptValues(
  { host, event, given, tokens, captured, leftOut }: NewReceipt,
  { host: usual }: HookSession,
  characterNo: number,
  now: number,
) {
  return [now, host ?? usual, event, characterNo, given, tokens, captured, JSON.stringify(leftOut)] as const;
}

function toReceipt(row: ReceiptRow): HookReceipt {
  const { host, event, tokens } = row;
  return {
    at: iso(row.at),
    host,
    event,
    ...(row.character_id !== null && { characterId: row.character_id }),
    given: row.given,
    tokens,
    captured: row.captured,
    leftOut: JSON.parse(row.left_out) as HookReceipt['leftOut'],
  };
}

export function hookStore(db: Connection): HookStore {
  return {
    ...capturedTurns(db),

    find: (scope, session, characterId) =>
      db.read((): HookState => {
        const given = givenIn(db, scope, session);
        const characterNo = characterId && characterRow(db, scope, characterId).no;
        const row = characterNo && find(db, scope, session, characterNo);
        if (!row) return { given, own: [] };
        const own = capturedIn(db, session, characterNo, begunAt(db, row.no)).map(({ id }) => id);
        return { given, own, cursor: cursorOf(row), asked: askedOf(row) };
      }),

    recalled: (scope, session, { asked, restarts, memoryIds, also = [], receipt, log }, now) =>
      db.write(() => {
        const { no: characterNo } = characterRow(db, scope, receipt.characterId);
        const row = touch(db, scope, session, characterNo, now);
        if (isAnswered(askedOf(row), asked, now)) return false;
        const others = also.map(({ characterId, ...of }) => {
          const { no } = touch(db, scope, session, characterRow(db, scope, characterId).no, now);
          return { ...of, no };
        });
        const all = [{ memoryIds, recall: log?.recall, no: row.no }, ...others];
        if (restarts) {
          for (const { no } of all) forgetGiven(db, no, now);
          forgetOld(db, now);
          if (log) forgetRecalls(db, scope.tenantId, log.keptSince, forgottenAtOnce);
        }
        db.run('UPDATE hook_sessions SET asked = ?, asked_at = ? WHERE no = ?', asked, now, row.no);
        for (const { no, memoryIds: ids, recall } of all) {
          if (recall) addRecall(db, scope.tenantId, recall);
          for (const id of ids) addItem(db, no, itemKinds.given, id);
        }
        addReceipt(db, scope, session, characterNo, receipt, now);
        return true;
      }),

    captured: (scope, session, { from, to, turns, isExtracted, overAt, receipt }, now) =>
      db.write(() => {
        const { no: characterNo } = writableRow(db, scope, receipt.characterId);
        const row = touch(db, scope, session, characterNo, now);
        if (!isSameCursor(cursorOf(row), from)) return undefined;
        const sql = 'UPDATE hook_sessions SET transcript = ?, position = ?, head = ? WHERE no = ?';
        db.run(sql, to.path, to.position, to.head, row.no);
        const fresh = turns.filter((turn) => addTurn(db, row.no, characterNo, turn));
        if (!isExtracted) for (const turn of fresh) rememberTurn(db, characterNo, turn, now);
        if (overAt !== undefined) keepForHost(db, row.no, fresh, overAt, now);
        addReceipt(db, scope, session, characterNo, receiptOfTurns(receipt, turns.length, fresh.length), now);
        return fresh.length;
      }),

    notCaptured: (scope, session, characterId, turns) =>
      db.read(() => {
        const { no: characterNo } = characterRow(db, scope, characterId);
        const row = find(db, scope, session, characterNo);
        const sql = 'SELECT key FROM hook_items WHERE session_no = ? AND kind = ?';
        const known = row ? db.all<{ key: string }>(sql, row.no, itemKinds.captured) : [];
        const captured = new Set(known.map(({ key }) => key));
        const fresh = turns.filter((turn) => !captured.has(turn.key) && !isSaid(db, characterNo, turn.said));
        return new Set(fresh.map(({ key }) => key));
      }),

    counts: (scope, session, characterId) =>
      db.read(() => {
        const { no: characterNo } = characterRow(db, scope, characterId);
        const row = find(db, scope, session, characterNo);
        const items = `SELECT count(DISTINCT substr(key, 1, instr(key || '@', '@') - 1)) AS given
          FROM hook_items WHERE session_no = ? AND kind = ?`;
        const { given = 0 } = (row && db.get<{ given: number }>(items, row.no, itemKinds.given)) || {};
        const times = capturedIn(db, session, characterNo, 0).map((one) => one.created_at);
        return { given, kept: times.length, ...(times.length > 0 && { keptAt: Math.max(...times) }) };
      }),

    forget: (scope, session, characterId, now) =>
      db.write(() => {
        const row = find(db, scope, session, characterRow(db, scope, characterId).no);
        if (row) forgetGiven(db, row.no, now);
      }),

    receipts: (scope, limit) =>
      db.read(() =>
        db
          .all<ReceiptRow>(
            `SELECT hook_receipts.*, characters.id AS character_id FROM hook_receipts
             LEFT JOIN characters ON characters.no = hook_receipts.character_no
             WHERE hook_receipts.tenant_id = @tenantId AND (hook_receipts.character_no IS NULL OR ${isVisible})
             ORDER BY hook_receipts.no DESC LIMIT @limit`,
            { ...caller(scope), limit },
          )
          .map(toReceipt),
      ),
  };
}

function find(
  db: Connection,
  { tenantId }: Scope,
  { host, session }: HookSession,
  characterNo: number,
): SessionRow | undefined {
  const sql = `SELECT no, transcript, position, head, asked, asked_at FROM hook_sessions
    WHERE tenant_id = ? AND host = ? AND session = ? AND character_no = ?`;
  return db.get<SessionRow>(sql, tenantId, host, session, characterNo);
}

/** The session's row, upserted. */
function touch(db: Connection, scope: Scope, session: HookSession, characterNo: number, now: number): SessionRow {
  const known = find(db, scope, session, characterNo);
  if (known) {
    db.run('UPDATE hook_sessions SET seen_at = ? WHERE no = ?', now, known.no);
    return known;
  }
  const sql = `INSERT INTO hook_sessions (tenant_id, host, session, character_no, position, head, seen_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`;
  const { position, head } = newSession;
  const key = [scope.tenantId, session.host, session.session, characterNo];
  const { lastInsertRowid } = db.run(sql, ...key, position, head, now);
  return { no: Number(lastInsertRowid), ...newSession };
}

/** The memories of a session since a time (ms), among the character's latest. */
function capturedIn(db: Connection, { session }: HookSession, characterNo: number, since: number) {
  const sql = `SELECT id, session_id, created_at FROM memories WHERE character_no = ? AND state = 'ACTIVE'
    ORDER BY occurred_at DESC LIMIT ?`;
  return db
    .all<{ id: string; session_id: string | null; created_at: number }>(sql, characterNo, latestCounted)
    .filter((one) => one.session_id === session && one.created_at > since);
}

/** When the session's present model context was made (ms). */
function begunAt(db: Connection, sessionNo: number): number {
  const sql = 'SELECT key FROM hook_items WHERE session_no = ? AND kind = ?';
  return Number(db.get<{ key: string }>(sql, sessionNo, itemKinds.begun)?.key ?? 0);
}

function forgetGiven(db: Connection, sessionNo: number, now: number): void {
  db.run('DELETE FROM hook_items WHERE session_no = ? AND kind IN (?, ?)', sessionNo, itemKinds.given, itemKinds.begun);
  addItem(db, sessionNo, itemKinds.begun, String(now));
  db.run('UPDATE hook_sessions SET asked = NULL WHERE no = ?', sessionNo);
}

function forgetOld(db: Connection, now: number): void {
  const before = (time: number, more = '') =>
    db.all<{ no: number }>(`SELECT no FROM hook_sessions WHERE seen_at < ? ${more} LIMIT 20`, time);
  const hasItems = 'AND EXISTS (SELECT 1 FROM hook_items WHERE session_no = hook_sessions.no)';
  for (const { no } of before(now - itemRetentionMs, hasItems))
    db.run('DELETE FROM hook_items WHERE session_no = ?', no);
  for (const { no } of before(now - sessionRetentionMs)) {
    db.run('DELETE FROM hook_items WHERE session_no = ?', no);
    forgetTurns(db, no);
    db.run('DELETE FROM hook_sessions WHERE no = ?', no);
  }
}

function addReceipt(
  db: Connection,
  scope: Scope,
  session: HookSession,
  characterNo: number,
  receipt: NewReceipt,
  now: number,
): void {
  const { lastInsertRowid } = db.run(
    `INSERT INTO hook_receipts (tenant_id, at, host, event, character_no, given, tokens, captured, left_out)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    scope.tenantId,
    ...receiptValues(receipt, session, characterNo, now),
  );
  db.run('DELETE FROM hook_receipts WHERE no <= ?', Number(lastInsertRowid) - maxReceipts);
}
