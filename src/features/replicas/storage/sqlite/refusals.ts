import { ServiceError } from '../../../../domain/errors.ts';
import { behind, orderOf, pageOf, placeColumns, type SortKey } from '../../../../storage/rows/keyset.ts';
import type { MemoryRecord } from '../../../../storage/rows/memories.ts';
import { copiedColumns, historyColumns } from '../../../../storage/rows/memory-columns.ts';
import { type Recorder, recording, writeLine, writeMemoryAudit } from '../../../../storage/sqlite/audit/record.ts';
import { type CharacterRow, characterRow, writableRow } from '../../../../storage/sqlite/characters/character-rows.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import { storeIdOf } from '../../../../storage/sqlite/disk/identity.ts';
import type { Engine } from '../../../../storage/sqlite/engine.ts';
import { activeTwin, findMemory, lastChange } from '../../../../storage/sqlite/memories/memory-rows.ts';
import { adjustMemoryCount, applyChange, reindex } from '../../../../storage/sqlite/memories/memory-unit.ts';
import { contentKey } from '../../../../text/content-key.ts';
import type { RefusedMemory, ReplicaStore } from '../replica-store.ts';
import { changeId, type LocalRevision, type ReplicaRow } from './outbox.ts';
import { categoryOf, settleMemories } from './settle.ts';

type RefusedRow = Pick<MemoryRecord, 'id' | 'content' | 'category' | 'state'> & {
  reason: string;
  at: number;
  known: number | null;
};

const ofCharacter = 'memory_no IN (SELECT no FROM memories WHERE character_no = ?)';

const refusalOrder: readonly SortKey[] = [
  { sql: 'at', descends: true, holds: 'integer' },
  { sql: 'memories.no', descends: true, holds: 'integer' },
];

/** The changes that the server refused: list, send again, or withdraw them. */
export function refusalStore(engine: Engine): Pick<ReplicaStore, 'refused' | 'retry' | 'withdraw'> {
  const { db } = engine;
  return {
    refused: (scope, characterId, { page, limit, after }) =>
      db.read(() => {
        const character = characterRow(db, scope, characterId);
        const { character_no: no } = connectedRow(db, character);
        const counted = db.get<{ total: number }>(
          `SELECT count(*) AS total FROM replica_refusals CROSS JOIN memories ON memories.no = memory_no
           WHERE character_no = ?`,
          no,
        );
        const isBehind = behind(refusalOrder, after, () => '?');
        const found = db.all<RefusedRow>(
          `SELECT memories.id, content, categories.name AS category, state, reason, at, known.revision AS known,
             ${placeColumns(refusalOrder)}
           FROM replica_refusals CROSS JOIN memories ON memories.no = replica_refusals.memory_no
           CROSS JOIN categories ON categories.no = category_no
           LEFT JOIN replica_memories AS known ON known.memory_no = memories.no
           WHERE memories.character_no = ? AND ${isBehind.sql} ORDER BY ${orderOf(refusalOrder)} LIMIT ? OFFSET ?`,
          ...[no, ...isBehind.values, limit + 1, page * limit],
        );
        const { rows, ...paged } = pageOf(found, refusalOrder, limit);
        return { memories: rows.map(toRefused), total: counted?.total ?? 0, ...paged };
      }),

    retry: (scope, characterId, memoryIds) =>
      db.write(() => {
        const character = characterRow(db, scope, characterId);
        const { character_no: no } = connectedRow(db, character);
        forgetRefusals(db, no, memoryIds);
      }),

    withdraw: (scope, characterId, memoryIds, target, by) =>
      db.write(() => {
        const character = characterRow(db, scope, characterId);
        connectedRow(db, character);
        const into = target && unconnectedRow(db, writableRow(db, scope, target.characterId));
        const rows = memoryIds.flatMap((id) => {
          const row = findMemory(db, character.no, id);
          return row && isRefused(db, row.no) ? [row] : [];
        });
        const present = rows.filter(({ state }) => state !== 'DELETED');
        if (present.length > 0 && !(into && target)) {
          throw new ServiceError(
            'InvalidInput',
            'Name the character that the memories move to: their texts would be lost.',
          );
        }
        const [here, there] = [recording(by), recording(by)];
        if (into && target) for (const row of present) copyInto(engine, into.no, row, target.newId(), there);
        takeBack(engine, character.no, rows, here);
        if (here.changes.isEmpty) writeLine(db, scope, { character }, 'OK', by.now);
        else writeMemoryAudit(db, scope, here, character);
        if (into) writeMemoryAudit(db, scope, there, into);
        return { moved: present.length, withdrawn: rows.length - present.length };
      }),
  };
}

