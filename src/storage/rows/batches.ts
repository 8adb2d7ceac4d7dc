import { askedMark, forgottenMark } from '../../domain/forgotten.ts';
import { learntBounds, learntUpTo } from '../../domain/learnt.ts';
import type { AuthorKind, ChangeType, Memory } from '../../domain/memory.ts';
import type { RevisedRow } from '../../domain/memory-fields.ts';
import type { BatchedMemory, BatchFilter, BatchPlace, ChangeBatch } from '../../domain/stores/changes.ts';
import type { NumberedCharacter } from './changes.ts';
import { haveSameState, revisionColumnsOf, valuesOf } from './memory-columns.ts';

/** A memory of a batch. `change_type` and the fields after it are those of the revision before the batch. */
export interface BatchedRow extends RevisedRow {
  id: string;
  state: Memory['state'];
  is_as_made: 0 | 1;
  moved: string | null;
  change_type: ChangeType | null;
  since_type: ChangeType;
  since_kind: AuthorKind | null;
  since_by: string;
  since_client: string | null;
  since_at: number;
  since_content: string;
}

/** Whether a memory is as a revision left it, by the present one, `since`: what changed it since may have been undone. */
const isAs = (made: string) => `CASE WHEN ${haveSameState(made, 'since')} THEN 1 ELSE 0 END AS is_as_made`;

/** Its columns; `of` has a batch's first revision of each memory, `made` is its last one, `since` the present one. */
export const batchedColumns = `memories.id, memories.state, ${isAs('made')}, of.moved, before.change_type,
  ${revisionColumnsOf('before')}, since.change_type AS since_type, since.author_kind AS since_kind,
  since.changed_by AS since_by, since.client AS since_client, since.created_at AS since_at, since.content AS since_content`;

export function toBatched(row: BatchedRow): BatchedMemory {
  const { id: memoryId, state, change_type: changeType } = row;
  const before = changeType === null ? undefined : { changeType, ...valuesOf(row) };
  const isLatest = row.is_as_made === 1;
  return { memoryId, state, isLatest, ...(row.moved && { moved: row.moved }), before, ...(!isLatest && sinceOf(row)) };
}

function sinceOf(row: BatchedRow): Pick<BatchedMemory, 'since'> {
  return {
    since: {
      changeType: row.since_type,
      ...(row.since_kind !== null && { kind: row.since_kind }),
      name: row.since_by,
      ...(row.since_client !== null && { client: row.since_client }),
      at: row.since_at,
      content: row.since_content,
    },
  };
}

/** A batch by its first change. */
export interface BatchRow {
  character_no: number;
  batch: string;
  memories: number;
  /** How many it stored; null: it is not counted. */
  added: number | null;
  memory_no: number;
  memory_id: string;
  is_as_made: 0 | 1;
  change_type: ChangeType;
  content: string;
  moved: string | null;
  /** Whose words its first memories are, as a JSON list. */
  words_of: string | null;
  /** What the user asked to forget of it. */
  forgotten: string | null;
  changed_by: string;
  member_id: string | null;
  member_name: string | null;
  author_kind: AuthorKind | null;
  client: string | null;
  created_at: number;
  superseded_by: string | null;
}

/** The memories of an import in which its documents are looked for. */
const maxLookedAt = 1_000;

/** SQL of an engine: parameters, a JSON list of different values, numbers of the characters that pairs may be over. */
interface BatchDialect {
  character: string;
  until: string;
  limit: string;
  kind: string;
  client: string;
  changeType: string;
  distinct: (sql: string) => string;
  owned: string;
}

/** The lists whose newest ones are the newest batches, each as SQL, with the values of its parameters. */
export function batchLists(of: BatchDialect) {
  const lists = [
    { sql: selectBatches(of), until: (at: number): number | string => at },
    { sql: selectLearntBatches(of), until: (at: number) => learntUpTo(at + 1) },
    { sql: selectKeptBatches(of), until: (at: number) => at },
  ];
  return lists.map(({ sql, until }) => ({
    sql,
    values: ({ before = latest, limit, kind, client, changeType }: BatchFilter) => ({
      ...{ until: until(before.at), limit: limit + before.skip },
      ...{ kind: kind ?? null, client: client ?? null, changeType: changeType ?? null },
    }),
  }));
}

/** Whether a batch is asked for by these expressions: author's kind, client, change type. */
const isAsked = (of: BatchDialect, kind: string, client: string, changeType: string) =>
  [[of.kind, kind] as const, [of.client, client] as const, [of.changeType, changeType] as const]
    .map(([asked, is]) => `(cast(${asked} AS text) IS NULL OR ${is} = cast(${asked} AS text))`)
    .join(' AND ');

