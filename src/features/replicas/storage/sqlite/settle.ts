import { optionalFields } from '../../../../domain/memory-fields.ts';
import type { Analyses } from '../../../../search/index/analyses.ts';
import type { MemoryRecord } from '../../../../storage/rows/memories.ts';
import { valuesOf } from '../../../../storage/rows/memory-columns.ts';
import { newRow } from '../../../../storage/rows/new-memory.ts';
import type { Recorder } from '../../../../storage/sqlite/audit/record.ts';
import { chosenCategory, findCategory } from '../../../../storage/sqlite/characters/category-rows.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import { storeIdOf } from '../../../../storage/sqlite/disk/identity.ts';
import { dropEmbeddings } from '../../../../storage/sqlite/embeddings/embeddings.ts';
import type { Engine } from '../../../../storage/sqlite/engine.ts';
import { isErased } from '../../../../storage/sqlite/erasing/tombstones.ts';
import {
  activeTwin,
  findMemory,
  insertMemory,
  lastChange,
  putValues,
} from '../../../../storage/sqlite/memories/memory-rows.ts';
import { adjustMemoryCount, reindex } from '../../../../storage/sqlite/memories/memory-unit.ts';
import { contentKey } from '../../../../text/content-key.ts';
import { patchOf, type RevisionState, rebase, stateAfter } from '../../domain/rebase.ts';
import type { ServerRevision } from '../../domain/replication.ts';
import { type Arrival, type OwnChange, settledChanges } from '../../domain/settling.ts';
import type { Settlement } from '../replica-store.ts';
import { changeId, type LocalRevision, sendAgain, stateOf } from './outbox.ts';
import { columnsOf, fromServer, insertRevision, movePieces, requireInOrder, textsOf } from './revision-rows.ts';

/** A memory in an answer of the server. */
interface Touched {
  id: string;
  /** Before the answer; undefined: the memory is new here. */
  row: MemoryRecord | undefined;
  news: ServerRevision[];
}

/** The new state of a memory. */
interface Outcome extends Touched {
  no: number;
  last: LocalRevision;
  categoryNo: number;
  /** Some of its changes still wait for the server. */
  isWaiting: boolean;
  /** It has an end that the server did not take: an older program. */
  isUnknown?: boolean;
}

/**
 * Applies the server's revisions and its results for sent changes. Needs a write unit.
 * @param isWithdrawn the settled changes are taken back here, whatever the server has
 */
export function settleMemories(
  engine: Engine,
  characterNo: number,
  given: Omit<Settlement, 'asked' | 'after'>,
  by: Recorder,
  { analyses, isWithdrawn = false }: { analyses?: Analyses | undefined; isWithdrawn?: boolean } = {},
): void {
  const { db } = engine;
  const number = lastChange(db) + 1;
  const answered = new Set(given.settled.map(({ id }) => id));
  const storeId = storeIdOf(db.sqlite);
  const touched = touchedBy(db, characterNo, given);
  // Memories may swap texts: all old texts are removed first, so that none conflicts.
  const standing = touched.flatMap(({ row }) => (row ? [row.no] : []));
  db.run(
    `UPDATE memories SET state = 'DELETED' WHERE no IN (SELECT value FROM json_each(?)) AND state = 'ACTIVE'`,
    JSON.stringify(standing),
  );
  const isIn = textsOf(db, characterNo, given.revisions);
  const outcomes = touched.map((one) => renew(db, characterNo, one, { number, answered, isIn, isWithdrawn, storeId }));
  const showAll = () => {
    for (const outcome of outcomes) show(engine, characterNo, outcome, by);
  };
  engine.index.inBulk(characterNo, showAll, analyses);
  const taken = new Set(outcomes.filter(({ isWaiting }) => !isWaiting).map(({ no }) => no));
  for (const { no } of outcomes.filter(({ isUnknown }) => isUnknown)) refuse(db, no, unknownEnd, by.now);
  const refused = new Set(given.refused.map(({ change }) => change.id));
  // The reason of a memory's first refused change counts.
  for (const { change, reason } of given.refused.toReversed()) {
    const row = findMemory(db, characterNo, change.memoryId);
    if (!row || taken.has(row.no)) continue;
    refuse(db, row.no, reason, by.now);
    const last = db.get<LocalRevision>(
      'SELECT * FROM revisions WHERE memory_no = ? AND revision = ?',
      row.no,
      row.revision,
    );
    if (last && !refused.has(changeId(storeId, change.memoryId, last))) sendAgain(db, row.no, by.now);
  }
}

const unknownEnd = 'The server has an older version of the program, which does not know when a memory ends.';

