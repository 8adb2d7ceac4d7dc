import { ServiceError } from '../../domain/errors.ts';
import { type ChangeType, memoryNotFound } from '../../domain/memory.ts';
import type { Author, ChangeOutcome, MemoryChange, MemoryFields, NewMemory } from '../../domain/store.ts';
import type { IndexEntry } from '../../search/index/indexed-memory.ts';
import { INDEX_VERSION } from '../../search/parameters.ts';
import { type CategoryRow, defaultCategory, requireCategory } from './categories.ts';
import type { Engine } from './engine.ts';
import { contentKey, type MemoryRecord, type MemoryRow, selectMemories, toMemory } from './memory-rows.ts';
import { dropEmbeddings } from './vectors/drop-embedding.ts';

/** The one way in which memories change; to be called inside a write unit. */
export function applyChange(engine: Engine, characterNo: number, change: MemoryChange, by: Author): ChangeOutcome {
  switch (change.kind) {
    case 'add':
      return add(engine, characterNo, change.memory, by);
    case 'update':
      return update(engine, requireActive(engine, characterNo, change.memoryId), change, by);
    case 'delete':
      return remove(engine, requireActive(engine, characterNo, change.memoryId), by);
    case 'restore':
      return restore(engine, requireMemory(engine, characterNo, change.memoryId), by);
  }
}

/** The memory in any state. MemoryNotFound. */
export function requireMemory({ db }: Engine, characterNo: number, memoryId: string): MemoryRecord {
  const row = db.get<MemoryRecord>(
    `${selectMemories} WHERE memories.id = ? AND memories.character_no = ?`,
    memoryId.toLowerCase(),
    characterNo,
  );
  if (!row) throw memoryNotFound(memoryId);
  return row;
}

/** As requireMemory; a deleted one counts as missing. */
export function requireActive(engine: Engine, characterNo: number, memoryId: string): MemoryRecord {
  const row = requireMemory(engine, characterNo, memoryId);
  if (row.state !== 'ACTIVE') throw memoryNotFound(memoryId);
  return row;
}

/** Moves the active memories of a category, each with a revision; the index does not depend on the category. */
export function moveMemories({ db }: Engine, fromCategoryNo: number, target: CategoryRow, by: Author): void {
  db.run(
    `INSERT INTO revisions (memory_no, revision, change_type, content, category, salience, importance, changed_by, created_at)
     SELECT no, revision + 1, 'UPDATED', content, ?, salience, importance, ?, ?
     FROM memories WHERE category_no = ? AND state = 'ACTIVE'`,
    target.name,
    by.changedBy,
    by.now,
    fromCategoryNo,
  );
  db.run(
    `UPDATE memories SET category_no = ?, revision = revision + 1, updated_at = ?
     WHERE category_no = ? AND state = 'ACTIVE'`,
    target.no,
    by.now,
    fromCategoryNo,
  );
}

