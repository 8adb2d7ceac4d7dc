import type { AiProvider } from '../../../domain/ai-providers.ts';
import type { Scope } from '../../../domain/principal.ts';

/** A tenant's own AI settings, which replace those of the environment, as stored. */
export interface TenantAiSettings {
  provider: AiProvider;
  /** Default: the provider's usual one. */
  model?: string | undefined;
  /** The base URL of an endpoint compatible with OpenAI's, with its `/v1`; default: OpenAI itself. */
  baseUrl?: string | undefined;
  /** The most tokens of a UTC day; default: no limit. */
  dailyTokens?: number | undefined;
  /** The provider's key, encrypted: readable only with SERVICE_SECRET_KEY. */
  sealedKey: Uint8Array;
}

/** The AI settings of tenants. */
export interface AiSettingsStore {
  /** A tenant's own settings; undefined: none. */
  of(tenantId: string): Promise<TenantAiSettings | undefined>;
  /** Replaces the settings; undefined removes them. NotFound: no such tenant. */
  set(tenantId: string, settings: TenantAiSettings | undefined, now: number, by?: Scope): Promise<void>;
  /** Replaces an encrypted key by the same key encrypted again, unless it was changed meanwhile (compare and swap). */
  reseal(tenantId: string, from: Uint8Array, to: Uint8Array): Promise<void>;
  /** Every tenant with own settings, sorted by id. */
  all(): Promise<{ tenantId: string; settings: TenantAiSettings }[]>;
}

declare module '../../../domain/stores/store.ts' {
  interface Store {
    aiSettings: AiSettingsStore;
  }
}
