export const aiProviders = ['openai', 'anthropic'] as const;
export type AiProvider = (typeof aiProviders)[number];

/** What a tenant has chosen in place of the environment's settings, as it is kept. */
export interface TenantAiSettings {
  provider: AiProvider;
  /** Default: the provider's usual one. */
  model?: string | undefined;
  /** Of an endpoint compatible with openai, with its `/v1`; default: OpenAI itself. */
  baseUrl?: string | undefined;
  /** The most tokens of a UTC day; default: no limit. */
  dailyTokens?: number | undefined;
  /** The provider's key, sealed: nobody reads it without SERVICE_SECRET_KEY. */
  sealedKey: Uint8Array;
}

/** What a key is sealed for: it opens for this tenant and this endpoint alone, whatever else is beside it. */
export function sealedFor(tenantId: string, { provider, baseUrl }: Pick<TenantAiSettings, 'provider' | 'baseUrl'>) {
  return JSON.stringify([tenantId, provider, baseUrl ?? null]);
}
