import { serviceScope } from '../../../domain/principal.ts';
import { writeLine } from '../../../storage/postgres/audit/record.ts';
import type { Connection } from '../../../storage/postgres/connection.ts';
import { type Directory, noTenant } from '../../../storage/postgres/directory.ts';
import type { StorePart } from '../../../storage/postgres/engine.ts';
import {
  type AiSettingsRow,
  aiSettingsValues,
  type NamedAiSettingsRow,
  toAiSettings,
  toNamedAiSettings,
} from './rows.ts';
import type { AiSettingsStore } from './store.ts';

export const aiSettingsPart: StorePart = {
  stores: ({ db, directory }) => ({ aiSettings: aiSettingsStore(db, directory) }),
};

function aiSettingsStore(db: Connection, directory: Directory): AiSettingsStore {
  return {
    async of(tenantId) {
      const no = (await directory.tenant(tenantId)) ?? noTenant;
      const row = await db.get<AiSettingsRow>(no, 'SELECT * FROM ai_settings WHERE tenant_no = $1', no);
      return row && toAiSettings(row);
    },

    async set(tenantId, settings, now, by = serviceScope(tenantId, 'set_ai_settings')) {
      const no = await directory.requireTenant(tenantId);
      await db.write(no, async (q) => {
        writeLine(q, no, by, {}, 'OK', now);
        if (!settings) return q.send('DELETE FROM ai_settings WHERE tenant_no = $1', no);
        q.send(
          `INSERT INTO ai_settings (tenant_no, provider, model, base_url, daily_tokens, sealed_key, changed_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (tenant_no) DO UPDATE SET provider = excluded.provider, model = excluded.model,
             base_url = excluded.base_url, daily_tokens = excluded.daily_tokens, sealed_key = excluded.sealed_key,
             changed_at = excluded.changed_at`,
          no,
          ...aiSettingsValues(settings),
          now,
        );
      });
    },

    async reseal(tenantId, from, to) {
      const no = await directory.requireTenant(tenantId);
      await db.write(no, async (q) => {
        q.send('UPDATE ai_settings SET sealed_key = $1 WHERE tenant_no = $2 AND sealed_key = $3', to, no, from);
      });
    },

    async all() {
      const rows = await db.all<NamedAiSettingsRow>(
        null,
        `SELECT ai_settings.*, tenants.id AS tenant_id FROM ai_settings JOIN tenants ON tenants.no = tenant_no
         ORDER BY tenants.id`,
      );
      return rows.map(toNamedAiSettings);
    },
  };
}
