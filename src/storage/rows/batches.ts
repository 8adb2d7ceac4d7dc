import type { AuthorKind, ChangeType } from '../../domain/memory.ts';
import type { BatchPlace, ChangeBatch } from '../../domain/stores/changes.ts';
import type { NumberedCharacter } from './changes.ts';

/** A batch by its first change. */
export interface BatchRow {
  character_no: number;
  batch: string;
  memories: number;
  memory_no: number;
  memory_id: string;
  revision: number;
  /** The memory's present one. */
  present: number;
  change_type: ChangeType;
  content: string;
  moved: string | null;
  /** Whose words its first memories are, as a JSON list. */
  words_of: string | null;
  changed_by: string;
  member_id: string | null;
  member_name: string | null;
  author_kind: AuthorKind | null;
  client: string | null;
  created_at: number;
}

/** The memories of an import in which its documents are looked for. */
const maxLookedAt = 1_000;

/**
 * The latest batches of a character, newest first. A skip scan: each batch costs two seeks in `revisions_of_batch`, however
 * many memories it has; those of the chosen ones are counted there.
 * @param character its number, the latest time of a batch and how many batches, as SQL
 * @param distinct the engine's JSON list of the different values of an expression
 */
export function selectBatches(
  character: string,
  { until, limit }: { until: string; limit: string },
  distinct: (sql: string) => string,
): string {
  const ofBatch = (batch: string) =>
    `FROM revisions AS one WHERE one.character_no = ${character} AND one.batch = ${batch}`;
  return `WITH RECURSIVE names (batch) AS (
      SELECT min(one.batch) FROM revisions AS one WHERE one.character_no = ${character} AND one.batch IS NOT NULL
      UNION ALL
      SELECT (SELECT min(one.batch) FROM revisions AS one
        WHERE one.character_no = ${character} AND one.batch > names.batch) FROM names WHERE names.batch IS NOT NULL),
    firsts (batch, memory_no) AS (
      SELECT names.batch, (SELECT min(one.memory_no) ${ofBatch('names.batch')}) FROM names WHERE names.batch IS NOT NULL),
    latest AS (
      SELECT first.* FROM firsts CROSS JOIN revisions AS first WHERE first.character_no = ${character}
        AND first.memory_no = firsts.memory_no AND first.revision =
          (SELECT min(one.revision) ${ofBatch('firsts.batch')} AND one.memory_no = firsts.memory_no)
        AND first.created_at <= ${until}
      ORDER BY first.created_at DESC, first.batch DESC LIMIT ${limit})
    SELECT latest.character_no, latest.batch, latest.memory_no, memories.id AS memory_id, latest.revision,
      memories.revision AS present, latest.change_type, latest.content, latest.moved, latest.changed_by, latest.member_id,
      latest.author_kind, latest.client, latest.created_at,
      (SELECT cast(count(DISTINCT one.memory_no) AS integer) ${ofBatch('latest.batch')}) AS memories,
      CASE WHEN latest.change_type = 'CREATED' THEN (SELECT ${distinct('found.words_of')}
        FROM (SELECT one.words_of ${ofBatch('latest.batch')} LIMIT ${maxLookedAt}) AS found) END AS words_of
    FROM latest CROSS JOIN memories WHERE memories.character_no = ${character} AND memories.no = latest.memory_no`;
}

/**
 * The latest answers of a character by which both memories of pairs are right, as `selectBatches` has batches; those of
 * which a text has changed are left out.
 */
export function selectKeptBatches(character: string, { until, limit }: { until: string; limit: string }): string {
  const isThere = (of: string, key: string) =>
    `${of}.character_no = ${character} AND ${of}.state = 'ACTIVE' AND ${of}.content_key = pair.${key}`;
  return `WITH latest AS (
      SELECT pair.batch, cast(count(*) AS integer) AS memories, min(one.no) AS memory_no,
        min(pair.kept_at) AS created_at, min(pair.kept_by) AS changed_by, min(pair.client) AS client
      FROM kept_pairs AS pair CROSS JOIN memories AS one CROSS JOIN memories AS other
      WHERE pair.character_no = ${character} AND pair.batch IS NOT NULL AND pair.kept_at <= ${until}
        AND ${isThere('one', 'lower_key')} AND ${isThere('other', 'higher_key')}
      GROUP BY pair.batch ORDER BY 4 DESC, 1 DESC LIMIT ${limit})
    SELECT memories.character_no, latest.batch, latest.memory_no, memories.id AS memory_id, memories.revision,
      memories.revision AS present, 'UPDATED' AS change_type, memories.content, cast(NULL AS text) AS moved,
      latest.changed_by, cast(NULL AS text) AS member_id, 'user' AS author_kind, latest.client, latest.created_at,
      latest.memories, cast(NULL AS text) AS words_of
    FROM latest CROSS JOIN memories WHERE memories.character_no = ${character} AND memories.no = latest.memory_no`;
}

/** The place before the newest batch. */
export const latest: BatchPlace = { at: Number.MAX_SAFE_INTEGER, skip: 0 };

/** The newest of those of several characters, from a place on. */
export function toBatches(
  rows: readonly BatchRow[],
  characters: readonly NumberedCharacter[],
  limit: number,
  { skip }: BatchPlace,
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
      ...(row.author_kind !== null && { kind: row.author_kind }),
      name: row.member_name ?? row.changed_by,
      ...(row.client !== null && { client: row.client }),
      changeType: row.change_type,
      content: row.content,
      memoryId: row.memory_id,
      ...(row.moved !== null && { moved: row.moved }),
      ...documentsOf(row.words_of),
      isLatest: row.present === row.revision,
    }));
}

function documentsOf(wordsOf: string | null): Pick<ChangeBatch, 'documents'> {
  const all: (string | null)[] = JSON.parse(wordsOf ?? '[]');
  const documents = all.flatMap((one) => /^document:(.+)$/su.exec(one ?? '')?.[1] ?? []).toSorted();
  return documents.length > 0 ? { documents } : {};
}
