import type { CharacterFields } from '../../../domain/replicated-character.ts';
import {
  type Replica,
  type ReplicaConnection,
  type ReplicaStore,
  shownReasons,
} from '../../../domain/stores/replicas.ts';
import { recording, writeLine, writeMemoryAudit } from '../audit/record.ts';
import { characterRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { lastChange } from '../memories/memory-rows.ts';
import { countWaiting, isAnyWaiting, type ReplicaRow, sentUpTo, waitingChanges } from './outbox.ts';
import { connectedRow, forgetRefusals, refusalStore } from './refusals.ts';
import { settleMemories } from './settle.ts';

interface ConnectionRow {
  no: number;
  url: string;
  store_id: string;
  member: string;
  key_file: string;
  connected_at: number;
  contacted_at: number | null;
  problem: string | null;
  refused_since: number | null;
}

const lease = 'replicas';

export function replicaStore(engine: Engine): ReplicaStore {
  const { db } = engine;
  return {
    list: (now, isPoll = false) =>
      db.read(() =>
        db
          .all<ConnectionRow>('SELECT * FROM connections ORDER BY url')
          .map((row) => toConnection(db, row, now, isPoll)),
      ),

    connect: (scope, { url, storeId, member, keyFile }, characters, now) =>
      db.write(() => {
        db.run(
          `INSERT INTO connections (url, store_id, member, key_file, connected_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (url) DO UPDATE SET member = excluded.member, key_file = excluded.key_file, problem = NULL, refused_since = NULL`,
          ...[url, storeId, member, keyFile, now],
        );
        for (const { characterId, remoteId } of characters) {
          const character = characterRow(db, scope, characterId);
          db.run(
            `INSERT INTO replicas (character_no, connection_no, remote_id)
             SELECT ?, no, ? FROM connections WHERE url = ?
             ON CONFLICT (character_no) DO UPDATE SET problem = NULL, refused_since = NULL`,
            ...[character.no, remoteId, url],
          );
          forgetRefusals(db, character.no);
          writeLine(db, scope, { character }, 'OK', now);
        }
      }),

    disconnect: (scope, characterIds, now) =>
      db.write(() => {
        for (const characterId of characterIds) {
          const character = characterRow(db, scope, characterId);
          const ofCharacter = 'memory_no IN (SELECT no FROM memories WHERE character_no = ?)';
          for (const table of ['replica_memories', 'replica_refusals']) {
            db.run(`DELETE FROM ${table} WHERE ${ofCharacter}`, character.no);
          }
          db.run('DELETE FROM replicas WHERE character_no = ?', character.no);
          writeLine(db, scope, { character }, 'OK', now);
        }
        db.run('DELETE FROM connections WHERE no NOT IN (SELECT connection_no FROM replicas)');
      }),

    note: (url, { contactedAt, problem, refusedSince }) =>
      db.write(() => {
        db.run(
          `UPDATE connections SET contacted_at = coalesce(?, contacted_at), problem = ?, refused_since = ? WHERE url = ?`,
          ...[contactedAt ?? null, problem ?? null, refusedSince ?? null, url],
        );
      }),

    noteCharacter: (characterId, { problem, refusedSince }) =>
      db.write(() => {
        db.run(
          `UPDATE replicas SET problem = ?, refused_since = ?
           WHERE character_no = (SELECT no FROM characters WHERE id = ?)`,
          ...[problem ?? null, refusedSince ?? null, characterId],
        );
      }),

    keep: (scope, characterId, keeps, now) =>
      db.write(() => {
        const character = characterRow(db, scope, characterId);
        const { character_no: no } = connectedRow(db, character);
        db.run('UPDATE replicas SET keeps = ? WHERE character_no = ?', Number(keeps), no);
        writeLine(db, scope, { character }, 'OK', now);
      }),

    ...refusalStore(engine),

    outbox: (scope, characterId, limit, now) =>
      db.read(() => {
        const replica = replicaRow(db, characterRow(db, scope, characterId).no);
        return {
          changes: waitingChanges(db, replica, limit, now),
          after: replica.position ?? undefined,
          base: replica.base === null ? undefined : (JSON.parse(replica.base) as CharacterFields),
        };
      }),

    isWaiting: (characterId, now) =>
      db.read(() => {
        const row = db.get<ReplicaRow>(
          'SELECT replicas.* FROM replicas JOIN characters ON no = character_no WHERE id = ?',
          characterId,
        );
        return row !== undefined && isAnyWaiting(db, row, now);
      }),

    settle: (scope, characterId, settlement, now) =>
      db.write(() => {
        const character = characterRow(db, scope, characterId);
        if (replicaRow(db, character.no).position !== (settlement.asked ?? null)) return;
        const recorder = recording({ changedBy: 'replica', kind: 'system', now });
        settleMemories(engine, character.no, settlement, recorder);
        db.run(
          'UPDATE replicas SET position = ?, sent_no = ? WHERE character_no = ?',
          settlement.after ?? null,
          sentUpTo(db, character.no, lastChange(db)),
          character.no,
        );
        writeMemoryAudit(db, scope, recorder, character);
      }),

    setBase: (characterId, base) =>
      db.write(() => {
        db.run(
          'UPDATE replicas SET base = ? WHERE character_no = (SELECT no FROM characters WHERE id = ?)',
          JSON.stringify(base),
          characterId,
        );
      }),

    claim: (holder, until, now, what = lease) =>
      db.write(() => {
        const taken = db.run(
          `INSERT INTO leases (name, holder, until) VALUES (@what, @holder, @until)
           ON CONFLICT (name) DO UPDATE SET holder = @holder, until = @until
           WHERE leases.holder = @holder OR leases.until <= @now`,
          { what, holder, now, until },
        );
        return taken.changes > 0;
      }),

    isLeft: (now) =>
      db.read(() => {
        const sql =
          'SELECT 1 FROM connections WHERE NOT EXISTS (SELECT 1 FROM leases WHERE name = ? AND until > ?) LIMIT 1';
        return db.get(sql, lease, now) !== undefined;
      }),

    release: (holder, what = lease) =>
      db.write(() => {
        db.run('DELETE FROM leases WHERE name = ? AND holder = ?', what, holder);
      }),
  };
}

function replicaRow(db: Connection, characterNo: number): ReplicaRow {
  const row = db.get<ReplicaRow>('SELECT * FROM replicas WHERE character_no = ?', characterNo);
  if (!row) throw new Error(`character ${characterNo} is no replica`);
  return row;
}

function toConnection(db: Connection, row: ConnectionRow, now: number, isPoll: boolean): ReplicaConnection {
  const replicas = db.all<ReplicaRow & { id: string; name: string }>(
    `SELECT replicas.*, characters.id, characters.name FROM replicas JOIN characters ON no = character_no
     WHERE connection_no = ? ORDER BY characters.name`,
    row.no,
  );
  return {
    url: row.url,
    storeId: row.store_id,
    member: row.member,
    keyFile: row.key_file,
    connectedAt: row.connected_at,
    ...(row.contacted_at !== null && { contactedAt: row.contacted_at }),
    ...(row.problem !== null && { problem: row.problem }),
    ...(row.refused_since !== null && { refusedSince: row.refused_since }),
    replicas: replicas.map((one) => ({
      ...toReplica(one),
      ...(isPoll ? polled(db, one, now) : counted(db, one, now)),
    })),
  };
}

type Counts = Pick<Replica, 'waiting' | 'refused' | 'reasons'>;

function toReplica(row: ReplicaRow & { id: string; name: string }): Omit<Replica, keyof Counts> {
  return {
    characterId: row.id,
    name: row.name,
    remoteId: row.remote_id,
    ...(row.problem !== null && { problem: row.problem }),
    ...(row.refused_since !== null && { refusedSince: row.refused_since }),
    keeps: row.keeps === 1,
  };
}

function polled(db: Connection, row: ReplicaRow, now: number): Counts {
  return { waiting: Number(isAnyWaiting(db, row, now)), refused: 0, reasons: [] };
}

function counted(db: Connection, row: ReplicaRow, now: number): Counts {
  const reasons = db.all<Replica['reasons'][number]>(
    `SELECT reason, count(*) AS memories FROM replica_refusals CROSS JOIN memories ON memories.no = memory_no
     WHERE character_no = ? GROUP BY reason ORDER BY memories DESC, reason`,
    row.character_no,
  );
  return {
    waiting: countWaiting(db, row, now),
    refused: reasons.reduce((sum, { memories }) => sum + memories, 0),
    reasons: reasons.slice(0, shownReasons),
  };
}
