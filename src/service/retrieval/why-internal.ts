import type { AiSettings, Embedder } from '../../domain/ai.ts';
import { hasFeature, type Tier } from '../../domain/tier.ts';

/** Why search is set up to use the internal similarity model alone; undefined when embeddings take part. */
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
