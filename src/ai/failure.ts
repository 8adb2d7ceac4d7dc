import { redactQuoted } from '../base/redact.ts';
import type { AiProvider } from '../domain/ai-providers.ts';
import { AnswerTooLarge } from './limited-fetch.ts';

/** The data of a failed call, read without trusting the error's type. */
export interface ProviderFault {
  /** HTTP status; undefined when there was no answer at all. */
  status: number | undefined;
  /** For a person; names the remedy, never contains the key. */
  message: string;
}

interface Endpoint {
  provider: AiProvider;
  model: string;
  apiKey: string;
}

const maxDetail = 300;

/** Reads an error of either client. Nothing of it is passed on, because it may contain headers with the key. */
export function readFault(error: unknown, endpoint: Endpoint): ProviderFault {
  if (error instanceof AnswerTooLarge) {
    return { status: undefined, message: `The AI provider (${endpoint.provider}) ${error.message}; it was not read.` };
  }
  const { message, status } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const code = typeof status === 'number' ? status : undefined;
  const detail = redactQuoted(typeof message === 'string' ? message : '', endpoint.apiKey).slice(0, maxDetail);
  return { status: code, message: explain(code, detail, endpoint) };
}

function explain(status: number | undefined, detail: string, { provider, model }: Endpoint): string {
  if (status === undefined)
    return `The AI provider (${provider}) can't be reached: check the network and its base URL.`;
  // An endpoint's message about a key may quote it, so it is left out.
  if (status === 401)
    return `The AI provider (${provider}) refused the key (401): check SERVICE_AI_API_KEY or the tenant's AI settings.`;
  if (status === 403) return `The AI provider (${provider}) does not allow this key to use ${model} (403).`;
  if (status === 404) {
    return `The AI provider (${provider}) does not know the model ${model} or the address (404): check SERVICE_AI_MODEL and SERVICE_AI_BASE_URL or the tenant's AI settings.`;
  }
  if (status === 429) {
    return `The AI provider (${provider}) is limiting requests or its quota is used up (429): try again later. ${detail}`;
  }
  if (status >= 500) return `The AI provider (${provider}) failed (${status}), also when asked again: try again later.`;
  return `The AI provider (${provider}) refused the request: ${detail}`;
}

/** Settles as the promise does, or rejects as soon as the signal aborts: clients ignore it between retries. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    promise.catch(() => {});
  }
}
