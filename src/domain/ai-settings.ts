export const aiProviders = ['openai', 'anthropic'] as const;
export type AiProvider = (typeof aiProviders)[number];

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

/** The authenticated data of an encrypted key: it can be decrypted only for this tenant and this endpoint. */
export function sealedFor(tenantId: string, { provider, baseUrl }: Pick<TenantAiSettings, 'provider' | 'baseUrl'>) {
  return JSON.stringify([tenantId, provider, baseUrl ?? null]);
}
