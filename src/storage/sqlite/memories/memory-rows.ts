import { type MemoryRecord, memoryColumns } from '../../rows/memories.ts';
import type { Connection } from '../connection.ts';

/** Selects MemoryRecords; conditions follow. */
export const selectMemories = `
  SELECT ${memoryColumns}, categories.name AS category,
    characters.id AS character_id
  FROM memories
  JOIN categories ON categories.no = memories.category_no
  JOIN characters ON characters.no = memories.character_no`;

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
