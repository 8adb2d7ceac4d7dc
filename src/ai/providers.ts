import type { AiProvider, AiSettings, Embedder, Extractor } from '../domain/ai.ts';
import { AnthropicExtractor } from './anthropic.ts';
import { defaultDeadlineMs, defaultModels } from './models.ts';
import { OpenAiExtractor } from './openai.ts';
import { OpenAiClient } from './openai-client.ts';
import { OpenAiEmbedder } from './openai-embedder.ts';
import { rulesExtractor } from './rules.ts';

export interface ProviderOptions {
  /** Without one no provider is used at all. */
  apiKey?: string | undefined;
  provider: AiProvider;
  model?: string | undefined;
  /** Of an endpoint compatible with openai; not for anthropic. */
  baseUrl?: string | undefined;
  /** The longest that one extraction may take, in ms. */
  deadlineMs?: number | undefined;
}

export interface Ai {
  extractor: Extractor;
  /** Absent: search uses the internal similarity model alone. */
  embedder?: Embedder;
  settings: AiSettings;
}

/** The extractor and embedder that a configuration asks for. Imports no provider's client yet. */
export function createAi(options: ProviderOptions): Ai {
  const { apiKey, provider, model = defaultModels[provider], baseUrl, deadlineMs = defaultDeadlineMs } = options;
  const settings = { provider, model, configured: apiKey !== undefined };
  if (apiKey === undefined) return { extractor: rulesExtractor(), settings };
  if (provider === 'anthropic') return { extractor: new AnthropicExtractor({ apiKey, model, deadlineMs }), settings };
  const client = new OpenAiClient({ apiKey, baseUrl });
  return {
    extractor: new OpenAiExtractor(client, model, deadlineMs),
    embedder: new OpenAiEmbedder(client),
    settings,
  };
}
