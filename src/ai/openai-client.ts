import type { OpenAI } from 'openai';
import { once } from '../domain/once.ts';
import { limitedFetch } from './limited-fetch.ts';

export interface OpenAiOptions {
  apiKey: string;
  /** With its `/v1`; default: OpenAI itself. */
  baseUrl?: string | undefined;
}

/** The official client, imported at first use: it costs a tenth of a second that starting must not pay. */
export class OpenAiClient {
  readonly apiKey: string;
  /** Where requests go; null: to OpenAI itself. */
  readonly baseUrl: string | null;

  constructor({ apiKey, baseUrl }: OpenAiOptions) {
    this.apiKey = apiKey;
    this.baseUrl = baseUrl ?? null;
  }

  readonly get = once(() => this.#load());

  async #load(): Promise<OpenAI> {
    const { OpenAI } = await import('openai');
    return new OpenAI({
      apiKey: this.apiKey,
      baseURL: this.baseUrl,
      // Null, so that variables meant for other programs (OPENAI_ORG_ID and the like) do not change where this goes.
      adminAPIKey: null,
      organization: null,
      project: null,
      fetch: limitedFetch,
      maxRetries: 2,
      // The client would print on stdout, which belongs to the protocol.
      logLevel: 'off',
    });
  }
}
