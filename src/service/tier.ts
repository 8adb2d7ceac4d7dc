import { hasFeature, tierLimits } from '../domain/tier.ts';
import type { Context } from './context.ts';

/** Tier, features, usage and AI set-up of the caller's tenant. */
export async function tierInformation({ store, principal, ai, now }: Context) {
  const { tenantId, tier } = principal;
  const limits = tierLimits[tier];
  const usage = await store.tenants.usage(tenantId, now());
  return {
    tier,
    features: {
      autoRecallAvailable: hasFeature(tier, 'autoRecall'),
      autoCaptureAvailable: hasFeature(tier, 'autoCapture'),
      aiExtractionAvailable: hasFeature(tier, 'aiExtraction'),
      directWriteAvailable: hasFeature(tier, 'directWrite'),
      importPipelineAvailable: hasFeature(tier, 'importPipeline'),
      teamSharingEnabled: hasFeature(tier, 'teamSharing'),
      minSyncIntervalSeconds: limits.minSyncIntervalSeconds,
      maxRequestsPerMinute: limits.rates.SEARCH,
      maxMembers: limits.maxMembers,
      maxApiKeys: limits.maxApiKeys,
      maxCharacters: limits.maxCharacters,
      currentCharacterCount: usage.characters,
    },
    usage,
    ai: { ...ai, embedding: { model: 'internal', pending: 0, reason: embeddingReason(ai.configured) } },
  };
}

function embeddingReason(configured: boolean): string {
  return configured ? 'embeddings are not available' : 'no key: SERVICE_AI_API_KEY is not set';
}