/** The columns of a batch, from `latest`, the first of its revisions. */
const columns = `latest.character_no, latest.batch, latest.memory_no, memories.id AS memory_id,
  ${isAs('latest')}, latest.change_type, latest.content, latest.moved, latest.changed_by, latest.member_id,
  latest.author_kind, latest.client, latest.created_at, latest.superseded_by`;

/** The memory of each of `latest`, as it is now. */
const standingNow = (character: string) => `FROM latest
    CROSS JOIN memories CROSS JOIN revisions AS since WHERE memories.character_no = ${character}
      AND memories.no = latest.memory_no AND since.character_no = ${character}
      AND since.memory_no = latest.memory_no AND since.revision = memories.revision`;

/**
 * The latest batches of a character, newest first, but for those that hooks learnt. A skip scan: each batch costs two seeks
 * in `revisions_of_batch`, however many memories it has; those of the chosen ones are counted there. Undos are always there:
 * they say what is undone.
 */
function selectBatches(of: BatchDialect): string {
  const { character, until, limit, distinct } = of;
  const [from, to] = learntBounds;
  const ofBatch = (batch: string) =>
    `FROM revisions AS one WHERE one.character_no = ${character} AND one.batch = ${batch}`;
  const isLearnt = `names.batch >= '${from}' AND names.batch < '${to}'`;
  return `WITH RECURSIVE names (batch) AS (
      SELECT min(one.batch) FROM revisions AS one WHERE one.character_no = ${character} AND one.batch IS NOT NULL
      UNION ALL
      SELECT (SELECT min(one.batch) FROM revisions AS one
        WHERE one.character_no = ${character} AND one.batch > CASE WHEN ${isLearnt} THEN '${to}' ELSE names.batch END)
        FROM names WHERE names.batch IS NOT NULL),
    firsts (batch, memory_no) AS (
      SELECT names.batch, (SELECT min(one.memory_no) ${ofBatch('names.batch')}) FROM names
      WHERE names.batch IS NOT NULL AND NOT (${isLearnt})),
    latest AS (
      SELECT first.* FROM firsts CROSS JOIN revisions AS first WHERE first.character_no = ${character}
        AND first.memory_no = firsts.memory_no AND first.revision =
          (SELECT min(one.revision) ${ofBatch('firsts.batch')} AND one.memory_no = firsts.memory_no)
        AND first.created_at <= ${until}
        AND (first.batch LIKE '%~%' OR ${isAsked(of, 'first.author_kind', 'first.client', 'first.change_type')})
      ORDER BY first.created_at DESC, first.batch DESC LIMIT ${limit})
    SELECT ${columns}, cast(NULL AS integer) AS added,
      (SELECT cast(count(DISTINCT one.memory_no) AS integer) ${ofBatch('latest.batch')}) AS memories,
      CASE WHEN latest.change_type = 'CREATED' THEN (SELECT ${distinct('found.words_of')}
        FROM (SELECT one.words_of ${ofBatch('latest.batch')} LIMIT ${maxLookedAt}) AS found) END AS words_of,
      (SELECT request.what FROM forget_requests AS request
        WHERE (latest.batch LIKE '${forgottenMark}%' OR latest.batch LIKE '${askedMark}%') AND request.character_no = ${character}
          AND request.memory_no = latest.memory_no AND request.at <= latest.created_at) AS forgotten
    ${standingNow(character)}`;
}

/** The latest batches of what hooks learnt of a character, as `selectBatches`: the first that the index has. */
function selectLearntBatches(of: BatchDialect): string {
  const { character, until, limit } = of;
  return `WITH names AS (
      SELECT one.batch, cast(count(DISTINCT one.memory_no) AS integer) AS memories,
        cast(count(DISTINCT CASE WHEN one.change_type IN ('CREATED', 'PROPOSED') THEN one.memory_no END) AS integer) AS added
      FROM revisions AS one WHERE one.character_no = ${character}
        AND one.batch >= '${learntBounds[0]}' AND one.batch < ${until}
        AND ${isAsked(of, 'one.author_kind', 'one.client', 'one.change_type')}
      GROUP BY one.batch ORDER BY one.batch DESC LIMIT ${limit}),
    firsts AS (
      SELECT names.*, (SELECT max(one.memory_no) FROM revisions AS one
        WHERE one.character_no = ${character} AND one.batch = names.batch) AS memory_no FROM names),
    latest AS (
      SELECT first.*, firsts.memories, firsts.added FROM firsts CROSS JOIN revisions AS first
      WHERE first.character_no = ${character} AND first.memory_no = firsts.memory_no AND first.revision =
        (SELECT min(one.revision) FROM revisions AS one
          WHERE one.character_no = ${character} AND one.batch = firsts.batch AND one.memory_no = firsts.memory_no))
    SELECT ${columns}, latest.added, latest.memories, cast(NULL AS text) AS words_of, cast(NULL AS text) AS forgotten
    ${standingNow(character)}`;
}

