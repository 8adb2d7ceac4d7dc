-- Divides every table of characters into 8 hash partitions by character_no: worth it from about a hundred million
-- memories on. Run it with psql as the owner of the tables, while no node serves; it copies each table, so it needs the
-- room of the largest twice. Statements, plans and the service stay as they are.
--
--   psql -1 -v ON_ERROR_STOP=1 -f ops/partition.sql "$SERVICE_DATABASE_URL"
DO $$
DECLARE
  parts CONSTANT int := 8;
  name text;
  secured boolean;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'character_states', 'categories', 'memories', 'revisions', 'search_recent', 'search_segments', 'search_blocks',
    'search_vocabulary', 'files', 'snapshots', 'file_contents', 'pieces', 'piece_memories', 'captures', 'watches',
    'embeddings', 'embedding_bits']
  LOOP
    -- Without pgvector there are no vectors; what is divided already stays.
    CONTINUE WHEN (SELECT relkind FROM pg_class WHERE oid = to_regclass(name)) IS DISTINCT FROM 'r';
    secured := (SELECT relrowsecurity FROM pg_class WHERE oid = to_regclass(name));
    EXECUTE format('ALTER TABLE %I RENAME TO %I', name, name || '_whole');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) PARTITION BY HASH (character_no)', name, name || '_whole');
    FOR part IN 0 .. parts - 1 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s) %s',
        name || '_' || part, name, parts, part, CASE name WHEN 'character_states' THEN 'WITH (fillfactor = 70)' ELSE '' END);
    END LOOP;
    EXECUTE format('INSERT INTO %I SELECT * FROM %I', name, name || '_whole');
    EXECUTE format('DROP TABLE %I', name || '_whole');
    -- The next start of a node secures what is not.
    IF secured THEN RAISE NOTICE 'row-level security of % is put back by the next start', name; END IF;
  END LOOP;
END
$$;
