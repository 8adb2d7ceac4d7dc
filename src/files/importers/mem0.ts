import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { recordPieces } from './records.ts';
import { type Fields, isFields, without } from './values.ts';

/** A record with one of these fields and `memory` is mem0's. */
const marks = ['user_id', 'agent_id', 'app_id', 'run_id', 'hash', 'owner', 'immutable'];
/** Fields without meaning for the memory: `input` has the messages that it came from. */
const internal = new Set([
  ...['input', 'owner', 'organization', 'immutable', 'structured_attributes', 'app_id', 'run_id'],
  ...['hash', 'score', 'state', 'revision'],
]);
const ofBackup = new Set(['category_ids', 'archived_at', 'deleted_at', 'app_id', 'user_id', 'state']);
const states = new Set<unknown>(['active', 'paused', 'archived', 'deleted']);

/**
 * A memory of mem0 as pieces; undefined for another value. Deleted ones are left out.
 * - From the platform and the library (https://docs.mem0.ai/api-reference/memory/v1-get-memories): `{id, memory,
 *   user_id, metadata, categories, created_at, …}`.
 * - From a backup of OpenMemory (https://github.com/mem0ai/mem0/blob/main/openmemory/api/app/routers/backup.py): `{id,
 *   content, state, metadata, categories or category_ids, created_at, app, …}`.
 */
export function mem0Pieces(value: Fields, leftOut: LeftOut): Piece[] | undefined {
  if (typeof value.memory === 'string' && marks.some((name) => Object.hasOwn(value, name))) {
    leftOut.addFields(value, (name) => internal.has(name) && name !== 'run_id');
    return recordPieces({ ...categorized(without(value, internal)), session_id: value.run_id }, leftOut);
  }
  const isBackup = typeof value.content === 'string' && states.has(value.state);
  if (!isBackup || !(Object.hasOwn(value, 'app') || Object.hasOwn(value, 'app_id'))) return undefined;
  if (value.state === 'deleted') {
    leftOut.add('deleted memories');
    return [];
  }
  leftOut.addFields(value, (name) => ofBackup.has(name));
  return recordPieces(categorized(without(value, ofBackup)), leftOut);
}

/** With the category that its writer chose, before those that mem0 found. */
function categorized(value: Fields): Fields {
  const { metadata } = value;
  if (!isFields(metadata) || typeof metadata.category !== 'string') return value;
  return { category: metadata.category, ...value, metadata: without(metadata, new Set(['category'])) };
}

/** The memories of OpenMemory's `memories.json`, with the names of their categories; undefined when it is another file. */
export function openMemoryRecords(value: Fields): Fields[] | undefined {
  const { memories, categories, export_meta } = value;
  if (!isFields(export_meta) || !Array.isArray(memories) || !Array.isArray(categories)) return undefined;
  const names = new Map(categories.filter(isFields).map(({ id, name }) => [id, name]));
  return memories.filter(isFields).map((memory) => ({
    ...memory,
    categories: Array.isArray(memory.category_ids) ? memory.category_ids.map((id) => names.get(id)) : [],
  }));
}

/** The last event of a memory's history: the library stores it in `history.db`, next to a vector store. */
export function mem0HistoryPieces(rows: readonly Fields[], leftOut: LeftOut): Piece[] {
  const last = new Map<unknown, Fields>();
  for (const row of rows)
    last.set(row.memory_id, { ...row, created_at: last.get(row.memory_id)?.created_at ?? row.created_at });
  const isDeleted = ({ event, is_deleted }: Fields) => event === 'DELETE' || Boolean(is_deleted);
  const [deleted, kept] = [[...last.values()].filter(isDeleted), [...last.values()].filter((row) => !isDeleted(row))];
  leftOut.add('deleted memories', deleted.length);
  leftOut.add('earlier texts', rows.length - last.size);
  return kept.flatMap(({ new_memory, created_at }) => recordPieces({ memory: new_memory, created_at }, leftOut));
}
