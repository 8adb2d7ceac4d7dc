import type { TenantStore, TenantUsage } from '../../domain/store.ts';
import { monthlyUsage } from './ai-usage.ts';
import type { Connection } from './connection.ts';

export function tenantStore(db: Connection): TenantStore {
  return {
    async ensure(tenantId, tier, now) {
      const read = () => db.get<{ tier: string }>('SELECT tier FROM tenants WHERE id = ?', tenantId);
      // Looked up first: an unchanged tenant costs a start no write.
      if ((await db.read(read))?.tier === tier) return;
      await db.write(() =>
        db.run(
          `INSERT INTO tenants (id, name, tier, created_at) VALUES (@tenantId, @tenantId, @tier, @now)
           ON CONFLICT (id) DO UPDATE SET tier = @tier, next_tier = NULL, period_end = NULL`,
          { tenantId, tier, now },
        ),
      );
    },

    usage: (tenantId, now) => db.read(() => usage(db, tenantId, now)),
  };
}

function usage(db: Connection, tenantId: string, now: number): TenantUsage {
  const counted = db.get<{ characters: number; memories: number }>(
    `SELECT count(*) FILTER (WHERE status = 'ACTIVE') AS characters, coalesce(sum(memory_count), 0) AS memories
     FROM characters WHERE tenant_id = ?`,
    tenantId,
  );
  const texts = db.get<{ bytes: number }>(
    `SELECT coalesce(sum(octet_length(content)), 0) AS bytes FROM memories
     JOIN characters ON characters.no = memories.character_no WHERE tenant_id = ?`,
    tenantId,
  );
  const files = db.get<{ count: number }>(
    'SELECT count(*) AS count FROM files JOIN characters ON characters.no = files.character_no WHERE tenant_id = ?',
    tenantId,
  );
  const contents = db.get<{ bytes: number }>(
    `SELECT coalesce(sum(length(bytes)), 0) AS bytes FROM file_contents WHERE content_hash IN
       (SELECT snapshots.content_hash FROM snapshots JOIN files ON files.no = snapshots.file_no
        JOIN characters ON characters.no = files.character_no WHERE tenant_id = ?)`,
    tenantId,
  );
  const ai = monthlyUsage(db, tenantId, now);
  return {
    characters: counted?.characters ?? 0,
    memories: counted?.memories ?? 0,
    files: files?.count ?? 0,
    storageBytes: (texts?.bytes ?? 0) + (contents?.bytes ?? 0),
    aiCalls: ai.calls,
    aiInputTokens: ai.input,
    aiOutputTokens: ai.output,
  };
}