/**
 * The latest answers of a character by which both memories of pairs are right, as `selectBatches` has batches; those of
 * which a text has changed are left out.
 */
function selectKeptBatches(of: BatchDialect): string {
  const { character, until, limit, owned } = of;
  const found = (characters: string, keys: string) =>
    `FROM memories AS one WHERE one.character_no IN (${characters}) AND one.state = 'ACTIVE' AND one.content_key IN (${keys})`;
  const isThere = (key: string) => `EXISTS (SELECT 1 ${found(owned, `pair.${key}`)})`;
  return `WITH kept AS (
      SELECT pair.*, (SELECT min(one.no) ${found(character, 'pair.lower_key, pair.higher_key')}) AS memory_no
      FROM kept_pairs AS pair
      WHERE pair.character_no = ${character} AND pair.batch IS NOT NULL AND pair.kept_at <= ${until}
        AND ${isThere('lower_key')} AND ${isThere('higher_key')} AND ${isAsked(of, "'user'", 'pair.client', "'UPDATED'")}),
    latest AS (
      SELECT pair.batch, cast(count(*) AS integer) AS memories, min(pair.memory_no) AS memory_no,
        min(pair.kept_at) AS created_at, min(pair.kept_by) AS changed_by, min(pair.client) AS client
      FROM kept AS pair WHERE pair.memory_no IS NOT NULL
      GROUP BY pair.batch ORDER BY 4 DESC, 1 DESC LIMIT ${limit})
    SELECT memories.character_no, latest.batch, latest.memory_no, memories.id AS memory_id, 1 AS is_as_made, 'UPDATED' AS change_type, memories.content, cast(NULL AS text) AS moved, cast(NULL AS text) AS superseded_by,
      latest.changed_by, cast(NULL AS text) AS member_id, 'user' AS author_kind, latest.client, latest.created_at,
      cast(NULL AS integer) AS added, latest.memories, cast(NULL AS text) AS words_of, cast(NULL AS text) AS forgotten
    FROM latest CROSS JOIN memories WHERE memories.character_no = ${character} AND memories.no = latest.memory_no`;
}

/** Whether what was asked of a memory waits: no person has chosen to forget it since. `+ 0` has an engine look by the memory. */
export const isUnanswered = `NOT EXISTS (SELECT 1 FROM revisions AS since WHERE since.character_no = request.character_no
  AND since.memory_no = request.memory_no AND since.batch LIKE '${forgottenMark}%' AND since.created_at + 0 >= request.at)`;

/** The place before the newest batch. */
const latest: BatchPlace = { at: Number.MAX_SAFE_INTEGER, skip: 0 };

/** The newest of those of several characters, from a place on. */
export function toBatches(
  rows: readonly BatchRow[],
  characters: readonly NumberedCharacter[],
  { limit, before: { skip } = latest }: BatchFilter,
): ChangeBatch[] {
  const ids = new Map(characters.map(({ no, id }) => [no, id]));
  return rows
    .toSorted(
      (a, b) =>
        b.created_at - a.created_at ||
        (a.batch === b.batch ? a.character_no - b.character_no : a.batch < b.batch ? 1 : -1),
    )
    .slice(skip, skip + limit)
    .map((row) => ({
      characterId: ids.get(row.character_no)!,
      batchId: row.batch,
      at: row.created_at,
      memories: row.memories,
      ...(row.added !== null && { added: row.added }),
      ...(row.author_kind !== null && { kind: row.author_kind }),
      name: row.member_name ?? row.changed_by,
      ...(row.client !== null && { client: row.client }),
      changeType: row.change_type,
      content: row.content,
      memoryId: row.memory_id,
      ...(row.moved !== null && { moved: row.moved }),
      ...(row.superseded_by !== null && { supersededBy: row.superseded_by }),
      ...documentsOf(row.words_of),
      ...(row.forgotten !== null && { forgotten: row.forgotten }),
      isLatest: row.is_as_made === 1,
    }));
}

function documentsOf(wordsOf: string | null): Pick<ChangeBatch, 'documents'> {
  const all: (string | null)[] = JSON.parse(wordsOf ?? '[]');
  const documents = all.flatMap((one) => /^document:(.+)$/su.exec(one ?? '')?.[1] ?? []).toSorted();
  return documents.length > 0 ? { documents } : {};
}
