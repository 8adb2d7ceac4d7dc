import { type MemoryRow, memoryColumns } from '../../rows/memories.ts';

/** A row with what its writer needs beside. */
export interface StoredMemory extends MemoryRow {
  content_key: Uint8Array;
  embedded_model: number;
  /** The analyser that the search index knows it by. */
  index_version: number;
}

export const storedColumns = `${memoryColumns}, memories.content_key, memories.embedded_model,
  memories.index_version`;

/** Reads MemoryRecords; conditions follow. */
export const selectMemories = `
  SELECT ${memoryColumns}, categories.name AS category
  FROM memories JOIN categories ON categories.character_no = memories.character_no
    AND categories.no = memories.category_no`;

/** How memories are known by their content's key in a map. */
export const keyText = (key: Uint8Array): string => Buffer.from(key).toString('latin1');
