import { captureName } from '../../../domain/captured-clause.ts';
import { ServiceError } from '../../../domain/errors.ts';
import type { Author, AuthorKind, ChangeType, MemorySource, WordsOf } from '../../../domain/memory.ts';
import { changingFields, optionalFields, type RevisedRow, revisedColumns } from '../../../domain/memory-fields.ts';
import { localMemberId, type Scope } from '../../../domain/principal.ts';
import type { ChangeRow } from '../../../storage/rows/changes.ts';
import type { MemoryRow } from '../../../storage/rows/memories.ts';
import {
  columnsBefore,
  fixedColumns,
  revisionColumns,
  revisionColumnsOf,
  valuesOf,
  valuesWith,
} from '../../../storage/rows/memory-columns.ts';
import { contentKey } from '../../../text/content-key.ts';
import { atServer } from '../domain/author-names.ts';
import type { NewsPosition, SentChange, ServerRevision } from '../domain/replication.ts';
import type { ErasedMemories } from './replication-store.ts';

/** A row of `revisions` with its memory. */
export interface NewsRow extends Omit<ChangeRow, 'character_no' | 'verdict' | 'change_no' | 'previous'>, RevisedRow {
  now_in: string;
  batch: string | null;
  origin: string | null;
  member_id: string | null;
  change_no: number;
  words_of: string | null;
  merged_into: string | null;
  source_kind: MemorySource['kind'];
  session_id: string | null;
  occurred_at: number;
  said: number;
}

/** Its columns but the member's name, and those of the revision before with a prefix. */
export const newsColumns = `revisions.memory_no, memories.id AS memory_id, revisions.revision, revisions.change_type,
  ${revisionColumnsOf('revisions')}, ${columnsBefore}, categories.name AS now_in, revisions.changed_by,
  revisions.member_id, revisions.author_kind, revisions.client, revisions.batch, revisions.origin,
  revisions.words_of, revisions.conflict, revisions.created_at, coalesce(revisions.change_no, 0) AS change_no, merged.into_id AS merged_into,
  ${fixedColumns.map((column) => `memories.${column}`).join(', ')}`;

export function toNews(reader: Scope, rows: readonly NewsRow[], after: NewsPosition | undefined, limit: number) {
  const shown = rows.slice(0, limit);
  const places = shown.map((row) => ({
    ...{ change: row.change_no, memory: row.memory_no, revision: row.revision },
    at: row.created_at,
  }));
  return {
    revisions: shown.map((row) => toServerRevision(reader, row)),
    places,
    position: places.at(-1) ?? after,
    more: rows.length > limit,
  };
}

function toServerRevision(reader: Scope, row: NewsRow): ServerRevision {
  const isFirst = row.revision === 1;
  const isEnd = row.change_type === 'DELETED';
  const [values, before] = [valuesOf(row), valuesWith(row, 'before_')];
  // Without a revision before there are no values of it.
  const changed = changingFields.filter((name) => (values[name] ?? null) !== (before[name] ?? null));
  return {
    memoryId: row.memory_id,
    revision: row.revision,
    changeType: sentType(row.change_type),
    at: row.created_at,
    changedBy: authorFor(reader, row),
    ...some('by', kindOf(row)),
    ...some('client', row.client),
    ...some('wordsOf', row.words_of),
    ...some('batch', row.batch),
    ...Object.fromEntries(changed.map((name) => [name, values[name]])),
    ...(row.conflict === 1 && { isConflict: true }),
    ...some('origin', row.origin),
    ...(row.now_in !== row.category && { nowIn: row.now_in }),
    ...(isEnd && some('mergedInto', row.merged_into)),
    ...(isFirst && {
      source: row.source_kind,
      ...some('sessionId', row.session_id),
      occurredAt: row.occurred_at,
      said: row.said === 1,
    }),
  };
}

/**
 * A replica knows its reader by name alone, and calls the person of its own machine `local`: another author of such a name
 * gets a mark, whether a member, the person of this machine, or the subject of a token. What hooks captured of the person
 * here is that person's on their other machine too.
 */
