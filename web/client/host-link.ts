import { Failure } from './client.ts';

interface Message {
  jsonrpc?: unknown;
  id?: string | number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message?: string };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Failure): void;
}

/** JSON-RPC with the window that shows this one: https://github.com/modelcontextprotocol/ext-apps, `2026-01-26`. */
export class HostLink {
  readonly #host: Window;
  readonly #waiting = new Map<number, Waiting>();
  readonly #handlers = new Map<string, (params: never) => unknown>();
  #last = 0;

  constructor(own: Window = window) {
    this.#host = own.parent;
    own.addEventListener('message', ({ source, data }: MessageEvent<Message | undefined>) => {
      // Ignores messages of other windows than the host's.
      if (source === this.#host && data?.jsonrpc === '2.0') this.#receive(data);
    });
  }

  /** Handles a notification or a request of the host; its result answers the request. */
  on<Params>(method: string, handle: (params: Params) => unknown): void {
    this.#handlers.set(method, handle);
  }

  notify(method: string, params: object = {}): void {
    this.#send({ method, params });
  }

  /** Throws a Failure when the host refuses, the signal's reason when it is aborted. */
  request<Result>(method: string, params: object, signal?: AbortSignal): Promise<Result> {
    this.#last += 1;
    const id = this.#last;
    return new Promise<Result>((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = () => {
        if (!this.#waiting.delete(id)) return;
        this.notify('notifications/cancelled', { requestId: id });
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const done = () => signal?.removeEventListener('abort', abort);
      this.#waiting.set(id, {
        resolve: (result) => {
          done();
          resolve(result as Result);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      this.#send({ id, method, params });
    });
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (method === undefined) {
      const waiting = this.#waiting.get(id as number);
      this.#waiting.delete(id as number);
      if (error) waiting?.reject(new Failure('Refused', error.message ?? 'The host refused.'));
      else waiting?.resolve(result);
      return;
    }
    const handle = this.#handlers.get(method);
    if (id === undefined) handle?.(params as never);
    else if (handle) this.#send({ id, result: handle(params as never) ?? {} });
    else this.#send({ id, error: { code: -32_601, message: `Unknown method: ${method}` } });
  }

  #send(message: object): void {
    // A page in a host does not know the host's origin.
    this.#host.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
