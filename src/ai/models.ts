import type { AiProvider } from '../domain/ai-providers.ts';

/** The default model for extraction: small, current, fast. */
export const defaultModels: Record<AiProvider, string> = {
  openai: 'gpt-5.4-mini',
  anthropic: 'claude-haiku-5-5',
};

/** Where the encoder's model is published. */
export const defaultModelAddress = 'https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/main';

/**
 * Fixed: vectors of different models can't be compared. An endpoint of one's own may serve another model by this name,
 * with vectors of a length of its own, up to this one.
 */
export const embeddingModel = { name: 'text-embedding-3-small', maxDimensions: 4_096 } as const;

/** Below a host's own timeout of 60 seconds, with time to answer. */
export const defaultDeadlineMs = 50_000;
/** The longest that extraction by rules may take, in ms. */
export const rulesDeadlineMs = 10_000;

/** Room for the facts of the longest text (10,000 characters) and little more. */
export const maxAnswerTokens = 8_192;
