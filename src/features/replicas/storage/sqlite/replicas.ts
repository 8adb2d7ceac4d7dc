import { ServiceError } from '../../../../domain/errors.ts';
import { Analyses } from '../../../../search/index/analyses.ts';
import { sentTexts } from '../../../../storage/rows/changed-texts.ts';
import { recording, writeLine, writeMemoryAudit } from '../../../../storage/sqlite/audit/record.ts';
import { nobody } from '../../../../storage/sqlite/change-counts.ts';
import { type CharacterRow, characterRow } from '../../../../storage/sqlite/characters/character-rows.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import { storeIdOf } from '../../../../storage/sqlite/disk/identity.ts';
import type { Engine } from '../../../../storage/sqlite/engine.ts';
import { takeLease } from '../../../../storage/sqlite/leases.ts';
import { lastChange } from '../../../../storage/sqlite/memories/memory-rows.ts';
import type { CharacterFields } from '../../domain/replicated-character.ts';
import { maxErased } from '../../domain/replication.ts';
import type { BundleNumbers, ReplicaStore } from '../replica-store.ts';
import { type ConnectionRow, storeConnection, toConnection } from './connection-rows.ts';
import { endReplica } from './ending.ts';
import { isAnyWaiting, type ReplicaRow, sentUpTo, waitingChanges } from './outbox.ts';
import { recallsToSend } from './recall-counts.ts';
import { connectedRow, forgetRefusals, refusalStore } from './refusals.ts';
import { erasedAfter } from './replication.ts';
import { restart } from './restart.ts';
import { settleMemories } from './settle.ts';

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

    connect: (scope, connection, characters, now) =>
      db.write(() => {
        const { url } = connection;
        storeConnection(db, connection, now);
        for (const { characterId, remoteId } of characters) {
          const character = characterRow(db, scope, characterId);
          requireFree(db, character, url);
          db.run(
            `INSERT INTO replicas (character_no, connection_no, remote_id)
             SELECT ?, no, ? FROM connections WHERE url = ?
             ON CONFLICT (character_no) DO UPDATE SET problem = NULL, refused_since = NULL,
               remote_id = CASE WHEN position IS NULL THEN excluded.remote_id ELSE remote_id END`,
            ...[character.no, remoteId, url],
          );
          forgetRefusals(db, character.no);
          writeLine(db, scope, { character }, 'OK', now);
        }
      }),

    decide: (scope, connection, characterIds, now) =>
      db.write(() => {
        storeConnection(db, connection, now);
        for (const characterId of characterIds) {
          const character = characterRow(db, scope, characterId);
          requireFree(db, character, connection.url, true);
          const sql = `INSERT INTO decided_characters (character_no, connection_no)
            SELECT ?, no FROM connections WHERE url = ? ON CONFLICT DO NOTHING`;
          db.run(sql, character.no, connection.url);
          writeLine(db, scope, { character }, 'OK', now);
        }
      }),

    serverOf: (characterId) => db.read(() => serverOf(db, characterId)),

    bundles: (url, storeId) =>
      db.read(() => {
        const sql = `SELECT read_number AS read, written_number AS written FROM bundles
          WHERE connection_no = (SELECT no FROM connections WHERE url = ?) AND store_id = ?`;
        return db.get<BundleNumbers>(sql, url, storeId) ?? { read: 0, written: 0 };
      }),

    noteBundles: (url, storeId, { read = 0, written = 0, machine = null, heardAt = null }) =>
      db.write(() => {
        db.run(
          `INSERT INTO bundles (connection_no, store_id, read_number, written_number, machine, heard_at)
           SELECT no, @storeId, @read, @written, @machine, @heardAt FROM connections WHERE url = @url
           ON CONFLICT DO UPDATE SET read_number = max(read_number, @read), written_number = max(written_number, @written),
             machine = coalesce(@machine, machine), heard_at = coalesce(@heardAt, heard_at)`,
          { url, storeId, read, written, machine, heardAt },
        );
      }),

    disconnect: (scope, characterIds, now) =>
      db.write(() => {
        for (const characterId of characterIds) {
          const character = characterRow(db, scope, characterId);
          endReplica(db, character.no);
          writeLine(db, scope, { character }, 'OK', now);
        }
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

    recalls: (scope, characterId) =>
      db.read(() => recallsToSend(db, replicaRow(db, characterRow(db, scope, characterId).no))),

    erasures: (scope, characterId) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const { erased_no: after, told_no: told } = replicaRow(db, no);
        return { replica: storeIdOf(db.sqlite), after, ...erasedAfter(db, no, told, maxErased) };
      }),

    noteErasures: (characterId, { erased, told }) =>
      db.write(() => {
        db.run(
          `UPDATE replicas SET erased_no = coalesce(?, erased_no), told_no = coalesce(?, told_no)
           WHERE character_no = (SELECT no FROM characters WHERE id = ?)`,
          ...[erased ?? null, told ?? null, characterId],
        );
      }),

    isWaiting: (characterId, now) =>
      db.read(() => {
        const row = db.get<ReplicaRow>(
          'SELECT replicas.* FROM replicas JOIN characters ON no = character_no WHERE id = ?',
          characterId,
        );
        return row !== undefined && isAnyWaiting(db, row, now);
      }),

    async settle(scope, characterId, settlement, now) {
      const analyses = await Analyses.of(sentTexts(settlement.revisions));
      return db.write(() => {
        const character = characterRow(db, scope, characterId);
        if (replicaRow(db, character.no).position !== (settlement.asked ?? null)) return;
        const recorder = recording({ changedBy: 'replica', kind: 'system', now });
        settleMemories(engine, character.no, settlement, recorder, { analyses });
        db.run(
          'UPDATE replicas SET position = ?, sent_no = ?, recalls_no = coalesce(?, recalls_no) WHERE character_no = ?',
          settlement.after ?? null,
          sentUpTo(db, character.no, lastChange(db)),
          settlement.recallsUpTo ?? null,
          character.no,
        );
        writeMemoryAudit(db, scope, recorder, character);
      });
    },

    restart: (scope, characterId, server, by) =>
      db.write(() => {
        const character = characterRow(db, scope, characterId);
        connectedRow(db, character);
        const recorder = recording(by);
        restart(engine, character.no, server, recorder);
        if (recorder.changes.isEmpty) writeLine(db, scope, { character }, 'OK', by.now);
        else writeMemoryAudit(db, scope, recorder, character);
      }),

    setBase: (characterId, base) =>
      db.write(() => {
        db.run(
          'UPDATE replicas SET base = ? WHERE character_no = (SELECT no FROM characters WHERE id = ?)',
          JSON.stringify(base),
          characterId,
        );
      }),

    claim: (holder, until, now, what = lease) => db.write(() => takeLease(db, what, holder, now, until), nobody),

    isLeft: (now, holder) =>
      db.read(() => {
        const sql = `SELECT 1 FROM connections WHERE url LIKE 'http%' AND NOT EXISTS
          (SELECT 1 FROM leases WHERE name = ? AND until > ? AND holder IS NOT ?) LIMIT 1`;
        return db.get(sql, lease, now, holder ?? null) !== undefined;
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

function serverOf(db: Connection, characterId: string): string | undefined {
  const sql = `SELECT url FROM replicas JOIN connections ON connections.no = connection_no
    WHERE character_no = (SELECT no FROM characters WHERE id = ?)`;
  return db.get<{ url: string }>(sql, characterId)?.url;
}

const taken = (message: string) => new ServiceError('ConflictUnresolved', message);

/** Only one store decides the order of a character's changes, and through one connection. */
function requireFree(db: Connection, { no, id, name }: CharacterRow, url: string, decides = false): void {
  const server = serverOf(db, id);
  if (server !== undefined && (decides || server !== url)) {
    throw taken(`"${name}" is connected with ${server}, which decides its order: disconnect that first.`);
  }
  const sql = 'SELECT url FROM decided_characters JOIN connections ON no = connection_no WHERE character_no = ?';
  const folder = db.get<{ url: string }>(sql, no)?.url;
  if (folder === undefined || (decides && folder === url)) return;
  throw taken(`This store decides the order of "${name}" in ${folder}: disconnect that first.`);
}
