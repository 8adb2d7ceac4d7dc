import { readLabels, readMetadata, readTags } from '../../domain/labels.ts';
import {
  type Importance,
  importances,
  type KeptRevision,
  type Memory,
  type MemorySource,
  type MemoryValues,
  type Revision,
} from '../../domain/memory.ts';
import { type OptionalRow, optionalValuesOf, type RevisedRow } from '../../domain/memory-fields.ts';
import { documentIn, originOf, wordsOfOrigin } from '../../domain/memory-origin.ts';
import type { Place } from '../../domain/page.ts';
import type { ListedOfSeveral, MemoryCopy, MemorySort } from '../../domain/stores/memories.ts';
import { iso } from '../../domain/text.ts';
import type { IndexEntry } from '../../search/index/indexed-memory.ts';
import { holdingSql, type KeyOrder, keptSql, type MayReplace, newerIsActive } from './holding.ts';
import { orderOf, type SortKey } from './keyset.ts';
import { fieldColumns, valuesOf } from './memory-columns.ts';

/** A row of `memories`. */
export interface MemoryRow extends OptionalRow {
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
export interface MemoryRecord extends ShownRow {
  category: string;
  character_id: string;
}

/** A row with its place among the memories that replace each other. */
export interface ShownRow extends MemoryRow {
  /** The active memory that has replaced it. */
  successor: string | null;
  /** The ids of the active ones that it has replaced, with commas. */
  predecessors: string | null;
  /** A newer active memory that may say what holds instead. */
  newer: string | null;
  /** Who wrote its text, or accepted it as proposed: a TextAuthor as a JSON list; absent in units that write. */
  author?: string | null;
}

const columns = ['no', 'id', 'character_no', ...fieldColumns, 'state', 'revision', 'created_at', 'updated_at'];

/** A row with the further columns that writing needs. */
export interface StoredRow extends MemoryRow {
  content_key: Uint8Array;
  /** The version of the analyser that indexed it. */
  index_version: number;
  /** See `toJudge`. */
  to_judge: number;
}

/** 0 for the highest importance: the expression of the index memories_by_use. */
export const importanceRank = `CASE memories.importance ${importances.map((name, rank) => `WHEN '${name}' THEN ${rank}`).join(' ')} END`;

export const rankOfImportance = (one: Importance): number => importances.indexOf(one);

const down = (sql: string, holds: SortKey['holds'] = 'integer'): SortKey => ({ sql, descends: true, holds });
const up = (sql: string, holds: SortKey['holds'] = 'integer'): SortKey => ({ sql, holds });
const byTime = [down('memories.occurred_at'), down('memories.no')];

/** How lists are sorted; `recalled.times` is how many recalls gave a memory. */
export const memoryOrder: Readonly<Record<MemorySort, readonly SortKey[]>> = {
  newest: byTime,
  oldest: [up('memories.occurred_at'), up('memories.no')],
  importance: [up(importanceRank), down('memories.salience', 'number'), ...byTime],
  recalled: [down('coalesce(recalled.times, 0)'), ...byTime],
  changed: [down('memories.updated_at'), down('memories.no')],
};

/** How many memories of a character match. */
export interface CountedRow {
  character_no: number;
  count: number;
}

/** The counts of several characters, the most first, and their sum. */
export function toCounts(
  rows: readonly CountedRow[],
  characters: readonly { no: number; id: string }[],
): Pick<ListedOfSeveral, 'total' | 'counts'> {
  const ids = new Map(characters.map(({ no, id }) => [no, id]));
  const sorted = rows.toSorted((a, b) => b.count - a.count || a.character_no - b.character_no);
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    counts: sorted.map(({ character_no: no, count }) => ({ characterId: ids.get(no)!, memories: count })),
  };
}

/** The most important first. */
export const byUse = orderOf(memoryOrder.importance);

/** Code points of a text in a place of an export, which fits into a cursor. */
const maxPlaced = 300;

