import { notWhatItSays } from '../document.ts';
import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { recordPieces } from './records.ts';
import { type Fields, isFields, textIn, unpacked, without } from './values.ts';

/** The service's own fields, besides those of the user. */
const internal =
  /^(?:quality|ai|consolidation|access|last_accessed|relevance|embedding|import_info|hostname|client|sync|timestamp|uploaded|chunk_index|total_chunks|version|content_hash)/;
/** The type it gives where none was given. */
const noType = new Set(['note', 'standard', 'untyped']);
const read = new Set(['memory_type', 'type', 'metadata', 'tags_str', 'deleted_at']);
const notRead = new Set(['content_hash', 'updated_at', 'updated_at_iso', 'id', 'score', 'state', 'revision', 'hash']);
const times = ['created_at', 'created_at_iso', 'timestamp_float', 'timestamp', 'timestamp_str'];

/**
 * A memory of mcp-memory-service as pieces; undefined for another value. Deleted ones are left out. Its table
 * `memories` and its JSON have the same fields: tags are a list or a text with commas, times are seconds, metadata is
 * an object or its JSON.
 * - https://github.com/doobidoo/mcp-memory-service/blob/main/src/mcp_memory_service/storage/sqlite_vec.py
 * - https://github.com/doobidoo/mcp-memory-service/blob/main/src/mcp_memory_service/sync/importer.py
 */
export function memoryServicePieces(value: Fields, leftOut: LeftOut): Piece[] | undefined {
  if (typeof value.content_hash !== 'string' || typeof value.content !== 'string') return undefined;
  if (value.deleted_at != null) {
    leftOut.add('deleted memories');
    return [];
  }
  const metadata = unpacked(value.metadata);
  const ownMetadata = isFields(metadata) ? Object.entries(metadata).filter(([name]) => !internal.test(name)) : [];
  const details = Object.fromEntries(ownMetadata.filter(([name]) => !Object.hasOwn(value, name) && name !== 'type'));
  const type = textIn(value, 'memory_type', 'type');
  const time = times.map((name) => value[name]).find((one) => one != null);
  leftOut.addFields(value, (name) => notRead.has(name));
  if (isFields(metadata)) leftOut.addFields(metadata, (name) => !Object.hasOwn(details, name));
  return recordPieces(
    {
      ...details,
      ...without(value, new Set([...read, ...notRead, ...times])),
      content: value.content,
      tags: value.tags ?? value.tags_str,
      ...(!noType.has(type) && { category: type }),
      occurred_at: time,
    },
    leftOut,
  );
}

/** The memories of its JSON export; undefined when it is another file. InvalidContent for one that is not whole. */
export function memoryServiceRecords({ export_metadata, memories }: Fields): unknown[] | undefined {
  if (!isFields(export_metadata)) return undefined;
  if (!Array.isArray(memories)) throw notWhatItSays('it has "export_metadata" but no list of "memories"');
  const broken = memories.findIndex((one) => !isFields(one) || typeof one.content !== 'string');
  if (broken >= 0) throw notWhatItSays(`memory ${broken + 1} of the export has no "content"`);
  return memories;
}