function refuse(db: Connection, memoryNo: number, reason: string, at: number): void {
  const sql = `INSERT INTO replica_refusals (memory_no, reason, at) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET reason = excluded.reason, at = excluded.at`;
  db.run(sql, memoryNo, reason, at);
}

function touchedBy(
  db: Connection,
  characterNo: number,
  { revisions, settled }: Pick<Settlement, 'revisions' | 'settled'>,
): Touched[] {
  const news = new Map<string, ServerRevision[]>(settled.map(({ memoryId }) => [memoryId, []]));
  for (const revision of revisions) {
    const known = news.get(revision.memoryId);
    if (known) known.push(revision);
    else news.set(revision.memoryId, [revision]);
  }
  return [...news].flatMap(([id, list]) => {
    const row = findMemory(db, characterNo, id);
    if (!row && (list.length === 0 || isErased(db, characterNo, id))) return [];
    return [{ id, row, news: list.toSorted((a, b) => a.revision - b.revision) }];
  });
}

interface Settling {
  /** The change's. */
  number: number;
  /** Changes that the server says it has decided on. */
  answered: ReadonlySet<string>;
  /** Whether a memory has, or had, a text, here or in the answer. */
  isIn: (memoryId: string, content: string) => boolean;
  isWithdrawn: boolean;
  storeId: string;
}

/** Writes the revisions of a memory: the server's, then the waiting ones. */
function renew(
  db: Connection,
  characterNo: number,
  touched: Touched,
  { number, answered, isIn, isWithdrawn, storeId }: Settling,
): Outcome {
  const { id, row } = touched;
  const no = row?.no ?? insertArrived(db, characterNo, touched);
  const known =
    db.get<{ revision: number }>('SELECT revision FROM replica_memories WHERE memory_no = ?', no)?.revision ?? 0;
  const stored = db.all<LocalRevision>(
    'SELECT * FROM revisions WHERE memory_no = ? AND revision >= ? ORDER BY revision',
    no,
    known,
  );
  const base = stored.find(({ revision }) => revision === known);
  const own = stored.filter(({ revision }) => revision > known);
  const ids = own.map((one) => changeId(storeId, id, one));
  const byId = new Map(own.map((one, i) => [ids[i] as string, one]));
  const news = touched.news.filter(({ revision }) => revision > known);
  requireInOrder(id, news, known);
  db.run('DELETE FROM revisions WHERE memory_no = ? AND revision > ?', no, known);

  let last = base;
  const arrivals: Arrival[] = [];
  for (const one of news) {
    const sent = one.origin === undefined ? undefined : byId.get(one.origin);
    last = insertRevision(db, characterNo, no, { ...fromServer(db, characterNo, one, last, sent), change_no: number });
    arrivals.push({ ...one, state: stateOf(last) });
  }
  if (!last) {
    // The server has merged its creation into another memory; a later answer says so.
    for (const one of own) last = insertRevision(db, characterNo, no, one);
    last = last as unknown as LocalRevision;
    return { ...touched, no, last, categoryNo: categoryOf(db, characterNo, last.category), isWaiting: true };
  }
  // The result counts as a change, even if the server had it before.
  if (news.length === 0) {
    db.run('UPDATE revisions SET change_no = ? WHERE memory_no = ? AND revision = ?', number, no, last.revision);
  }
  db.run(
    'INSERT INTO replica_memories (memory_no, revision) VALUES (?, ?) ON CONFLICT DO UPDATE SET revision = excluded.revision',
    no,
    last.revision,
  );
  const nowIn = touched.news.at(-1)?.nowIn;
  const server = nowIn === undefined ? stateOf(last) : { ...stateOf(last), category: nowIn };
  const changes = own.map((one, i): OwnChange => {
    const before = own[i - 1] ?? base;
    const states = { before: before && stateOf(before), after: stateOf(one) };
    return { id: ids[i] as string, revision: one.revision, at: one.created_at, ...states };
  });
  const isAnswered = (change: string) => answered.has(change);
  const isElsewhere = (content: string) => (activeTwin(db, characterNo, contentKey(content)) ?? { no }).no !== no;
  const settled = isWithdrawn
    ? ids.findLastIndex(isAnswered) + 1
    : settledChanges(changes, { arrivals, now: server, isAnswered, isElsewhere, isIn });
  const waiting = own.slice(settled);
  const stateBefore = (one: LocalRevision) => {
    const before = own[own.indexOf(one) - 1] ?? base;
    return before && stateOf(before);
  };
  const rebased = rebaseChain(base, own, waiting, server);
  const places = new Map<number, number>();
  rebased.forEach((state, i) => {
    const from = waiting[i] as LocalRevision;
    const revision = (last as LocalRevision).revision + 1;
    places.set(from.revision, revision);
    last = insertRevision(db, characterNo, no, {
      ...from,
      ...columnsOf(state),
      revision,
    });
  });
  movePieces(db, no, own, news, byId, places, last.revision);
  const category = rebased.length === 0 ? server.category : last.category;
  const isWaiting = waiting.length > 0;
  if (!isWaiting) db.run('DELETE FROM replica_refusals WHERE memory_no = ?', no);
  const isUnknown =
    stateAfter(server.changeType) !== 'DELETED' &&
    waiting.every((one) => answered.has(changeId(storeId, id, one))) &&
    waiting.some((one) =>
      Object.keys(patchOf(stateBefore(one), stateOf(one))).some((name) => optionalFields.has(name)),
    );
  return { ...touched, no, last, categoryNo: categoryOf(db, characterNo, category), isWaiting, isUnknown };
}