/** ConflictUnresolved. */
export function connectedRow(db: Connection, { no, name }: Pick<CharacterRow, 'no' | 'name'>): ReplicaRow {
  const row = db.get<ReplicaRow>('SELECT * FROM replicas WHERE character_no = ?', no);
  if (!row) throw new ServiceError('ConflictUnresolved', `"${name}" is not connected with a server.`);
  return row;
}

function unconnectedRow(db: Connection, row: CharacterRow): CharacterRow {
  if (!db.get('SELECT 1 FROM replicas WHERE character_no = ?', row.no)) return row;
  const message = `"${row.name}" is connected with a server too: choose a character of this machine alone.`;
  throw new ServiceError('ConflictUnresolved', message);
}

function isRefused(db: Connection, memoryNo: number): boolean {
  return db.get('SELECT 1 FROM replica_refusals WHERE memory_no = ?', memoryNo) !== undefined;
}

/** Refused changes wait again: of these memories, or of all. */
export function forgetRefusals(db: Connection, characterNo: number, memoryIds?: readonly string[]): void {
  const among =
    memoryIds && 'AND memory_no IN (SELECT no FROM memories WHERE id IN (SELECT lower(value) FROM json_each(?)))';
  const values = memoryIds ? [JSON.stringify(memoryIds)] : [];
  const sql = `DELETE FROM replica_refusals WHERE ${ofCharacter} ${among ?? ''}`;
  if (db.run(sql, characterNo, ...values).changes === 0) return;
  db.run('UPDATE replicas SET sent_no = NULL WHERE character_no = ?', characterNo);
}

function toRefused({ at, known, ...row }: RefusedRow): RefusedMemory {
  return { ...row, refusedAt: at, isAtServer: (known ?? 0) > 0 };
}

const copied = [
  ...copiedColumns.filter((column) => column !== 'category_no'),
  ...['content_key', 'state', 'revision', 'created_at', 'updated_at', 'index_version'],
].join(', ');

/** Copies a memory with its history; a character that has its text already gets nothing. */
function copyInto(engine: Engine, characterNo: number, row: MemoryRecord, id: string, by: Recorder): void {
  const { db } = engine;
  const isActive = row.state === 'ACTIVE';
  if (isActive && activeTwin(db, characterNo, contentKey(row.content))) return;
  const { lastInsertRowid } = db.run(
    `INSERT INTO memories (id, character_no, category_no, ${copied}) SELECT ?, ?, ?, ${copied} FROM memories WHERE no = ?`,
    ...[id, characterNo, categoryOf(db, characterNo, row.category), row.no],
  );
  const no = Number(lastInsertRowid);
  db.run(
    `INSERT INTO revisions (character_no, memory_no, change_no, ${historyColumns})
     SELECT ?, ?, ?, ${historyColumns} FROM revisions WHERE memory_no = ?`,
    ...[characterNo, no, lastChange(db) + 1, row.no],
  );
  if (isActive) {
    reindex(engine, { ...row, no, character_no: characterNo });
    adjustMemoryCount(engine, characterNo, 1, row.created_at);
  }
  by.changes.note(isActive ? 'CREATED' : 'PROPOSED', [no]);
}

/**
 * Withdraws all waiting changes of these memories: they get the server's state, which has the changes that it took
 * before.
 */
export function takeBack(engine: Engine, characterNo: number, rows: readonly MemoryRecord[], by: Recorder): void {
  const { db } = engine;
  const storeId = storeIdOf(db.sqlite);
  const settled: { id: string; memoryId: string }[] = [];
  for (const { no, id, state } of rows) {
    const known = db.get<{ revision: number }>('SELECT revision FROM replica_memories WHERE memory_no = ?', no);
    if (known) {
      const own = db.all<LocalRevision>(
        'SELECT * FROM revisions WHERE memory_no = ? AND revision > ?',
        no,
        known.revision,
      );
      settled.push(...own.map((one) => ({ id: changeId(storeId, id, one), memoryId: id })));
      continue;
    }
    if (state !== 'DELETED') applyChange(engine, characterNo, { kind: 'delete', memoryId: id }, by);
    db.run('INSERT INTO replica_memories (memory_no, revision) SELECT no, revision FROM memories WHERE no = ?', no);
    db.run('DELETE FROM replica_refusals WHERE memory_no = ?', no);
  }
  settleMemories(engine, characterNo, { revisions: [], settled, refused: [] }, by, { isWithdrawn: true });
}
