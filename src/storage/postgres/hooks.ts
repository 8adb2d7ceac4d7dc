import {
  type GivenMemory,
  type HookSession,
  type HookState,
  type HookStore,
  isAnswered,
  type NewReceipt,
} from '../../domain/stores/hooks.ts';
import {
  askedOf,
  cursorOf,
  isSameCursor,
  itemKinds,
  keptReceipts,
  keptSessionMs,
  newSession,
  type ReceiptRow,
  receiptOfTurns,
  receiptValues,
  type SessionRow,
  toReceipt,
} from '../rows/hooks.ts';
import { forgottenAtOnce } from '../rows/recalls.ts';
import { characterState, lockCharacter } from './characters/character-rows.ts';
import { nobody } from './directory.ts';
import type { Engine } from './engine.ts';
import { rememberTurns } from './files/captures.ts';
import { addRecall, forgetRecalls } from './recalls.ts';
import { caller, isVisible, requireSeen } from './sharing/access.ts';
import type { Unit } from './unit.ts';

const columns = 'no, transcript, position, head, asked, asked_at';
const selectSession = `SELECT ${columns} FROM hook_sessions
  WHERE tenant_no = $1 AND host = $2 AND session = $3 AND character_no = $4`;

export function hookStore({ db, directory }: Engine): HookStore {
  return {
    async find(scope, session, characterId) {
      const tenantNo = (await directory.tenant(scope.tenantId)) ?? nobody;
      const place = characterId === undefined ? undefined : await directory.locate(scope, characterId);
      return db.read(tenantNo, async (q): Promise<HookState> => {
        const { host, session: name } = session;
        const given = await q.all<GivenMemory>(
          `SELECT characters.id AS "characterId", hook_items.key AS "memoryId" FROM hook_sessions
           JOIN characters ON characters.tenant_no = $1 AND characters.no = hook_sessions.character_no
           JOIN hook_items ON hook_items.tenant_no = $1 AND hook_items.session_no = hook_sessions.no
             AND hook_items.kind = $4
           WHERE hook_sessions.tenant_no = $1 AND hook_sessions.host = $2 AND hook_sessions.session = $3
             AND ${isVisible('$5', '$6')}
           ORDER BY hook_sessions.no, hook_items.key`,
          tenantNo,
          host,
          name,
          itemKinds.given,
          ...caller(scope),
        );
        if (place && characterId !== undefined) await requireSeen(q, place, characterId);
        const row = place && (await q.get<SessionRow>(selectSession, tenantNo, host, name, place.characterNo));
        return row ? { given, cursor: cursorOf(row), asked: askedOf(row) } : { given };
      });
    },

    async recalled(scope, session, { asked, anew, memoryIds, receipt, log }, now) {
      const place = await directory.locate(scope, receipt.characterId);
      const { tenantNo, characterNo } = place;
      return db.write(tenantNo, async (q) => {
        await requireSeen(q, place, receipt.characterId);
        const row = await touch(q, tenantNo, session, characterNo, now);
        if (isAnswered(askedOf(row), asked, now)) return false;
        if (anew) {
          forgetGiven(q, tenantNo, row.no);
          await forgetOld(q, tenantNo, now);
          if (log) await forgetRecalls(q, tenantNo, log.keptSince, forgottenAtOnce);
        }
        if (log?.recall) addRecall(q, tenantNo, log.recall);
        const sql = 'UPDATE hook_sessions SET asked = $3, asked_at = $4 WHERE tenant_no = $1 AND no = $2';
        q.send(sql, tenantNo, row.no, asked, now);
        await addItems(q, tenantNo, row.no, itemKinds.given, memoryIds);
        addReceipt(q, tenantNo, session.host, characterNo, receipt, now);
        return true;
      });
    },

    async captured(scope, session, { from, to, turns, receipt }, now) {
      const { characterId } = receipt;
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      return db.write(tenantNo, async (q) => {
        const [, state] = await Promise.all([lockCharacter(q, place, characterId), characterState(q, characterNo)]);
        const row = await touch(q, tenantNo, session, characterNo, now);
        if (!isSameCursor(cursorOf(row), from)) return undefined;
        q.send(
          'UPDATE hook_sessions SET transcript = $3, position = $4, head = $5 WHERE tenant_no = $1 AND no = $2',
          tenantNo,
          row.no,
          to.path,
          to.position,
          to.head,
        );
        const keys = turns.map(({ key }) => key);
        const added = await addItems(q, tenantNo, row.no, itemKinds.captured, keys);
        // A key that comes twice counts once.
        const fresh = turns.filter(({ key }) => added.delete(key));
        rememberTurns(q, place, state.last_no + 1, fresh, now);
        q.send('UPDATE character_states SET last_no = last_no + $2 WHERE character_no = $1', characterNo, fresh.length);
        const told = receiptOfTurns(receipt, turns.length, fresh.length);
        addReceipt(q, tenantNo, session.host, characterNo, told, now);
        return fresh.length;
      });
    },

    async forget(scope, { host, session }, characterId) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo, characterNo } = place;
      await db.write(tenantNo, async (q) => {
        await requireSeen(q, place, characterId);
        const row = await q.get<SessionRow>(selectSession, tenantNo, host, session, characterNo);
        if (row) forgetGiven(q, tenantNo, row.no);
      });
    },

    async receipts(scope, limit) {
      const tenantNo = (await directory.tenant(scope.tenantId)) ?? nobody;
      const rows = await db.all<ReceiptRow>(
        tenantNo,
        `SELECT hook_receipts.*, characters.id AS character_id FROM hook_receipts
         LEFT JOIN LATERAL (SELECT id FROM characters WHERE characters.tenant_no = $1
           AND characters.no = hook_receipts.character_no AND ${isVisible('$2', '$3')} OFFSET 0) AS characters ON true
         WHERE hook_receipts.tenant_no = $1 AND (hook_receipts.character_no IS NULL OR characters.id IS NOT NULL)
         ORDER BY hook_receipts.no DESC LIMIT $4`,
        tenantNo,
        ...caller(scope),
        limit,
      );
      return rows.map(toReceipt);
    },
  };
}

