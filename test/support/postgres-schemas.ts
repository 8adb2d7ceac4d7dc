import pg from 'pg';

/** The prefix of this run's schemas on a server. */
export const schemaPrefix = (): string => `test_${process.env.TEST_RUN ?? process.pid}`;

/** After a run its schemas are dropped, each by itself: together they would need more locks than a server has. */
async function dropSchemas(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const sql = 'SELECT nspname AS name FROM pg_namespace WHERE starts_with(nspname, $1)';
    const { rows } = await client.query<{ name: string }>(sql, [`${schemaPrefix()}_`]);
    for (const { name } of rows) await client.query(`DROP SCHEMA ${name} CASCADE`);
  } finally {
    await client.end();
  }
}

export default (): (() => Promise<void>) | undefined => {
  const url = process.env.TEST_DATABASE_URL?.trim();
  if (!url) return undefined;
  process.env.TEST_RUN = String(process.pid);
  return () => dropSchemas(url);
};
