-- The search index: for each character its passages, numbered in order of arrival, in segments of up to 512.
-- Keys begin with the character, so that neither a write nor a search depends on what other characters hold.

-- Memories written last, not yet in a segment: a write touches one row here instead of one for each of its terms.
CREATE TABLE search_recent (
  character_no INTEGER NOT NULL,
  memory_no INTEGER NOT NULL,
  passages BLOB NOT NULL, -- as in search_segments
  terms TEXT NOT NULL, -- see recent-memories.ts
  PRIMARY KEY (character_no, memory_no)
) STRICT, WITHOUT ROWID;

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

-- Every term that ever came into a segment, for repairing words that the index does not know.
CREATE TABLE search_vocabulary (
  character_no INTEGER NOT NULL,
  term TEXT NOT NULL,
  PRIMARY KEY (character_no, term)
) STRICT, WITHOUT ROWID;
