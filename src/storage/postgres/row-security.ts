import type { DatabaseSession } from './driver.ts';

/** Tables whose rows name their tenant. */
const ofTenants = [
  'characters',
  'aliases',
  'shares',
  'ai_usage',
  'ai_reservations',
  'ai_settings',
  'file_places',
  'character_states',
  'captures',
  'hook_sessions',
  'hook_items',
  'hook_receipts',
  'sessions',
  'sign_in_links',
  'passkeys',
  'grants',
  'recalls',
  'audit_events',
  'rate_counts',
  'idempotency_keys',
  'webhooks',
  'deliveries',
  'erasure_secrets',
];

/** Tables whose rows name a character only. */
const ofCharacters = [
  'categories',
  'memories',
  'revisions',
  'memory_links',
  'forget_requests',
  'muted_memories',
  'wrong_answers',
  'kept_pairs',
  'alike_pairs',
  'dismissed_questions',
  'joined_names',
  'character_identities',
  'recall_counts',
  'merged_memories',
  'erasures',
  'erased_texts',
  'erasing_texts',
  'erasure_replicas',
  'search_recent',
  'search_segments',
  'search_blocks',
  'search_vocabulary',
  'files',
  'snapshots',
  'file_contents',
  'pieces',
  'piece_memories',
  'watches',
  'embeddings',
  'embedding_bits',
];

/** A unit sets the tenant whose rows it may see; without it no row is visible. `*` is for the service's own work. */
const tenantSetting = `current_setting('service.tenant', true)`;
const isSetTenant = `(${tenantSetting} = '*' OR tenant_no::text = ${tenantSetting})`;
const isOfSetTenant = `(${tenantSetting} = '*' OR character_no IN (SELECT no FROM characters))`;

/**
 * Enables row-level security for all tables, also for their owner. Superusers bypass it, so the service's user must not
 * be one.
 */
export async function secureRows(session: DatabaseSession): Promise<void> {
  const rules = [
    ...ofTenants.map((table) => [table, isSetTenant]),
    ...ofCharacters.map((table) => [table, isOfSetTenant]),
  ];
  for (const [table, rule] of rules) {
    const { rows } = await session.query(undefined, 'SELECT to_regclass($1) IS NOT NULL AS found', [table]);
    if (!(rows[0] as { found: boolean }).found) continue;
    await session.script(
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
       ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
       DROP POLICY IF EXISTS of_tenant ON ${table};
       CREATE POLICY of_tenant ON ${table} USING ${rule} WITH CHECK ${rule};`,
    );
  }
}

/** Whether row-level security is enabled for those of these tables that exist. */
export async function areSecured(session: DatabaseSession, tables = [...ofTenants, ...ofCharacters]): Promise<boolean> {
  const sql = `SELECT count(*)::int AS open FROM pg_class
    WHERE oid IN (SELECT to_regclass(name) FROM unnest($1::text[]) AS name) AND NOT relrowsecurity`;
  const { rows } = await session.query(undefined, sql, [tables]);
  return (rows[0] as { open: number }).open === 0;
}

/** Whether Citus has distributed the tables: its machines know neither the unit's tenant nor the policies' tables. */
export async function isDistributed(session: DatabaseSession): Promise<boolean> {
  const found = async (sql: string) => {
    const { rows } = await session.query(undefined, `SELECT ${sql} AS found`, []);
    return (rows[0] as { found: boolean }).found;
  };
  return (
    (await found(`to_regclass('pg_dist_partition') IS NOT NULL`)) &&
    (await found(`EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'memories'::regclass)`))
  );
}
