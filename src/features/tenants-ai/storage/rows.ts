import type { AiProvider } from '../../../domain/ai-providers.ts';
import type { TenantAiSettings } from './store.ts';

export interface AiSettingsRow {
  provider: AiProvider;
  model: string | null;
  base_url: string | null;
  daily_tokens: number | null;
  sealed_key: Uint8Array;
}

/** provider, model, base_url, daily_tokens, sealed_key. */
export function aiSettingsValues({ provider, model, baseUrl, dailyTokens, sealedKey }: TenantAiSettings) {
  return [provider, model ?? null, baseUrl ?? null, dailyTokens ?? null, sealedKey] as const;
}

/** A row with its tenant. */
export type NamedAiSettingsRow = AiSettingsRow & { tenant_id: string };

export function toAiSettings(row: AiSettingsRow): TenantAiSettings {
  const { provider, model, base_url: baseUrl, daily_tokens: dailyTokens, sealed_key: sealedKey } = row;
  return {
    provider,
    ...(model !== null && { model }),
    ...(baseUrl !== null && { baseUrl }),
    ...(dailyTokens !== null && { dailyTokens }),
    // Engines return different kinds of Buffers.
    sealedKey: Uint8Array.from(sealedKey),
  };
}

export function toNamedAiSettings(row: NamedAiSettingsRow): { tenantId: string; settings: TenantAiSettings } {
  return { tenantId: row.tenant_id, settings: toAiSettings(row) };
}