/** Each waiting revision with its difference to the one before, which may no longer wait. */
function rebaseChain(
  base: LocalRevision | undefined,
  own: readonly LocalRevision[],
  waiting: readonly LocalRevision[],
  onto: RevisionState,
): RevisionState[] {
  let current = onto;
  return waiting.map((one) => {
    const before = own[own.indexOf(one) - 1] ?? base;
    const [state] = rebase(before && stateOf(before), [stateOf(one)], current) as [RevisionState];
    current = state;
    return state;
  });
}

/** Inserts a memory that is new here. Its content comes with its revisions. */
function insertArrived(db: Connection, characterNo: number, { id, news }: Touched): number {
  const [first] = news as [ServerRevision];
  const { source: kind = 'direct', sessionId, occurredAt, said, at: now } = first;
  const fixed = { source: { kind }, sessionId, occurredAt, said };
  const memory = { id, content: '', salience: 0, importance: 'NORMAL', ...fixed, isDuplicate: true } as const;
  const categoryNo = chosenCategory(db, characterNo, undefined).no;
  return insertMemory(db, { ...newRow(memory, { no: 0, characterNo, categoryNo, now }), revision: 0 });
}

/** The category with that name, or the default one. */
export function categoryOf(db: Connection, characterNo: number, name: string): number {
  return (findCategory(db, characterNo, name) ?? chosenCategory(db, characterNo, undefined)).no;
}

/** Updates the memory, the index and the counts to the last revision. */
function show(engine: Engine, characterNo: number, outcome: Outcome, by: Recorder): void {
  const { db } = engine;
  const { id, no, row, last, categoryNo } = outcome;
  const key = contentKey(last.content);
  let state = stateAfter(last.change_type);
  const mergedInto = outcome.news.findLast((one) => one.mergedInto !== undefined)?.mergedInto;
  if (mergedInto !== undefined) merge(db, characterNo, id, mergedInto);
  const twin = state === 'ACTIVE' ? activeTwin(db, characterNo, key) : undefined;
  if (twin) {
    // Two memories have the same text: the server's stays, and the next exchange merges them.
    if (outcome.isWaiting) state = 'DELETED';
    else hide(engine, characterNo, twin.no);
  }
  putValues(db, no, valuesOf(last), { categoryNo, key, state, revision: last.revision, now: last.created_at });
  const created = outcome.news.find(({ revision }) => revision === 1);
  if (created) db.run('UPDATE memories SET created_at = ? WHERE no = ?', created.at, no);
  by.changes.note(last.change_type, [no]);
  const wasActive = row?.state === 'ACTIVE';
  const isActive = state === 'ACTIVE';
  const isNewText = row?.content !== last.content;
  const stored = findMemory(db, characterNo, id) as MemoryRecord;
  if (wasActive && !isActive) hideFromSearch(engine, characterNo, no);
  else if (isActive && (!wasActive || isNewText)) {
    reindex(engine, stored);
    if (wasActive) dropEmbeddings(db, [no]);
  }
  if (wasActive !== isActive) adjustMemoryCount(engine, characterNo, isActive ? 1 : -1, isActive ? last.created_at : 0);
}

function hide(engine: Engine, characterNo: number, no: number): void {
  engine.db.run(`UPDATE memories SET state = 'DELETED' WHERE no = ?`, no);
  hideFromSearch(engine, characterNo, no);
  adjustMemoryCount(engine, characterNo, -1);
}

function hideFromSearch(engine: Engine, characterNo: number, no: number): void {
  engine.index.remove(characterNo, [no]);
  dropEmbeddings(engine.db, [no]);
}

function merge(db: Connection, characterNo: number, id: string, into: string): void {
  db.run(
    `INSERT INTO merged_memories (character_no, id, into_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET into_id = excluded.into_id`,
    ...[characterNo, id, into],
  );
}
