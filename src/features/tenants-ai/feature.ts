import { Outside } from '../../service/team/outside.ts';
import { Seal } from '../../service/tenancy/seal.ts';
import type { Feature } from '../feature.ts';
import { readSecretKeys } from './settings.ts';
import { TenantProviders, tenantProviders } from './tenant-providers.ts';

/** Tenants of a server choose their AI provider themselves; their keys are stored encrypted. */
export const tenantsAi: Feature = {
  name: 'tenants-ai',

  check: ({ secretKeys }) => void readSecretKeys(secretKeys),

  wire({ config, services, isServer, createAi, storeModel }) {
    if (!isServer) return;
    const { store, now, log, ai, extractor, embeddings, withoutVectors, dailyTokens } = services;
    const keys = readSecretKeys(config.secretKeys);
    services.tenantAi = new TenantProviders({
      store,
      now,
      log,
      seal: keys && new Seal(keys),
      outside: new Outside({ exceptions: config.privateHosts.ai }),
      environment: { ai, extractor, embeddings, withoutVectors, dailyTokens },
      create: createAi,
      storeModel,
    });
  },

  open: async (services) => tenantProviders(services)?.resealAll(),
};
