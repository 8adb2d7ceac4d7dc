-- Spreads the tables of characters over the machines of a Citus cluster (12 or newer) by character_no. All others stay as
-- they are, on the coordinator: tenants, members, keys, characters, the queue of captures, audit, recalls. They are small,
-- and are joined with each other. ops/README.md says what works on a cluster and what it costs.
--
-- Before it, on the coordinator: CREATE EXTENSION citus; citus_set_coordinator_host; citus_add_node for each worker; then
-- CREATE EXTENSION vector, which Citus makes on the workers too. max_prepared_transactions of each worker must cover the
-- sessions of all nodes. Start a node once, so that the tables exist, and `move` a store in, if you have one.
--
-- Run it as the owner of the tables, while no node serves, and again after a new version: it leaves what is distributed.
--
--   psql -v ON_ERROR_STOP=1 -f ops/citus.sql "$SERVICE_DATABASE_URL"
DO $$
DECLARE
  name text;
BEGIN
  IF (SELECT relrowsecurity FROM pg_class WHERE oid = 'characters'::regclass) THEN
    RAISE EXCEPTION 'Row-level security does not work on a cluster: use a database without SERVICE_DATABASE_RLS.';
  END IF;
  FOR name IN
    SELECT relname
    FROM pg_class JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
      JOIN pg_attribute ON attrelid = pg_class.oid AND attnum = indkey[0] AND attname = 'character_no'
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      AND relname NOT IN ('captures', 'files', 'watches', 'recall_counts', 'dismissed_questions')
      AND NOT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = pg_class.oid)
    ORDER BY relname <> 'memories', relname
  LOOP
    PERFORM create_distributed_table(name::regclass, 'character_no',
      colocate_with => CASE name WHEN 'memories' THEN 'none' ELSE 'memories' END);
  END LOOP;
END
$$;
