-- Vectors, where the extension pgvector exists. halfvec is PLAIN: uncompressed in the row, which makes comparing all
-- vectors of a character 2.5 times as fast. It must fit a page: up to 4,000 dimensions.
CREATE TABLE IF NOT EXISTS embeddings (
  character_no bigint NOT NULL,
  memory_no    integer NOT NULL,
  vector       halfvec NOT NULL,
  PRIMARY KEY (character_no, memory_no)
);
ALTER TABLE embeddings ALTER vector SET STORAGE PLAIN;

-- The sign of each part, for choosing candidates in large characters: 33 vectors fit a page.
CREATE TABLE IF NOT EXISTS embedding_bits (
  character_no bigint NOT NULL,
  memory_no    integer NOT NULL,
  bits         bit varying NOT NULL,
  PRIMARY KEY (character_no, memory_no)
);