/** How exports are sorted. */
export const exportOrder: readonly SortKey[] = [
  up('categories.name', 'text'),
  down('memories.salience', 'number'),
  down('memories.occurred_at'),
  up(`substr(memories.content, 1, ${maxPlaced})`, 'text'),
  up('memories.no'),
];

/** A memory's place in `exportOrder`. */
export function exportPlace({
  category,
  salience,
  occurred_at: time,
  content,
  no,
}: Omit<MemoryRecord, 'character_id'>): Place {
  const isShort = content.length <= maxPlaced;
  const beginning = isShort ? content : [...content.slice(0, 2 * maxPlaced)].slice(0, maxPlaced).join('');
  return [category, salience, time, beginning, no];
}

/** The columns of a MemoryRow, qualified by their table. */
export const memoryColumns = columns.map((column) => `memories.${column}`).join(', ');

interface EngineSql extends KeyOrder {
  mayReplace: MayReplace;
  /** The condition under which `memories AS newer` is the newer one of `memory_links AS link`. */
  linked: string;
  /** The aggregate of `older.id` with commas. */
  joined: string;
  /** A JSON list of expressions, as text. */
  list: (expressions: string) => string;
}

/** The same with the further columns of a ShownRow. */
export const shownColumns = ({ mayReplace, linked, joined, list, ...order }: EngineSql): string => `${memoryColumns},
  ${holdingSql(mayReplace).successor} AS successor,
  (SELECT ${joined} FILTER (WHERE older.state = 'ACTIVE') FROM memories AS older
    WHERE older.superseded_by = memories.id AND ${mayReplace('older', 'memories')}) AS predecessors,
  (SELECT newer.id FROM memory_links AS link CROSS JOIN memories AS newer
    WHERE link.character_no = memories.character_no AND link.older_no = memories.no
      AND ${linked} AND ${newerIsActive} AND NOT ${keptSql('memories.character_no', 'memories', 'newer', order)}
    ORDER BY link.at DESC, newer.no DESC LIMIT 1) AS newer,
  (SELECT ${list('wording.revision, wording.author_kind, wording.member_id, wording.changed_by, wording.words_of')}
    FROM revisions AS wording
    WHERE wording.character_no = memories.character_no AND wording.memory_no = memories.no AND wording.content = memories.content
    ORDER BY wording.change_type = 'CREATED' DESC, wording.revision LIMIT 1) AS author`;

/** What decides whether a memory holds. */
export function standingOf({
  id,
  state,
  valid_until: validUntil,
  superseded_by: supersededBy,
  occurred_at: occurredAt,
  updated_at: updatedAt,
}: MemoryRow) {
  return { id, state, validUntil, supersededBy, occurredAt, updatedAt };
}

/** @param readerId the member who reads it; absent: it is the outcome of a change, without its origin */
export function toMemory(row: MemoryRecord, readerId?: string): Memory {
  return memoryOf(row, row.character_id, readerId);
}

/** @param characterId of the character that all these rows are of */
export function memoryOf(row: Omit<MemoryRecord, 'character_id'>, characterId: string, readerId?: string): Memory {
  return categorized(row, row.category, characterId, readerId);
}

/** As `memoryOf`, for a row without the name of its category. Without spreads, which take as long as the query. */
export function categorized(row: ShownRow, category: string, characterId: string, readerId?: string): Memory {
  const { occurred_at: occurred, created_at: created, updated_at: updated } = row;
  const memory = {
    id: row.id,
    characterId,
    content: row.content,
    category,
    salience: row.salience,
    importance: row.importance,
    state: row.state,
    revision: row.revision,
    source: sourceOf(row),
  } as Memory;
  if (row.session_id !== null) memory.sessionId = row.session_id;
  if (row.valid_until !== null) memory.validUntil = iso(row.valid_until);
  if (row.successor !== null) memory.supersededBy = row.successor;
  if (row.newer !== null && row.successor === null) memory.mayBeOutdatedBy = row.newer;
  if (row.tags !== null) memory.tags = readTags(row.tags);
  if (row.metadata !== null) memory.metadata = readMetadata(row.metadata);
  if (row.predecessors !== null) memory.supersedes = row.predecessors.split(',').toSorted();
  const createdAt = iso(created);
  // Usually all three are the same.
  memory.occurredAt = occurred === created ? createdAt : iso(occurred);
  memory.createdAt = createdAt;
  memory.updatedAt = updated === created ? createdAt : iso(updated);
  if (readerId !== undefined) memory.origin = originIn(row, readerId);
  return memory;
}

