import { createAi, type ProviderOptions } from '../src/ai/providers.ts';
import type { Check } from '../src/base/check.ts';

/** As long as a person waits; extractions have more. */
const timeoutMs = 20_000;

/** One extraction of a few words: the provider must know the key and the model, and answer in the form that is asked for. */
export async function checkProvider(options: ProviderOptions): Promise<Check> {
  const name = 'provider';
  const { extractor, settings } = createAi({ ...options, deadlineMs: timeoutMs });
  if (!settings.configured) {
    return { name, ok: true, detail: 'no key: everything works by rules, offline' };
  }
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  const signal = AbortSignal.timeout(timeoutMs);
  const { provider, model } = settings;
  const occurredAt = new Date().toISOString();
  try {
    await extractor.extract({ text: 'Ada likes tea.', categories: [], similar: [], occurredAt }, signal);
    return { name, ok: true, detail: `${provider} answers with ${model}`, ms: elapsed() };
  } catch (error) {
    const detail = signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : (error as Error).message;
    const advice =
      'Check SERVICE_AI_API_KEY, SERVICE_AI_MODEL and SERVICE_AI_BASE_URL; meanwhile nothing is extracted.';
    return { name, ok: false, detail, advice, ms: elapsed() };
  }
}
