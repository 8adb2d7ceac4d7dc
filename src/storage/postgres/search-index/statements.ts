/** The kinds of rows of a read. */
export const kinds = { state: 0, segment: 1, recent: 2, block: 3, category: 4, member: 5, terms: 6 } as const;

/** A row of any kind: numbers, a text, bytes. */
export interface ReadRow {
  kind: number;
  a: number;
  b: number;
  text: string | null;
  bytes: Uint8Array | null;
}

/*
 * Every look-up of a list uses LATERAL and OFFSET 0: otherwise PostgreSQL plans for small characters, which most are,
 * and scans all of a large one.
 */
const state = `WITH state AS MATERIALIZED (
  SELECT index_version, recent_version FROM character_states WHERE character_no = $1)
  SELECT ${kinds.state} AS kind, index_version AS a, recent_version AS b, NULL::text AS text, NULL::bytea AS bytes
  FROM state`;

const blocks = (buckets: string) => `UNION ALL SELECT ${kinds.block}, found.segment, found.bucket, NULL, found.block
  FROM unnest(${buckets}::smallint[]) AS wanted (bucket) CROSS JOIN LATERAL (
    SELECT segment, search_blocks.bucket, block FROM search_blocks
    WHERE character_no = $1 AND search_blocks.bucket = wanted.bucket OFFSET 0) AS found`;

/** $2 and $3: the cached versions; $4: the buckets of the wanted terms. */
export const selectIndex = `${state}
  UNION ALL SELECT ${kinds.segment}, found.segment, 0, NULL, found.passages FROM state CROSS JOIN LATERAL (
    SELECT segment, passages FROM search_segments WHERE character_no = $1 OFFSET 0) AS found
  WHERE state.index_version <> $2::bigint
  UNION ALL SELECT ${kinds.recent}, found.memory_no, 0, found.terms, found.passages FROM state CROSS JOIN LATERAL (
    SELECT memory_no, terms, passages FROM search_recent WHERE character_no = $1 OFFSET 0) AS found
  WHERE state.index_version <> $2::bigint OR state.recent_version <> $3::bigint
  ${blocks('$4')}`;

/** As selectIndex, with the memories of a category; $5: its name without case. */
export const selectIndexInCategory = `${selectIndex}
  UNION ALL SELECT ${kinds.category}, no, 0, NULL, NULL FROM categories WHERE character_no = $1 AND name_key = $5
  UNION ALL SELECT ${kinds.member}, found.no, 0, NULL, NULL FROM (
    SELECT no FROM categories WHERE character_no = $1 AND name_key = $5) AS category CROSS JOIN LATERAL (
    SELECT memories.no FROM memories WHERE memories.character_no = $1 AND memories.category_no = category.no
      AND memories.state = 'ACTIVE' OFFSET 0) AS found`;

/** $2: buckets. */
export const selectPostings = `${state} ${blocks('$2')}`;

/** $2: first letters. */
export const selectTerms = `${state}
  UNION ALL SELECT ${kinds.terms}, 0, 0, found.terms, NULL FROM unnest($2::text[]) AS wanted (initial)
  CROSS JOIN LATERAL (SELECT terms FROM search_vocabulary
    WHERE character_no = $1 AND search_vocabulary.initial = wanted.initial OFFSET 0) AS found`;

export const selectAllTerms = `${state}
  UNION ALL SELECT ${kinds.terms}, 0, 0, terms, NULL FROM search_vocabulary WHERE character_no = $1`;
