import type { OpenAI } from 'openai';
import { once } from '../base/once.ts';
import { limited } from './limited-fetch.ts';

export interface OpenAiOptions {
  apiKey: string;
  /** With its `/v1`; default: OpenAI itself. */
  baseUrl?: string | undefined;
  /** Default: the platform's. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** The official client, imported lazily: importing it takes a tenth of a second. */
export class OpenAiClient {
  readonly apiKey: string;
  /** Where requests go; null: to OpenAI itself. */
  readonly baseUrl: string | null;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ apiKey, baseUrl, fetch = globalThis.fetch }: OpenAiOptions) {
    this.#fetch = fetch;
    this.apiKey = apiKey;
    this.baseUrl = baseUrl ?? null;
  }

  readonly get = once(() => this.#load());

  async #load(): Promise<OpenAI> {
    const { OpenAI } = await import('openai');
    return new OpenAI({
      apiKey: this.apiKey,
      baseURL: this.baseUrl,
      // Null, so that variables for other programs (OPENAI_ORG_ID and the like) have no effect.
      adminAPIKey: null,
      organization: null,
      project: null,
      fetch: limited(this.#fetch),
      maxRetries: 2,
      // The client would print on stdout, which belongs to the protocol.
      logLevel: 'off',
    });
  }
}
