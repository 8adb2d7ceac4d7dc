import { type Add, adder } from './add.ts';
import { errorOfEvent, MemoryServiceError } from './errors.ts';
import { readEvents } from './event-stream.ts';
import { lists, routes } from './operations.ts';
import { type Answered, pause, prepare, send, waitBefore } from './request.ts';
import type { CallOptions, Calls, ChangeEvent, ClientOptions } from './types.ts';

export type { Add, Added, AddInput } from './add.ts';
export { type FieldFault, MemoryServiceError } from './errors.ts';
export type * from './operations.ts';
export type { CallOptions, ChangeEvent, ClientOptions, Input, OperationName, Output, Who } from './types.ts';

/** Every operation, as the OpenAPI document names it. Calls throw MemoryServiceErrors. */
export interface Client extends Calls {
  readonly add: Add;
  /** Waits for what is added in the background, and ends what runs in this process. */
  close(): Promise<void>;
}

type Fields = Record<string, unknown>;
const streams = { accept: 'text/event-stream' };

/** A client of `agent-memory-service serve`. Nothing is sent until the first call. */
export function connect(given: ClientOptions, close: () => Promise<void> = async () => undefined): Client {
  const options = checked(given);
  const client: Fields = {};
  for (const [name, route] of Object.entries(routes)) {
    const call = async (input: Fields = {}, more: CallOptions = {}) => {
      const headers = more.onProgress ? streams : {};
      return contentOf(await send(options, route, prepare(route, input), { ...more, headers }), more);
    };
    client[name] = call;
    const items = (lists as Fields)[name];
    if (items !== undefined) Object.assign(call, { each: eachOf(call, String(items)) });
  }
  Object.assign(client.listChanges as object, { follow: followOf(options) });
  const whole = client as unknown as Client;
  const add = adder(whole);
  return Object.assign(whole, { add, close: () => add.flush().then(close) });
}

/** Throws a MemoryServiceError (InvalidInput) for options without an address or a key. */
function checked(options: ClientOptions): ClientOptions {
  const { url, key } = options;
  const invalid = (message: string) => new MemoryServiceError('InvalidInput', message, { status: 400 });
  if (!/^https?:\/\//i.test(url ?? ''))
    throw invalid('url must be the address of a server, such as http://127.0.0.1:8787.');
  if (!key) throw invalid('key must be an API key or a token, or a function that answers one.');
  // The routes begin with /v1.
  return { ...options, url: url.replace(/(?:\/v1)?\/*$/, '') };
}

/** The content of an answer: a record, a text, or the last event of a stream that reports progress first. */
async function contentOf({ response, text }: Answered, { onProgress }: CallOptions): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type !== 'text/event-stream') return type.startsWith('application/json') ? JSON.parse(text) : text;
  for await (const { event, data } of readEvents(response.body!)) {
    if (event === 'progress') {
      const { done, total } = data as { done: number; total: number };
      onProgress?.(done, total);
    }
    if (event === 'result') return data;
    if (event === 'error') throw errorOfEvent(data, response.headers);
  }
  throw new MemoryServiceError('Unreachable', 'The connection ended before the call did.');
}

type ListCall = (input: Fields, options: CallOptions) => Promise<unknown>;

/** Iterates over the pages of a list, by cursor or by number. */
function eachOf(call: ListCall, items: string) {
  return async function* each(input: Fields = {}, options: CallOptions = {}) {
    let next: Fields | undefined = { limit: 100, ...input };
    while (next) {
      const answer = (await call(next, options)) as Fields;
      const found = answer[items] as unknown[];
      yield* found;
      const { nextCursor, page, limit, total } = answer as { [name: string]: number };
      const { page: _, ...asked }: Fields = next;
      const isLast =
        asked.cursor !== undefined || page === undefined || found.length === 0 || (page + 1) * limit! >= total!;
      next = nextCursor ? { ...asked, cursor: nextCursor } : isLast ? undefined : { ...next, page: page + 1 };
    }
  };
}

/** The feed of changes. It reconnects and resumes after a break. */
function followOf(options: ClientOptions) {
  return async function* follow(
    input: Fields = {},
    { after, ...more }: CallOptions & { after?: string | undefined } = {},
  ): AsyncGenerator<ChangeEvent, void, undefined> {
    const { signal } = more;
    let last = after;
    for (let failures = 0; !signal?.aborted; ) {
      try {
        const headers = { ...streams, ...(last !== undefined && { 'last-event-id': last }) };
        const request = prepare(routes.listChanges, input);
        const { response } = await send(options, routes.listChanges, request, { ...more, headers });
        for await (const { event, id, data } of readEvents(response.body!)) {
          failures = 0;
          last = id ?? last;
          if (event === 'error') throw errorOfEvent(data, response.headers);
          if (event === 'change') yield { event, id: last ?? '', change: data as never };
          if (event === 'missed') yield { event, id: last ?? '' };
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof MemoryServiceError && waitBefore(error, failures) === undefined) throw error;
      }
      const lost = new MemoryServiceError('Unreachable', 'The feed broke off.');
      await pause(waitBefore(lost, failures++) ?? 0, signal).catch(() => undefined);
    }
  };
}