function originIn({ author: list, source_kind: source }: ShownRow, readerId: string): string {
  if (list == null) return originOf(readerId, undefined, source);
  const [revision, kind, memberId, name, wordsOf] = JSON.parse(list);
  return originOf(readerId, { revision, kind, memberId, name, wordsOf }, source);
}

/** Files are not copied to other characters: a memory from a file counts as imported. */
export function toCopy(row: Omit<MemoryRecord, 'character_id'>, readerId: string): MemoryCopy {
  const { id, content, category, salience, importance, occurred_at: occurredAt, said } = row;
  return {
    id,
    content,
    category,
    salience,
    importance,
    source: row.source_file === null ? { kind: row.source_kind } : { kind: 'import' },
    ...(row.session_id !== null && { sessionId: row.session_id }),
    occurredAt,
    said: said === 1,
    ...optionalValuesOf(row),
    supersededBy: row.successor,
    wordsOf: wordsOfOrigin(originIn(row, readerId)),
  };
}

/** A page of MemoryStore.copies. */
export function toCopies(rows: readonly Omit<MemoryRecord, 'character_id'>[], after: number, readerId: string) {
  return { copies: rows.map((row) => toCopy(row, readerId)), last: rows.at(-1)?.no ?? after };
}

export function sourceOf({
  source_kind: kind,
  source_file: file,
}: Pick<MemoryRow, 'source_kind' | 'source_file'>): MemorySource {
  return file === null ? { kind } : { kind, fileId: file };
}

/** Whether it is no message of an imported chat, as `isMessage` of the domain tells. Indexes have the same words. */
export const isNoteSql = "(memories.source_kind <> 'import' OR memories.session_id IS NULL)";

/** The columns that the search index needs. */
export type IndexedRow = Pick<MemoryRow, 'no' | 'character_no' | 'content' | 'session_id' | 'occurred_at' | 'said'>;

export function indexed(row: IndexedRow): IndexEntry {
  return {
    characterNo: row.character_no,
    memoryNo: row.no,
    content: row.content,
    sessionId: row.session_id ?? undefined,
    occurredAt: row.occurred_at,
    said: row.said === 1,
  };
}

/** A row of `revisions`. */
export interface RevisionRow extends RevisedRow, Record<'client' | 'moved' | 'batch' | 'words_of', string | null> {
  revision: number;
  change_type: Revision['changeType'];
  changed_by: string;
  /** The member's name, if there is one. */
  member_name: string | null;
  created_at: number;
}

function shownValues({ validUntil, supersededBy, tags, metadata, ...values }: MemoryValues) {
  return {
    ...values,
    ...readLabels({ tags, metadata }),
    ...(validUntil !== null && { validUntil: iso(validUntil) }),
    ...(supersededBy !== null && { supersededBy }),
  };
}

export function toRevision(row: RevisionRow): KeptRevision {
  return {
    revision: row.revision,
    changeType: row.change_type,
    ...shownValues(valuesOf(row)),
    changedBy: row.member_name ?? row.changed_by,
    ...(row.client !== null && { client: row.client }),
    createdAt: iso(row.created_at),
    ...(row.moved !== null && { moved: row.moved }),
    ...documentIn(row.words_of),
    ...(row.batch !== null && { batch: row.batch }),
  };
}