function authorFor({ memberId, auditContext }: Scope, row: NewsRow) {
  const { member_id: of, member_name: known, changed_by: by } = row;
  if (of === memberId && by === captureName) return auditContext?.name ?? memberId;
  const name = known ?? by;
  const isReaders = of === memberId || (of === null && (memberId === localMemberId || name !== localMemberId));
  const isAlike = name === localMemberId || name === auditContext?.name;
  return isReaders || !isAlike ? name : atServer(name);
}

/** Only the service of this store is `system`: earlier versions took it of members too. */
function kindOf({ author_kind: kind, member_id: memberId }: NewsRow): AuthorKind | null {
  const isOfMember = memberId !== null && memberId !== localMemberId;
  return kind === 'system' && isOfMember ? 'user' : kind;
}

/** Programs before 0.6 know no ends: they would refuse the message. */
function sentType(type: ChangeType): ChangeType {
  return type === 'ENDED' || type === 'REVIVED' ? 'UPDATED' : type;
}

function some<Name extends string, Value>(name: Name, value: Value | null): { [Key in Name]?: Value } {
  return value === null ? {} : ({ [name]: value } as { [Key in Name]?: Value });
}

/** A revision that may already be the result of a sent change. */
export type KnownRow = Pick<NewsRow, 'revision' | 'origin' | 'created_at'> & RevisedRow;
export const knownColumns = ['revision', 'origin', 'created_at', ...revisionColumns].join(', ');

/**
 * What is left to do of a change: nothing if it is among the revisions of its memory, unless they were made by a program
 * that did not know all of its fields, which are then set.
 */
export function unapplied(change: SentChange, known: readonly KnownRow[]): SentChange | undefined {
  if (!isApplied(change, known)) return change;
  const late = revisedColumns.filter(
    ({ field, column }) =>
      optionalFields.has(field) && change[field] != null && known.every((row) => row[column] === null),
  );
  if (late.length === 0) return undefined;
  const { id, memoryId, at, by, client } = change;
  const fields = Object.fromEntries(late.map(({ field }) => [field, change[field]]));
  return { id, memoryId, at, by, client, kind: 'update', ...fields };
}

/**
 * Whether a change is already among the revisions of its memory, by its id, or by its content and time (from an older
 * copy of the store).
 */
function isApplied({ id, revision, at, content }: SentChange, known: readonly KnownRow[]): boolean {
  return known.some(
    (row) =>
      // A store of an earlier program has sent longer ids.
      row.origin?.startsWith(id) ||
      (revision === row.revision && at === row.created_at && (content === undefined || content === row.content)),
  );
}

/** The author of the revisions of a change. A replica's clock may be ahead. */
export function authorOf(change: SentChange, by: Author, isConflict: boolean): Author {
  const { id: origin, at, by: kind, client = by.client, wordsOf } = change;
  return {
    ...by,
    kind,
    client,
    wordsOf: wordsOf as WordsOf | undefined,
    origin,
    isConflict,
    now: Math.min(at, by.now),
  };
}

/** Applies one change of several. A refused one does not affect the others. */
export function attempt(apply: () => void): ServiceError | undefined {
  try {
    apply();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** The memories of whole erasures, at least one, up to `most`. @param rows by the erasures' numbers */
export function erasedOf(
  rows: readonly { change_no: number; memory_id: string }[],
  after: number,
  most: number,
): ErasedMemories {
  const next = rows[most]?.change_no;
  const whole = rows.slice(0, most).filter((row) => row.change_no !== next);
  const taken = whole.length > 0 ? whole : rows.slice(0, most);
  return { erased: taken.map((row) => row.memory_id), upTo: taken.at(-1)?.change_no ?? after };
}

/** The fields of a stored memory that the merge needs. */
export function standing(row: MemoryRow, category: string) {
  return { ...valuesOf({ ...row, category }), id: row.id, state: row.state, textKey: keyText(row.content) };
}

export const keyText = (content: string): string => contentKey(content).toString('hex');
