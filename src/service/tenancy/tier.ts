import type { AiSettings, Embedder } from '../../domain/ai.ts';
import { isAtMachine } from '../../domain/principal.ts';
import { hasFeature, type Tier, tierLimits } from '../../domain/tier.ts';
import type { Context } from '../context.ts';

/** Tier, features, usage and AI set-up of the caller's tenant. */
export async function tierInformation(context: Context) {
  const { store, principal, ai, now } = context;
  const { tier } = principal;
  const limits = tierLimits[tier];
  const usage = await store.tenants.usage(principal, now());
  const isUnlimited = tier === 'UNLIMITED';
  return {
    tier: isUnlimited ? ('BUSINESS' as const) : tier,
    unlimited: isUnlimited,
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
    ai: { ...ai, embedding: await embeddingInformation(context) },
    ...(await connectionInformation(context)),
    ...(await placeInformation(context)),
  };
}

/** The servers of the machine's own store, for a caller at it. */
async function connectionInformation({ connections, principal }: Context) {
  if (!connections || !isAtMachine(principal)) return {};
  const shown = await connections();
  return shown.length === 0 ? {} : { connections: shown };
}

/** Where the machine's own store lies, for a caller at it. */
async function placeInformation({ storePlace, principal }: Context) {
  return storePlace && isAtMachine(principal) ? { store: await storePlace() } : {};
}

/** The model that search uses, how many memories wait for it, and why it is the internal one or fails at present. */
async function embeddingInformation({ store, principal, ai, embeddings, withoutVectors }: Context) {
  const reason = embeddings?.unsupported ?? whyInternal(principal.tier, ai, withoutVectors, embeddings?.embedder);
  if (reason !== undefined || !embeddings)
    return { model: 'internal', pending: 0, reason: reason ?? 'none configured' };
  const { generation, model, onMachine } = embeddings.embedder;
  const current = onMachine?.isOwn ? await store.embeddings.currentModel() : undefined;
  if (current && current.name !== generation.name) return { model: 'internal', pending: 0, reason: ofAnother };
  const pending = await store.embeddings.countWaiting(generation, principal);
  return { model, pending, ...(embeddings.failing && { reason: embeddings.failing }) };
}

const ofAnother =
  'the memories of this store are embedded by another model, and vectors of two models cannot be compared';

/** Why search uses only the internal similarity model; undefined when embeddings are used. */
export function whyInternal(
  tier: Tier,
  { configured, provider }: AiSettings,
  withoutVectors: string | undefined,
  embedder: Embedder | undefined,
): string | undefined {
  if (!hasFeature(tier, 'aiExtraction')) return 'the FREE tier uses no AI';
  if (embedder?.onMachine) return withoutVectors;
  if (!configured) return 'no key: SERVICE_AI_API_KEY is not set';
  if (provider === 'anthropic') return 'the provider anthropic has no embeddings';
  return withoutVectors;
}
