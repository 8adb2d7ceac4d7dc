import { localMemberId } from '../../../../domain/principal.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import {
  connectionKind,
  type HeardMachine,
  type NewConnection,
  type Replica,
  type ReplicaConnection,
  shownReasons,
} from '../replica-store.ts';
import { countWaiting, isAnyWaiting, type ReplicaRow } from './outbox.ts';

export interface ConnectionRow {
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

/** @param isPoll counts only whether something waits: the replicator asks often */
export function toConnection(db: Connection, row: ConnectionRow, now: number, isPoll: boolean): ReplicaConnection {
  const replicas = db.all<NamedReplica>(
    `SELECT replicas.*, characters.id, characters.name, characters.updated_at FROM replicas JOIN characters ON no = character_no
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
      ...(isPoll ? pollCounts(db, one, now) : allCounts(db, one, now)),
    })),
    decides: db.all<{ characterId: string; name: string }>(
      `SELECT id AS characterId, name FROM decided_characters JOIN characters ON no = character_no
       WHERE connection_no = ? ORDER BY name`,
      row.no,
    ),
    machines: db.all<HeardMachine>(
      `SELECT machine, heard_at AS heardAt FROM bundles WHERE connection_no = ? AND machine IS NOT NULL ORDER BY machine`,
      row.no,
    ),
  };
}

/** What the other side of a replica calls the person of this machine, who is the same one there unless it is a server. */
export function nameAtServer(db: Connection, characterNo: number): string {
  const row = db.get<ConnectionRow>(
    `SELECT connections.* FROM replicas JOIN connections ON connections.no = connection_no WHERE character_no = ?`,
    characterNo,
  );
  return row && connectionKind(row) === 'server' ? row.member : localMemberId;
}

/** An upsert: a known URL gets the new particulars, and its problem is cleared. */
export function storeConnection(db: Connection, { url, storeId, member, keyFile }: NewConnection, now: number): void {
  db.run(
    `INSERT INTO connections (url, store_id, member, key_file, connected_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (url) DO UPDATE SET member = excluded.member, key_file = excluded.key_file, problem = NULL, refused_since = NULL`,
    ...[url, storeId, member, keyFile, now],
  );
}

type Counts = Pick<Replica, 'waiting' | 'refused' | 'reasons'>;

type NamedReplica = ReplicaRow & { id: string; name: string; updated_at: number };

function toReplica(row: NamedReplica): Omit<Replica, keyof Counts> {
  return {
    characterId: row.id,
    name: row.name,
    remoteId: row.remote_id,
    changedAt: row.updated_at,
    ...(row.problem !== null && { problem: row.problem }),
    ...(row.refused_since !== null && { refusedSince: row.refused_since }),
    keeps: row.keeps === 1,
  };
}

function pollCounts(db: Connection, row: ReplicaRow, now: number): Counts {
  return { waiting: Number(isAnyWaiting(db, row, now)), refused: 0, reasons: [] };
}

function allCounts(db: Connection, row: ReplicaRow, now: number): Counts {
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
