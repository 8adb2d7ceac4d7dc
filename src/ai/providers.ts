import { onceDone } from '../base/once.ts';
import type { AiSettings, Embedder, Extractor } from '../domain/ai.ts';
import type { AiProvider } from '../domain/ai-providers.ts';
import { AnthropicExtractor } from './anthropic.ts';
import { defaultDeadlineMs, defaultModels, rulesDeadlineMs } from './models.ts';
import { OpenAiExtractor } from './openai.ts';
import { OpenAiClient } from './openai-client.ts';
import { OpenAiEmbedder } from './openai-embedder.ts';

export interface ProviderOptions {
  /** Without one no provider is used at all. */
  apiKey?: string | undefined;
  provider: AiProvider;
  model?: string | undefined;
  /** Of an endpoint compatible with openai; not for anthropic. */
  baseUrl?: string | undefined;
  /** The client for that endpoint; default: the platform's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** The longest that one extraction may take, in ms. */
  deadlineMs?: number | undefined;
  /** Whether the rules may use the encoder of the package; default: true. */
  encodes?: boolean | undefined;
}

export interface Ai {
  extractor: Extractor;
  /** Absent: search uses only the internal similarity model. */
  embedder?: Embedder;
  settings: AiSettings;
}

/** The extractor and embedder of a configuration. Imports no provider's client yet. */
export function createAi(options: ProviderOptions): Ai {
  const { apiKey, provider, model = defaultModels[provider], baseUrl, fetch, deadlineMs = defaultDeadlineMs } = options;
  const settings = { provider, model, configured: apiKey !== undefined };
  if (apiKey === undefined) return { extractor: rules(options), settings };
  const fallback = rules(options);
  if (provider === 'anthropic') {
    const extractor = Object.assign(new AnthropicExtractor({ apiKey, model, deadlineMs }), { fallback });
    return { extractor, settings };
  }
  const client = new OpenAiClient({ apiKey, baseUrl, fetch });
  return {
    extractor: Object.assign(new OpenAiExtractor(client, model, deadlineMs), { fallback }),
    embedder: new OpenAiEmbedder(client),
    settings,
  };
}

/** Made lazily: compiling the patterns of ten languages would delay a process's first call. */
const rules = ({ encodes = true }: ProviderOptions): Extractor => {
  const load = onceDone(async () => (await import('./rules.ts')).rulesExtractor(encodes));
  return {
    kind: 'rules',
    deadlineMs: rulesDeadlineMs,
    lookUps: async (text) => (await load()).lookUps?.(text) ?? [text],
    extract: async (request, signal) => (await load()).extract(request, signal),
  };
};
