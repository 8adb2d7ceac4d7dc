import { serviceScope } from '../../../domain/principal.ts';
import { writeLine } from '../../../storage/sqlite/audit/record.ts';
import type { Connection } from '../../../storage/sqlite/connection.ts';
import type { StorePart } from '../../../storage/sqlite/engine.ts';
import { tenantRow } from '../../../storage/sqlite/tenancy/tenant-rows.ts';
import {
  type AiSettingsRow,
  aiSettingsValues,
  type NamedAiSettingsRow,
  toAiSettings,
  toNamedAiSettings,
} from './rows.ts';
import type { AiSettingsStore } from './store.ts';

export const aiSettingsPart: StorePart = {
  stores: ({ db }) => ({ aiSettings: aiSettingsStore(db) }),
};

function aiSettingsStore(db: Connection): AiSettingsStore {
  return {
    of: (tenantId) =>
      db.read(() => {
        const row = db.get<AiSettingsRow>('SELECT * FROM ai_settings WHERE tenant_id = ?', tenantId);
        return row && toAiSettings(row);
      }),

    set: (tenantId, settings, now, by = serviceScope(tenantId, 'set_ai_settings')) =>
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

    all: () =>
      db.read(() => db.all<NamedAiSettingsRow>('SELECT * FROM ai_settings ORDER BY tenant_id').map(toNamedAiSettings)),
  };
}