function add(engine: Engine, characterNo: number, memory: NewMemory, by: Author): ChangeOutcome {
  const { db } = engine;
  const category =
    memory.category === undefined
      ? defaultCategory(db, characterNo)
      : requireCategory(db, characterNo, memory.category);
  const key = contentKey(memory.content);
  const stored = activeTwin(engine, characterNo, key);
  if (stored) return { operation: 'NONE', memory: toMemory(stored) };
  const { id, content, salience, importance, source, sessionId = null, occurredAt = by.now } = memory;
  const { lastInsertRowid } = db.run(
    `INSERT INTO memories (id, character_no, category_no, content, content_key, salience, importance, state, revision,
       source_kind, source_file, session_id, occurred_at, created_at, updated_at, index_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'ACTIVE', 1, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    characterNo,
    category.no,
    content,
    key,
    salience,
    importance,
    source.kind,
    source.fileId ?? null,
    sessionId,
    occurredAt,
    by.now,
    by.now,
    INDEX_VERSION,
  );
  engine.index.add(
    indexed({
      no: Number(lastInsertRowid),
      character_no: characterNo,
      content,
      session_id: sessionId,
      occurred_at: occurredAt,
    }),
  );
  countMemories(engine, characterNo, 1, by.now);
  return recorded(engine, characterNo, id, 'CREATED', by);
}

function update(
  engine: Engine,
  row: MemoryRecord,
  { fields, expectedRevision }: { fields: MemoryFields; expectedRevision?: number | undefined },
  by: Author,
): ChangeOutcome {
  const { db } = engine;
  if (expectedRevision !== undefined && expectedRevision !== row.revision) {
    throw new ServiceError(
      'ConflictUnresolved',
      `Memory ${row.id} has revision ${row.revision}, not ${expectedRevision}: read it again before changing it.`,
    );
  }
  const { content = row.content, salience = row.salience, importance = row.importance } = fields;
  const category = requireCategory(db, row.character_no, fields.category ?? row.category);
  const unchanged =
    content === row.content &&
    salience === row.salience &&
    importance === row.importance &&
    category.no === row.category_no;
  if (unchanged) return { operation: 'NONE', memory: toMemory(row) };
  const key = contentKey(content);
  refuseTwin(engine, row, key);
  db.run(
    `UPDATE memories SET category_no = ?, content = ?, content_key = ?, salience = ?, importance = ?,
       revision = revision + 1, updated_at = ? WHERE no = ?`,
    category.no,
    content,
    key,
    salience,
    importance,
    by.now,
    row.no,
  );
  if (content !== row.content) {
    reindex(engine, { ...row, content });
    dropEmbeddings(db, [row.no]);
  }
  return recorded(engine, row.character_no, row.id, 'UPDATED', by);
}

function remove(engine: Engine, row: MemoryRecord, by: Author): ChangeOutcome {
  removeMemories(engine, row.character_no, [row.no], by);
  return { operation: 'DELETE', memory: toMemory(requireMemory(engine, row.character_no, row.id)) };
}

/** Deletes active memories, each with a revision, with few statements whatever their number. */
export function removeMemories(engine: Engine, characterNo: number, memoryNos: readonly number[], by: Author): void {
  const { db, index } = engine;
  if (memoryNos.length === 0) return;
  const list = JSON.stringify(memoryNos);
  db.run(
    `UPDATE memories SET state = 'DELETED', revision = revision + 1, updated_at = ?
     WHERE no IN (SELECT value FROM json_each(?))`,
    by.now,
    list,
  );
  db.run(
    `INSERT INTO revisions (memory_no, revision, change_type, content, category, salience, importance, changed_by, created_at)
     SELECT memories.no, revision, 'DELETED', content, categories.name, salience, memories.importance, ?, ?
     FROM memories CROSS JOIN categories ON categories.no = category_no
     WHERE memories.no IN (SELECT value FROM json_each(?))`,
    by.changedBy,
    by.now,
    list,
  );
  index.remove(characterNo, memoryNos);
  dropEmbeddings(db, memoryNos);
  countMemories(engine, characterNo, -memoryNos.length);
}

function restore(engine: Engine, row: MemoryRecord, by: Author): ChangeOutcome {
  if (row.state === 'ACTIVE') return { operation: 'NONE', memory: toMemory(row) };
  refuseTwin(engine, row, contentKey(row.content));
  setState(engine, row, 'ACTIVE', by);
  reindex(engine, row);
  countMemories(engine, row.character_no, 1, by.now);
  return recorded(engine, row.character_no, row.id, 'RESTORED', by);
}

function setState({ db }: Engine, row: MemoryRecord, state: MemoryRecord['state'], by: Author): void {
  db.run('UPDATE memories SET state = ?, revision = revision + 1, updated_at = ? WHERE no = ?', state, by.now, row.no);
}

function activeTwin({ db }: Engine, characterNo: number, key: Buffer): MemoryRecord | undefined {
  return db.get<MemoryRecord>(
    `${selectMemories} WHERE memories.character_no = ? AND memories.content_key = ? AND memories.state = 'ACTIVE'`,
    characterNo,
    key,
  );
}

/** ConflictUnresolved when another active memory has this text. */
function refuseTwin(engine: Engine, row: MemoryRecord, key: Buffer): void {
  const twin = activeTwin(engine, row.character_no, key);
  if (!twin || twin.no === row.no) return;
  throw new ServiceError('ConflictUnresolved', `Memory ${twin.id} holds this text already.`);
}

/** Keeps the character's count of active memories; `storedAt` (ms) when some were stored. */
export function countMemories({ db }: Engine, characterNo: number, step: number, storedAt?: number): void {
  db.run(
    `UPDATE characters SET memory_count = memory_count + @step,
       last_memory_at = CASE WHEN memory_count + @step = 0 THEN NULL ELSE max(coalesce(last_memory_at, 0), @storedAt) END
     WHERE no = @characterNo`,
    { step, storedAt: storedAt ?? 0, characterNo },
  );
}

type IndexedRow = Pick<MemoryRow, 'no' | 'character_no' | 'content' | 'session_id' | 'occurred_at'>;

export function indexed(row: IndexedRow): IndexEntry {
  return {
    characterNo: row.character_no,
    memoryNo: row.no,
    content: row.content,
    sessionId: row.session_id ?? undefined,
    occurredAt: row.occurred_at,
  };
}

/** Indexes a memory as it stands now, whether or not it was in the index. */
export function reindex({ db, index }: Engine, row: IndexedRow): void {
  index.reindex(indexed(row));
  db.run('UPDATE memories SET index_version = ? WHERE no = ?', INDEX_VERSION, row.no);
}

const operationOf = { CREATED: 'ADD', UPDATED: 'UPDATE', DELETED: 'DELETE', RESTORED: 'RESTORE' } as const;

/** Writes the revision of the state that was just reached and answers it. */
function recorded(
  engine: Engine,
  characterNo: number,
  memoryId: string,
  changeType: ChangeType,
  { changedBy, now }: Author,
): ChangeOutcome {
  const row = requireMemory(engine, characterNo, memoryId);
  engine.db.run(
    `INSERT INTO revisions (memory_no, revision, change_type, content, category, salience, importance, changed_by, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.no,
    row.revision,
    changeType,
    row.content,
    row.category,
    row.salience,
    row.importance,
    changedBy,
    now,
  );
  return { operation: operationOf[changeType], memory: toMemory(row) };
}
