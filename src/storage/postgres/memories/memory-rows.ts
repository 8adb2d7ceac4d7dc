import type { Author, NewMemory } from '../../../domain/memory.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import { contentKey } from '../../../text/content-key.ts';
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

/** The row of a new memory. */
export function newStoredMemory(
  { id, content, salience, importance, source, sessionId, occurredAt, said = false }: NewMemory,
  { no, characterNo, categoryNo, by }: { no: number; characterNo: number; categoryNo: number; by: Author },
): StoredMemory {
  return {
    no,
    id: id.toLowerCase(),
    character_no: characterNo,
    category_no: categoryNo,
    content,
    content_key: contentKey(content),
    salience,
    importance,
    state: 'ACTIVE',
    revision: 1,
    source_kind: source.kind,
    source_file: source.fileId ?? null,
    session_id: sessionId ?? null,
    occurred_at: occurredAt ?? by.now,
    said: said ? 1 : 0,
    created_at: by.now,
    updated_at: by.now,
    embedded_model: 0,
    index_version: INDEX_VERSION,
  };
}
