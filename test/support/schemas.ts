import { onTestFinished } from 'vitest';

/**
 * Empties the tables of the current schema but `store`. For a small table DELETE takes a tenth of the time of TRUNCATE,
 * which gives it and each index a new file; of a large one it would leave the dead rows for the tests that follow.
 */
const emptying = `DO $$
  DECLARE
    name text;
    size bigint;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name, size IN
      SELECT relname, pg_relation_size(oid) FROM pg_class
      WHERE relnamespace = current_schema::regnamespace AND relkind = 'r' AND relname <> 'store' AND pg_relation_size(oid) > 0
    LOOP
      EXECUTE format(CASE WHEN size > 200000 THEN 'TRUNCATE %I CASCADE' ELSE 'DELETE FROM %I' END, name);
    END LOOP;
    PERFORM setval(oid::regclass, 1, false) FROM pg_class
      WHERE relnamespace = current_schema::regnamespace AND relkind = 'S';
  END $$`;

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01';
}

/** Schemas of a database for one test at a time. Making the tables costs most, so they are emptied and used again. */
export class Schemas {
  readonly #make: () => Promise<string>;
  readonly #run: (schema: string, sql: string) => Promise<unknown>;
  /** Empty ones, by the kind of store made in them. */
  readonly #free = new Map<string, string[]>();

  /** @param run runs statements with a schema as the current one */
  constructor(make: () => Promise<string>, run: (schema: string, sql: string) => Promise<unknown>) {
    this.#make = make;
    this.#run = run;
  }

  /** An empty schema for a kind of store, given back after the test. */
  async take(kind: string): Promise<string> {
    const free = this.#free.get(kind) ?? [];
    this.#free.set(kind, free);
    const schema = free.pop() ?? (await this.#make());
    onTestFinished(async () => {
      // A backend may still end what a closed connection has asked for: then one of the two is refused.
      await this.#run(schema, emptying).catch((error: unknown) => {
        if (!isDeadlock(error)) throw error;
        return this.#run(schema, emptying);
      });
      free.push(schema);
    });
    return schema;
  }
}