/** The session's row, made when it is new, and kept from other runs of its hooks until the unit ends. */
async function touch(
  q: Unit,
  tenantNo: number,
  { host, session }: HookSession,
  characterNo: number,
  now: number,
): Promise<SessionRow> {
  const row = await q.get<SessionRow>(
    `INSERT INTO hook_sessions (tenant_no, host, session, character_no, position, head, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (tenant_no, host, session, character_no) DO UPDATE SET seen_at = excluded.seen_at
     RETURNING ${columns}`,
    tenantNo,
    host,
    session,
    characterNo,
    newSession.position,
    newSession.head,
    now,
  );
  return row!;
}

/** Those that are new. */
async function addItems(
  q: Unit,
  tenantNo: number,
  sessionNo: number,
  kind: string,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await q.all<{ key: string }>(
    `INSERT INTO hook_items (tenant_no, session_no, kind, key) SELECT $1, $2, $3, * FROM unnest($4::text[])
     ON CONFLICT (tenant_no, session_no, kind, key) DO NOTHING RETURNING key`,
    tenantNo,
    sessionNo,
    kind,
    [...new Set(keys)],
  );
  return new Set(rows.map(({ key }) => key));
}

function forgetGiven(q: Unit, tenantNo: number, sessionNo: number): void {
  q.send(
    'DELETE FROM hook_items WHERE tenant_no = $1 AND session_no = $2 AND kind = $3',
    tenantNo,
    sessionNo,
    itemKinds.given,
  );
  q.send('UPDATE hook_sessions SET asked = NULL WHERE tenant_no = $1 AND no = $2', tenantNo, sessionNo);
}

async function forgetOld(q: Unit, tenantNo: number, now: number): Promise<void> {
  const old = await q.all<{ no: number }>(
    'SELECT no FROM hook_sessions WHERE tenant_no = $1 AND seen_at < $2 LIMIT 20 FOR UPDATE SKIP LOCKED',
    tenantNo,
    now - keptSessionMs,
  );
  if (old.length === 0) return;
  const nos = old.map(({ no }) => no);
  q.send('DELETE FROM hook_items WHERE tenant_no = $1 AND session_no = ANY($2::bigint[])', tenantNo, nos);
  q.send('DELETE FROM hook_sessions WHERE tenant_no = $1 AND no = ANY($2::bigint[])', tenantNo, nos);
}

function addReceipt(
  q: Unit,
  tenantNo: number,
  host: HookSession['host'],
  characterNo: number,
  receipt: NewReceipt,
  now: number,
): void {
  q.send(
    `INSERT INTO hook_receipts (tenant_no, at, host, event, character_no, given, tokens, captured, left_out)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    tenantNo,
    ...receiptValues(receipt, host, characterNo, now),
  );
  q.send(
    `DELETE FROM hook_receipts WHERE tenant_no = $1 AND no <= (
       SELECT no FROM hook_receipts WHERE tenant_no = $1 ORDER BY no DESC OFFSET $2 LIMIT 1)`,
    tenantNo,
    keptReceipts,
  );
}
