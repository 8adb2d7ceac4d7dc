-- Spreads the store over the machines of a Citus cluster (12 or newer): tables of characters by character_no, tables of
-- tenants by tenant_no, all others (tenants, members, keys, the store's own) a copy on each. Every key and every statement
-- names what its table goes by, so nodes of the service stay as they are and speak to the coordinator.
--
-- On paper: it follows Citus' documentation and was not run on a cluster. Try it with a copy of yours before, with the
-- service's own calls; docs/scaling.md tells what to look at. Run it as the owner of the tables, while no node serves, on
-- an empty store (then `move` into it) or on a full one, which is copied:
--
--   psql -v ON_ERROR_STOP=1 -f ops/citus.sql "$SERVICE_DATABASE_URL"
CREATE EXTENSION IF NOT EXISTS citus;
CREATE EXTENSION IF NOT EXISTS vector;

-- Citus gives out numbers in ranges of 64 bits only.
DO $$
DECLARE
  name text;
  numbered text;
BEGIN
  FOR name, numbered IN
    SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attidentity <> '' AND atttypid = 'int4'::regtype
  LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I TYPE bigint', name, numbered);
  END LOOP;
END
$$;

-- The first column of a primary key tells what a table goes by. Those that others refer to come first.
DO $$
DECLARE
  name text;
  key text;
BEGIN
  FOR name, key IN
    SELECT relname, attname
    FROM pg_class LEFT JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
      LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum = indkey[0]
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      AND NOT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = pg_class.oid)
    ORDER BY relname <> 'tenants', relname <> 'members', relname <> 'characters', relname <> 'memories', relname
  LOOP
    IF key = 'character_no' THEN
      PERFORM create_distributed_table(name::regclass, key,
        colocate_with => CASE name WHEN 'memories' THEN 'none' ELSE 'memories' END);
    ELSIF key = 'tenant_no' THEN
      PERFORM create_distributed_table(name::regclass, key,
        colocate_with => CASE name WHEN 'characters' THEN 'none' ELSE 'characters' END);
    ELSE
      PERFORM create_reference_table(name::regclass);
    END IF;
  END LOOP;
END
$$;
