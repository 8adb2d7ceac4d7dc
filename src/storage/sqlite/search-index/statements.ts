import type { Database, Statement } from 'better-sqlite3';
import type { RecentRow, SegmentRow } from '../../../search/index/character-index.ts';
import type { Segment } from '../../../search/index/segments.ts';

/** The postings of a term in some segments, see `PostingsRow`; `parts` as JSON. */
export type GatheredPostings = readonly [term: string, parts: string, postings: Uint8Array];

export type Statements = ReturnType<typeof prepareStatements>;

/** Every statement of the index. */
export function prepareStatements(db: Database) {
  const prepare = <Parameters extends unknown[], Row = unknown>(sql: string): Statement<Parameters, Row> =>
    db.prepare<Parameters, Row>(sql);
  return {
    lastSegment: prepare<[number], Segment>(
      `SELECT segment, lowest_memory_no AS lowestMemoryNo, highest_memory_no AS highestMemoryNo, passages, filter
        FROM search_segments WHERE character_no = ? ORDER BY segment DESC LIMIT 1`,
    ),
    segments: prepare<[number], SegmentRow>(
      'SELECT segment, passages, filter FROM search_segments WHERE character_no = ? ORDER BY segment',
    ).raw(),
    segmentsOf: prepare<[character: number, highest: number, lowest: number], number>(
      `SELECT segment FROM search_segments
        WHERE character_no = ? AND lowest_memory_no <= ? AND highest_memory_no >= ? ORDER BY segment`,
    ).pluck(),
    passages: prepare<[character: number, segment: number], Uint8Array>(
      'SELECT passages FROM search_segments WHERE character_no = ? AND segment = ?',
    ).pluck(),
    putSegment: prepare<[Segment & { readonly characterNo: number }]>(
      `INSERT INTO search_segments (character_no, segment, lowest_memory_no, highest_memory_no, passages, filter)
       VALUES (@characterNo, @segment, @lowestMemoryNo, @highestMemoryNo, @passages, @filter)
       ON CONFLICT DO UPDATE SET lowest_memory_no = excluded.lowest_memory_no,
         highest_memory_no = excluded.highest_memory_no, passages = excluded.passages, filter = excluded.filter`,
    ),
    setPassages: prepare<[Uint8Array, number, number]>(
      'UPDATE search_segments SET passages = ? WHERE character_no = ? AND segment = ?',
    ),
    deleteSegment: prepare<[number, number]>('DELETE FROM search_segments WHERE character_no = ? AND segment = ?'),
    appendPostings: prepare<[number, number, string, Uint8Array]>(
      `INSERT INTO search_postings (character_no, segment, term, postings) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET postings = CAST(postings || excluded.postings AS BLOB)`,
    ),
    // A row and a value for each term: one for each of its segments would take twice as long. A term's postings are
    // concatenated as text, of which SQLite keeps every byte.
    postings: prepare<[wanted: string, character: number], GatheredPostings>(
      `SELECT wanted.key, '[' || group_concat(p.segment || ',' || length(p.postings)) || ']',
          CAST(group_concat(p.postings, '') AS BLOB)
        FROM json_each(?) AS wanted CROSS JOIN json_each(wanted.value) CROSS JOIN search_postings p
        WHERE p.character_no = ? AND p.segment = json_each.value AND p.term = wanted.key GROUP BY wanted.rowid`,
    ).raw(),
    segmentPostings: prepare<[number, number], [term: string, postings: Uint8Array]>(
      'SELECT term, postings FROM search_postings WHERE character_no = ? AND segment = ?',
    ).raw(),
    segmentTerms: prepare<[number, number], string>(
      'SELECT term FROM search_postings WHERE character_no = ? AND segment = ?',
    ).pluck(),
    deletePostings: prepare<[number, number]>('DELETE FROM search_postings WHERE character_no = ? AND segment = ?'),
    // Segments of stagings: invisible to searches.
    isHidden: prepare<[character: number, segment: number], number>(
      `SELECT 1 FROM stagings CROSS JOIN staged_segments ON staging_no = stagings.no
        WHERE character_no = ? AND segment = ?`,
    ).pluck(),
    addRecent: prepare<[number, number, Uint8Array, string]>(
      'INSERT INTO search_recent (character_no, memory_no, passages, terms) VALUES (?, ?, ?, ?)',
    ),
    countRecent: prepare<[number], number>('SELECT count(*) FROM search_recent WHERE character_no = ?').pluck(),
    recent: prepare<[number], RecentRow>(
      'SELECT passages, terms FROM search_recent WHERE character_no = ? ORDER BY memory_no',
    ).raw(),
    recentMemories: prepare<[number], number>('SELECT memory_no FROM search_recent WHERE character_no = ?').pluck(),
    removeRecent: prepare<[number, number]>('DELETE FROM search_recent WHERE character_no = ? AND memory_no = ?'),
    clearRecent: prepare<[number]>('DELETE FROM search_recent WHERE character_no = ?'),
    addVocabulary: prepare<[number, string]>(
      'INSERT INTO search_vocabulary (character_no, term) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ),
    dropVocabulary: prepare<[character: number, terms: string]>(
      `DELETE FROM search_vocabulary AS known WHERE character_no = ? AND term IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (
           SELECT 1 FROM search_segments CROSS JOIN search_postings
             ON search_postings.character_no = search_segments.character_no
             AND search_postings.segment = search_segments.segment AND search_postings.term = known.term
           WHERE search_segments.character_no = known.character_no)`,
    ),
    version: prepare<[number], number>('SELECT index_version FROM characters WHERE no = ?').pluck(),
    touch: prepare<[number]>('UPDATE characters SET index_version = index_version + 1 WHERE no = ?'),
    vocabularyFrom: prepare<[number, string, string], string>(
      'SELECT term FROM search_vocabulary WHERE character_no = ? AND term >= ? AND term < ?',
    ).pluck(),
    vocabularyEnding: prepare<[character: number, twoLetters: string], string>(
      'SELECT term FROM search_vocabulary WHERE character_no = ? AND substr(term, -2) = ?',
    ).pluck(),
  };
}
