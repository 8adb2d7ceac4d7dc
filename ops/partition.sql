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
  options text;
BEGIN
  -- Those whose primary key begins with character_no; what is divided already stays.
  FOR name, secured, options IN
    SELECT relname, relrowsecurity, coalesce('WITH (' || array_to_string(reloptions, ', ') || ')', '')
    FROM pg_class JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
      JOIN pg_attribute ON attrelid = pg_class.oid AND attnum = indkey[0] AND attname = 'character_no'
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND NOT relispartition
    ORDER BY relname
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', name, name || '_whole');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) PARTITION BY HASH (character_no)', name, name || '_whole');
    FOR part IN 0 .. parts - 1 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s) %s',
        name || '_' || part, name, parts, part, options);
    END LOOP;
    EXECUTE format('INSERT INTO %I SELECT * FROM %I', name, name || '_whole');
    EXECUTE format('DROP TABLE %I', name || '_whole');
    -- The next start of a node secures what is not.
    IF secured THEN RAISE NOTICE 'row-level security of % is put back by the next start', name; END IF;
  END LOOP;
END
$$;
