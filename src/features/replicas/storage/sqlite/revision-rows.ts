import { ServiceError } from '../../../../domain/errors.ts';
import { updateType } from '../../../../domain/holding.ts';
import type { ChangeType, MemoryValues } from '../../../../domain/memory.ts';
import { changingFields, optionalFields } from '../../../../domain/memory-fields.ts';
import { localMemberId } from '../../../../domain/principal.ts';
import { contentIdentity } from '../../../../domain/text.ts';
import { revisedRow, revisionColumns, valuesOf } from '../../../../storage/rows/memory-columns.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import { findMemory } from '../../../../storage/sqlite/memories/memory-rows.ts';
import { atServer } from '../../domain/author-names.ts';
import type { RevisionState } from '../../domain/rebase.ts';
import type { ServerRevision } from '../../domain/replication.ts';
import { nameAtServer } from './connection-rows.ts';
import type { LocalRevision } from './outbox.ts';

/** The columns of a rebased state. */
export function columnsOf({ changeType, isConflict, ...values }: RevisionState) {
  return { ...revisedRow(values), change_type: changeType, conflict: isConflict ? 1 : null };
}

/** The row of a server's revision; missing fields are those of the revision before. ServiceUnavailable. */
export function fromServer(
  db: Connection,
  characterNo: number,
  one: ServerRevision,
  before: LocalRevision | undefined,
  sent: LocalRevision | undefined,
): LocalRevision & { origin: string | undefined } {
  const values = before && valuesOf(before);
  const given = changingFields.map((name) => {
    const value = one[name] === undefined ? values?.[name] : one[name];
    return [name, value === undefined && optionalFields.has(name) ? null : value];
  });
  if (given.some(([, value]) => value === undefined)) {
    throw new ServiceError('ServiceUnavailable', 'The server left out what this store does not have.');
  }
  const { revision, origin } = one;
  const isOwn = one.changedBy === nameAtServer(db, characterNo);
  // Servers of earlier versions send a member of this name too.
  const changedBy = !isOwn && one.changedBy === localMemberId ? atServer(one.changedBy) : one.changedBy;
  const now = Object.fromEntries(given) as MemoryValues;
  return {
    ...revisedRow(now),
    ...{ memory_no: 0, revision, change_type: typeOf(one, values, now) },
    ...{ changed_by: changedBy, member_id: isOwn ? localMemberId : null },
    ...{ author_kind: one.by ?? null, client: one.client ?? null, words_of: one.wordsOf ?? null },
    ...{ verdict: sent?.verdict ?? null, batch: one.batch ?? null, conflict: one.isConflict ? 1 : null },
    ...{ created_at: one.at, change_no: null, origin },
  };
}

/** Messages call an end an update. */
function typeOf({ changeType, at }: ServerRevision, before: MemoryValues | undefined, after: MemoryValues): ChangeType {
  return changeType === 'UPDATED' && before ? updateType(before, after, at) : changeType;
}

/** A number that is far ahead would hide all revisions that come after it. */
const maxJump = 1_000_000;

/** ConflictUnresolved. */
export function requireInOrder(id: string, news: readonly ServerRevision[], known: number): void {
  const isOdd = news.some(({ revision }, i) => revision === news[i + 1]?.revision || revision > known + maxJump);
  if (isOdd)
    throw new ServiceError('ConflictUnresolved', `The numbers of the revisions of memory ${id} make no order.`);
}

export function insertRevision(
  db: Connection,
  characterNo: number,
  memoryNo: number,
  row: LocalRevision & { origin?: string | null | undefined },
): LocalRevision {
  db.run(
    `INSERT INTO revisions (character_no, memory_no, revision, change_type, changed_by, member_id, author_kind, client,
       words_of, verdict, batch, origin, conflict, created_at, change_no, ${revisionColumns.join(', ')})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${revisionColumns.map(() => '?').join(', ')})`,
    ...[characterNo, memoryNo, row.revision, row.change_type],
    ...[
      row.changed_by,
      row.member_id,
      row.author_kind,
      row.client,
      row.words_of,
      row.verdict,
      row.batch,
      row.origin ?? null,
    ],
    ...[row.conflict, row.created_at, row.change_no, ...revisionColumns.map((column) => row[column])],
  );
  return row;
}

/** Tells whether a memory has, or had, a text, here or in an answer. */
export function textsOf(
  db: Connection,
  characterNo: number,
  revisions: readonly ServerRevision[],
): (memoryId: string, content: string) => boolean {
  const known = new Map<string, Set<string>>();
  const read = (memoryId: string) => {
    const row = findMemory(db, characterNo, memoryId);
    const sql = 'SELECT content FROM revisions WHERE memory_no = ?';
    const stored = row ? db.all<{ content: string }>(sql, row.no) : [];
    const sent = revisions.filter((one) => one.memoryId === memoryId);
    return new Set(
      [...stored, ...sent].flatMap(({ content }) => (content === undefined ? [] : [contentIdentity(content)])),
    );
  };
  return (memoryId, content) => {
    const texts = known.get(memoryId) ?? read(memoryId);
    known.set(memoryId, texts);
    return texts.has(contentIdentity(content));
  };
}

/** Pieces of files store the revision that a sync wrote, and its number may have changed. */
export function movePieces(
  db: Connection,
  memoryNo: number,
  own: readonly LocalRevision[],
  news: readonly ServerRevision[],
  byId: ReadonlyMap<string, LocalRevision>,
  places: ReadonlyMap<number, number>,
  last: number,
): void {
  const arrived = new Map(news.map(({ origin, revision }) => [origin && byId.get(origin)?.revision, revision]));
  for (const { revision } of own.toReversed()) {
    const place = places.get(revision) ?? arrived.get(revision) ?? last;
    if (place === revision) continue;
    db.run('UPDATE piece_memories SET revision = ? WHERE memory_no = ? AND revision = ?', place, memoryNo, revision);
  }
}
