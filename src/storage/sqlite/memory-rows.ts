import { createHash } from 'node:crypto';
import type { Importance } from '../../domain/importance.ts';
import type { Memory, MemorySource } from '../../domain/memory.ts';
import { contentIdentity, iso } from '../../domain/text.ts';
import type { Connection } from './connection.ts';

/** A row of `memories`. */
export interface MemoryRow {
  no: number;
  id: string;
  character_no: number;
  category_no: number;
  content: string;
  salience: number;
  importance: Importance;
  state: Memory['state'];
  revision: number;
  source_kind: MemorySource['kind'];
  source_file: string | null;
  session_id: string | null;
  occurred_at: number;
  said: number;
  created_at: number;
  updated_at: number;
}

/** A row joined with the name of its category and the id of its character. */
export interface MemoryRecord extends MemoryRow {
  category: string;
  character_id: string;
}

const columns: (keyof MemoryRow)[] = [
  'no',
  'id',
  'character_no',
  'category_no',
  'content',
  'salience',
  'importance',
  'state',
  'revision',
  'source_kind',
  'source_file',
  'session_id',
  'occurred_at',
  'said',
  'created_at',
  'updated_at',
];

/** The columns of a MemoryRow, qualified by their table. */
export const memoryColumns = columns.map((column) => `memories.${column}`).join(', ');

/** Selects MemoryRecords; conditions follow. */
export const selectMemories = `
  SELECT ${memoryColumns}, categories.name AS category,
    characters.id AS character_id
  FROM memories
  JOIN categories ON categories.no = memories.category_no
  JOIN characters ON characters.no = memories.character_no`;

export function toMemory(row: MemoryRecord): Memory {
  return {
    id: row.id,
    characterId: row.character_id,
    content: row.content,
    category: row.category,
    salience: row.salience,
    importance: row.importance,
    state: row.state,
    revision: row.revision,
    source: sourceOf(row),
    ...(row.session_id !== null && { sessionId: row.session_id }),
    ...datesOf(row),
  };
}

/** Mostly all three are the same. */
function datesOf({ occurred_at: occurred, created_at: created, updated_at: updated }: MemoryRow) {
  const createdAt = iso(created);
  return {
    occurredAt: occurred === created ? createdAt : iso(occurred),
    createdAt,
    updatedAt: updated === created ? createdAt : iso(updated),
  };
}

export function sourceOf({
  source_kind: kind,
  source_file: file,
}: Pick<MemoryRow, 'source_kind' | 'source_file'>): MemorySource {
  return file === null ? { kind } : { kind, fileId: file };
}

/** Key under which equal contents meet: the first 16 bytes of the SHA-256 of their identity. */
export function contentKey(content: string): Buffer {
  return createHash('sha256').update(contentIdentity(content)).digest().subarray(0, 16);
}

/** The memory of this id, in any state. */
export function findMemory(db: Connection, characterNo: number, memoryId: string): MemoryRecord | undefined {
  return db.get<MemoryRecord>(
    `${selectMemories} WHERE memories.id = ? AND memories.character_no = ?`,
    memoryId.toLowerCase(),
    characterNo,
  );
}

/** The active memory with this text. */
export function activeTwin(db: Connection, characterNo: number, key: Buffer): MemoryRecord | undefined {
  return db.get<MemoryRecord>(
    `${selectMemories} WHERE memories.character_no = ? AND memories.content_key = ? AND memories.state = 'ACTIVE'`,
    characterNo,
    key,
  );
}
