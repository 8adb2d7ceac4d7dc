import type { OpenAI } from 'openai';

export interface OpenAiOptions {
  apiKey: string;
  /** With its `/v1`; default: OpenAI itself. */
  baseUrl?: string | undefined;
}

/** The official client, imported at first use: it costs a tenth of a second that starting must not pay. */
export class OpenAiClient {
  readonly apiKey: string;
  readonly #baseUrl: string | null;
  #client: Promise<OpenAI> | undefined;

  constructor({ apiKey, baseUrl }: OpenAiOptions) {
    this.apiKey = apiKey;
    this.#baseUrl = baseUrl ?? null;
  }

  get(): Promise<OpenAI> {
    this.#client ??= this.#load();
    return this.#client;
  }

  async #load(): Promise<OpenAI> {
    const { OpenAI } = await import('openai');
    return new OpenAI({
      apiKey: this.apiKey,
      baseURL: this.#baseUrl,
      // Null, so that variables meant for other programs (OPENAI_ORG_ID and the like) do not change where this goes.
      adminAPIKey: null,
      organization: null,
      project: null,
      maxRetries: 2,
      // The client would print on stdout, which belongs to the protocol.
      logLevel: 'off',
    });
  }
}
