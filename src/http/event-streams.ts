import { PassingLimit, ServiceError } from '../domain/errors.ts';
import type { Services } from '../service/context.ts';
import type { Authenticated } from '../service/tenancy/keys.ts';
import { type HttpContext, reply } from './exchange.ts';

export interface StreamSettings {
  /** Feeds that one tenant may have open at a server. */
  feedsOfTenant: number;
  /** The interval of heartbeats on a stream (ms): proxies close silent ones. */
  heartbeatMs: number;
  /** How often a feed looks for changes that another process made (ms). */
  pollMs: number;
  /** How long it rests at least between two looks (ms). */
  restMs: number;
}

export const defaultStreams: StreamSettings = { feedsOfTenant: 64, heartbeatMs: 15_000, pollMs: 1_000, restMs: 100 };

/** A server-sent event as in HTML's specification; with only an id, it sets the position to resume. */
export type ServerEvent = { event: string; id?: string | undefined; data: object } | { id: string };

/** Backpressure: resolves when the buffer has space. */
export type Send = (event: ServerEvent) => Promise<void>;

interface Feed {
  credential: Authenticated;
  end(): void;
}

const retryMs = 60_000;
/** Events that wait for their reader. */
const maxWaiting = 32;

/** The event streams of REST: feeds, which last as long as their credential, and answers with progress. */
export class EventStreams {
  readonly settings: StreamSettings;
  readonly #services: Services;
  readonly #feeds = new Set<Feed>();
  readonly #unlisten: () => void;

  constructor(services: Services, settings: StreamSettings = defaultStreams) {
    this.#services = services;
    this.settings = settings;
    this.#unlisten = services.store.keys.onWithdrawal(() => void this.recheck());
  }

  get size(): number {
    return this.#feeds.size;
  }

  /** Throws PassingLimit when the tenant has as many feeds as it may. */
  requireRoom({ principal: { tenantId } }: Authenticated): void {
    const { feedsOfTenant } = this.settings;
    const open = [...this.#feeds].filter(({ credential }) => credential.principal.tenantId === tenantId);
    if (open.length < feedsOfTenant) return;
    const message = `${feedsOfTenant} event streams of this tenant are open already; close one.`;
    throw new PassingLimit(message, this.#services.now() + retryMs);
  }

  /** A stream that ends with its credential. `work` ends when its signal is aborted. */
  feed(
    c: HttpContext,
    headers: Record<string, string>,
    credential: Authenticated,
    work: (send: Send, signal: AbortSignal) => Promise<void>,
  ): Response {
    const ending = new AbortController();
    const feed: Feed = { credential, end: () => ending.abort() };
    this.#feeds.add(feed);
    return this.answer(c, headers, ending, (send, signal) =>
      work(send, signal).finally(() => this.#feeds.delete(feed)),
    );
  }

  /** A stream of `work`'s events, until it is done or the reader has disconnected. */
  answer(
    c: HttpContext,
    headers: Record<string, string>,
    ending: AbortController,
    work: (send: Send, signal: AbortSignal) => Promise<void>,
  ): Response {
    const { heartbeatMs } = this.settings;
    const { signal } = ending;
    let wake: () => void = () => undefined;
    signal.addEventListener('abort', () => wake(), { once: true });
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const write = (text: string) => controller.enqueue(Buffer.from(text));
      const send: Send = async (event) => {
        while (!signal.aborted && (controller.desiredSize ?? 0) <= 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (!signal.aborted) write(written(event));
      };
      const beat = setInterval(() => (controller.desiredSize ?? 0) > 0 && write(':\n\n'), heartbeatMs).unref();
      // Headers are sent with the first piece.
      write(':\n\n');
      void work(send, signal)
        .catch((error: unknown) => this.#services.log('error', 'an event stream broke off', { error }))
        .finally(() => {
          clearInterval(beat);
          // A disconnected reader has closed it.
          if (!isClosed) controller.close();
        });
    };
    let isClosed = false;
    const cancel = () => {
      isClosed = true;
      ending.abort();
    };
    const stream = new ReadableStream({ start, pull: () => wake(), cancel }, { highWaterMark: maxWaiting });
    return reply(c, 200, stream, {
      ...headers,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Proxies would keep it back.
      'x-accel-buffering': 'no',
    });
  }

  /** Ends every feed whose credential is no longer valid. */
  async recheck(): Promise<void> {
    for (const feed of this.#feeds) {
      try {
        const renewed = await feed.credential.renew();
        Object.assign(feed.credential.principal, renewed.principal);
      } catch (error) {
        if (error instanceof ServiceError && (error.status === 401 || error.status === 403)) feed.end();
        else this.#services.log('warn', 'the credential of an event stream cannot be checked', { error });
      }
    }
  }

  /** Ends every feed. */
  close(): void {
    this.#unlisten();
    for (const feed of this.#feeds) feed.end();
  }
}

function written(event: ServerEvent): string {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return 'event' in event ? `event: ${event.event}\n${id}data: ${JSON.stringify(event.data)}\n\n` : `${id}\n`;
}

/** Whether a request asks for a stream of events. */
export function wantsEvents(c: HttpContext): boolean {
  const types = (c.req.header('accept') ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  return types.includes('text/event-stream');
}
