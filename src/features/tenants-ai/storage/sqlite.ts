import { serviceScope } from '../../../domain/principal.ts';
import { writeLine } from '../../../storage/sqlite/audit/record.ts';
import type { Connection } from '../../../storage/sqlite/connection.ts';
import { tenantRow } from '../../../storage/sqlite/tenancy/tenant-rows.ts';
import {
  type AiSettingsRow,
  type AiSettingsStore,
  aiSettingsValues,
  type NamedAiSettingsRow,
  toAiSettings,
  toNamedAiSettings,
} from './rows.ts';

export function aiSettingsStore(db: Connection): AiSettingsStore {
  return {
    settings: (tenantId) =>
      db.read(() => {
        const row = db.get<AiSettingsRow>('SELECT * FROM ai_settings WHERE tenant_id = ?', tenantId);
        return row && toAiSettings(row);
      }),

    setSettings: (tenantId, settings, now, by = serviceScope(tenantId, 'set_ai_settings')) =>
      db.write(() => {
        tenantRow(db, tenantId);
        db.run('DELETE FROM ai_settings WHERE tenant_id = ?', tenantId);
        writeLine(db, by, {}, 'OK', now);
        if (!settings) return;
        db.run(
          `INSERT INTO ai_settings (tenant_id, provider, model, base_url, daily_tokens, sealed_key, changed_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          tenantId,
          ...aiSettingsValues(settings),
          now,
        );
      }),

    reseal: (tenantId, from, to) =>
      db.write(() => {
        db.run('UPDATE ai_settings SET sealed_key = ? WHERE tenant_id = ? AND sealed_key = ?', to, tenantId, from);
      }),

    allSettings: () =>
      db.read(() => db.all<NamedAiSettingsRow>('SELECT * FROM ai_settings ORDER BY tenant_id').map(toNamedAiSettings)),
  };
}
