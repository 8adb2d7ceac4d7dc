import { usualGeneration } from '../../src/ai/openai-embedder.ts';
import { createAi } from '../../src/ai/providers.ts';
import { TenantProviders } from '../../src/features/tenants-ai/tenant-providers.ts';
import type { Services } from '../../src/service/context.ts';
import { Outside } from '../../src/service/team/outside.ts';
import { Seal, type SealKeys } from '../../src/service/tenancy/seal.ts';

export const secretKey = (n: number) => Buffer.alloc(32, n);

export interface TenantAiChoices {
  keys?: SealKeys | undefined;
  exceptions?: string[];
  storeModel?: string;
}

/** Adds AI settings of tenants to services, as `serve` does. */
export function withTenantAi(services: Services, choices: TenantAiChoices = {}): TenantProviders {
  const { exceptions = [], storeModel = usualGeneration } = choices;
  const keys = 'keys' in choices ? choices.keys : { current: secretKey(1) };
  const { ai, extractor, embeddings, withoutVectors, dailyTokens } = services;
  const tenantAi = new TenantProviders({
    ...services,
    seal: keys && new Seal(keys),
    outside: new Outside({ exceptions }),
    environment: { ai, extractor, embeddings, withoutVectors, dailyTokens },
    create: createAi,
    storeModel,
  });
  services.tenantAi = tenantAi;
  return tenantAi;
}
