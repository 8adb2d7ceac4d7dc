import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { chatAnswer, embeddingAnswer, messageAnswer, type Spoken } from './protocols.ts';

/** The stand-in's treatment of one request; by default it answers as usual. */
export interface Behaviour extends Spoken {
  /** Answer with this error status instead. */
  status?: number;
  headers?: Record<string, string>;
  /** The error's message; default: "scripted". */
  message?: string;
  /** Answer only then. */
  after?: Promise<unknown>;
  /** Answer JSON that goes on for so many bytes. */
  flood?: number;
  /** Cut the connection without an answer. */
  cut?: boolean;
}

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

/** Never answers. */
export const hanging: Behaviour = { after: new Promise(() => undefined) };

type Scripted = Behaviour | ((received: Received) => Behaviour);

/**
 * Replaces a provider on loopback: chat completions and embeddings of openai, messages with tools of anthropic.
 * Scripted
 * answers come once, in order; then `usual` answers every text.
 */
export class Provider {
  readonly received: Received[] = [];
  /** Behaviour of extractions when nothing is scripted. */
  usual: Scripted = { operations: [] };
  /** Behaviour of embeddings when nothing is scripted. */
  embedding: Behaviour = {};
  /** Overrides `embedding` by the texts of the request. */
  embeddingOf: ((texts: string[]) => Behaviour) | undefined;
  /** Response formats that the endpoint takes; others are refused with 400. */
  formats: string[] = ['json_schema', 'json_object', 'none'];
  /** The ways to choose a tool that the endpoint takes; others are refused with 400. */
  toolChoices: string[] = ['tool', 'auto'];
  #abandoned = 0;
  #flooded = 0;
  readonly #scripts: Scripted[] = [];
  readonly #embeddingScripts: Behaviour[] = [];
  readonly #server = createServer((request, response) => this.#serve(request, response));

  static async start(): Promise<Provider> {
    const provider = new Provider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => provider.stop());
    return provider;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The address without a path; openai's base URL is this with `/v1`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  script(...behaviours: Scripted[]): void {
    this.#scripts.push(...behaviours);
  }

  scriptEmbeddings(...behaviours: Behaviour[]): void {
    this.#embeddingScripts.push(...behaviours);
  }

  /** How many requests their clients cancelled before the answer. */
  get abandoned(): number {
    return this.#abandoned;
  }

  /** How many bytes of floods were taken from it. */
  get flooded(): number {
    return this.#flooded;
  }

  /** The extractions that were asked for, oldest first. */
  get extractions(): Received[] {
    return this.received.filter(({ path }) => !path.endsWith('/embeddings'));
  }

  get embeddings(): Received[] {
    return this.received.filter(({ path }) => path.endsWith('/embeddings'));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Received['body'];
    const received = { path, headers: request.headers, body };
    this.received.push(received);
    const behaviour = this.#behaviour(received);
    response.once('close', () => {
      if (!response.writableEnded) this.#abandoned++;
    });
    await behaviour.after;
    if (response.destroyed) return;
    if (behaviour.cut) return void request.socket.destroy();
    if (behaviour.flood !== undefined) return this.#flood(response, behaviour.flood);
    if (behaviour.status) return send(response, behaviour.status, fault(behaviour), behaviour.headers);
    const refused = this.#refusal(received);
    if (refused) return send(response, 400, fault({ message: refused }));
    if (path === '/v1/chat/completions') return send(response, 200, chatAnswer(body, behaviour));
    if (path === '/v1/messages') return send(response, 200, messageAnswer(body, behaviour));
    if (path === '/v1/embeddings') return send(response, 200, embeddingAnswer(body, behaviour));
    return send(response, 404, fault({ message: `no such path ${path}` }));
  }

  async #flood(response: ServerResponse, bytes: number): Promise<void> {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    response.writeHead(200, { 'content-type': 'application/json' });
    const closed = once(response, 'close');
    for (; this.#flooded < bytes && !response.destroyed; this.#flooded += chunk.length) {
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed]);
    }
    response.end('{}');
  }

  #behaviour(received: Received): Behaviour {
    if (received.path.endsWith('/embeddings')) {
      const scripted = this.#embeddingScripts.shift() ?? this.embeddingOf?.(received.body.input as string[]);
      return scripted ?? this.embedding;
    }
    const scripted = this.#scripts.shift() ?? this.usual;
    return typeof scripted === 'function' ? scripted(received) : scripted;
  }

  #refusal({ path, body }: Received): string | undefined {
    const format = (body.response_format as { type?: string } | undefined)?.type ?? 'none';
    if (path === '/v1/chat/completions' && !this.formats.includes(format))
      return `response_format ${format} is unknown`;
    const choice = (body.tool_choice as { type?: string } | undefined)?.type ?? 'none';
    if (path === '/v1/messages' && !this.toolChoices.includes(choice)) return `tool_choice ${choice} is not supported`;
    return undefined;
  }
}

function fault({ message = 'scripted' }: Pick<Behaviour, 'message'>): object {
  return { type: 'error', error: { type: 'scripted_error', message, code: null, param: null } };
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  // Clients that ask again need not wait in a test.
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1', ...headers });
  response.end(JSON.stringify(body));
}
