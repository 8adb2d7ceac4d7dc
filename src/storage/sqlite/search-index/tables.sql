-- The search index: for each character its passages, numbered in order of arrival, in segments of up to 512.
-- Keys begin with the character, so that neither a write nor a search depends on what other characters hold.

-- One record a passage (see passage-records.ts): memory, length, session, minute, fingerprint. Memory 0: retired.
CREATE TABLE search_segments (
  character_no INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  lowest_memory_no INTEGER NOT NULL,
  highest_memory_no INTEGER NOT NULL,
  passages BLOB NOT NULL,
  PRIMARY KEY (character_no, segment)
) STRICT, WITHOUT ROWID;

-- Where a term stands in a segment (see postings.ts): 16 bits an occurrence, passage and word position.
CREATE TABLE search_postings (
  character_no INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  term TEXT NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (character_no, segment, term)
) STRICT, WITHOUT ROWID;
