import type { MemoryValues } from '../../domain/memory.ts';
import { columnsWhere, type RevisedRow, revisedColumns } from '../../domain/memory-fields.ts';

/** The columns of `memories` for all fields. */
export const fieldColumns = columnsWhere(() => true);
/** Those that a copy in another character has. */
export const copiedColumns = columnsWhere(({ isOfCharacter }) => !isOfCharacter);
/** Those that changes do not set. */
export const fixedColumns = columnsWhere(({ changes }) => !changes);
/** Those that changes set; the category is a number there. */
export const changingColumns = columnsWhere(({ changes, revised }) => changes === true && revised === undefined);
/** Those that imports stage. */
export const stagedColumns = columnsWhere(({ isUnstaged }) => !isUnstaged);

/** The columns of `revisions` for the values that changes set. */
export const revisionColumns = revisedColumns.map(({ column }) => column);

/** The columns of `revisions` that come along to another character. */
export const historyColumns = [
  ...['revision', 'change_type', 'changed_by', 'member_id', 'author_kind', 'client', 'words_of', 'verdict'],
  ...['created_at', ...revisionColumns],
].join(', ');

/** `revisionColumns` of a table, for a list of a SELECT. */
export const revisionColumnsOf = (table: string): string =>
  revisionColumns.map((column) => `${table}.${column}`).join(', ');

/** `revisionColumns` of the table `before`, renamed `before_…`. */
export const columnsBefore = revisionColumns.map((column) => `before.${column} AS before_${column}`).join(', ');

/** The values of a new revision, read from `memories`; `category` is an expression. */
export const revisedFrom = (category = 'categories.name'): string =>
  revisedColumns.map(({ field, ofMemory }) => (field === 'category' ? category : `memories.${ofMemory}`)).join(', ');

/** The values that changes set, of a row of `revisions`, or of `memories` with the name of its category. */
export function valuesOf(row: RevisedRow): MemoryValues {
  return valuesWith(row, '');
}

/** As `valuesOf`, for columns with a prefix. */
export function valuesWith(row: object, prefix: string): MemoryValues {
  const of = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    revisedColumns.map(({ field, column }) => [field, of[`${prefix}${column}`]]),
  ) as unknown as MemoryValues;
}

/** The columns of `revisions` with these values. */
export function revisedRow(values: MemoryValues): RevisedRow {
  return Object.fromEntries(
    revisedColumns.map(({ field, column }) => [column, values[field]]),
  ) as unknown as RevisedRow;
}

const standing = (of: string) =>
  `CASE WHEN ${of}.change_type IN ('DELETED', 'REJECTED') THEN 0 WHEN ${of}.change_type = 'PROPOSED' THEN 1 ELSE 2 END`;

/** SQL: whether two revisions left a memory in the same state. */
export const haveSameState = (one: string, other: string): string =>
  `${standing(one)} = ${standing(other)} AND ${revisionColumns
    .map((column) => `${one}.${column} IS NOT DISTINCT FROM ${other}.${column}`)
    .join(' AND ')}`;
