import type { StreamEvent } from '../../clients/typescript/event-stream.ts';
import { Failure } from '../client/client.ts';
import type { HttpClient } from '../client/http-client.ts';
import { t } from '../languages/translate.ts';

/** Debounce of events (ms), then a pause: an agent that writes much must not use up the rate limit. */
const gatherMs = 100;
const betweenMs = 2_500;
/** So long after a change (ms) the service has judged what it means for other memories, of which no event tells. */
const settledMs = 3_000;
/** Reconnect after this long without a heartbeat (three times the server's interval, ms). */
const silenceMs = 45_000;
/** The backoff of reconnects (ms): first and longest. */
const waits = { first: 500, most: 30_000 } as const;
/** A connection of at least this long (ms) resets the backoff. */
const goodMs = 10_000;
/** The polling interval (ms) where no stream is possible. */
const askMs = 10_000;

/** Follows changes: by the service's event stream, or by polling where no stream is possible. */
export class News {
  readonly #http: HttpClient;
  readonly #tell: () => void;
  readonly #reach: (isReached: boolean) => void;
  #controller: AbortController | undefined;
  /** The id of the last event. */
  #last: string | undefined;
  /** The failed connections in a row. */
  #failures = 0;
  /** The newest change, for polling. */
  #newest: string | undefined;
  /** When listeners were last notified. */
  #notifiedAt = Number.NEGATIVE_INFINITY;
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param tell called after a change, and once more when what follows from it is known
   * @param reach called with whether the service is reachable
   */
  constructor(http: HttpClient, tell: () => void, reach: (isReached: boolean) => void) {
    this.#http = http;
    this.#tell = tell;
    this.#reach = reach;
  }

  /** Starts, or restarts, after the last event. */
  follow(): void {
    this.pause();
    this.#controller = new AbortController();
    void this.#follow(this.#controller.signal);
  }

  pause(): void {
    this.#controller?.abort();
    this.#controller = undefined;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const start = performance.now();
      const failure = await this.#listen(signal);
      if (signal.aborted || failure?.status === 401) return;
      // The first failure may be a restart of the service.
      if (failure?.type === 'Unreachable' && this.#failures > 0) this.#reach(false);
      this.#failures = performance.now() - start > goodMs ? 1 : this.#failures + 1;
      // A restored store may not know the last event.
      if (failure?.type === 'InvalidInput') this.#last = undefined;
      const isRefused = failure?.type === 'Unstreamed' || failure?.status === 429;
      if (isRefused) await this.#ask(signal);
      await rest(isRefused ? askMs : Math.min(waits.most, waits.first * 2 ** (this.#failures - 1)), signal);
    }
  }

  /** Until the stream ends. @returns why it failed */
  async #listen(signal: AbortSignal): Promise<Failure | undefined> {
    const connection = new AbortController();
    signal.addEventListener('abort', () => connection.abort(), { signal: connection.signal });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => connection.abort(), silenceMs);
    };
    restartTimer();
    let isFirst = true;
    try {
      for await (const { event, id } of this.#http.listen('listChanges', {}, this.#last, connection.signal)) {
        restartTimer();
        this.#reach(true);
        this.#last = id ?? this.#last;
        // Events may have been missed, and the store may have been replaced: reload.
        if (isChange(event) || (isFirst && this.#failures > 0)) this.#gather();
        isFirst = false;
      }
      return undefined;
    } catch (error) {
      if (error instanceof Failure) return error;
      // A proxy may buffer the stream.
      return isFirst ? new Failure('Unstreamed', t('Nothing came.')) : undefined;
    } finally {
      clearTimeout(timer);
      connection.abort();
    }
  }

  async #ask(signal: AbortSignal): Promise<void> {
    try {
      const { changes } = await this.#http.call('listChanges', { limit: 1 }, signal);
      const newest = changes[0]?.id ?? '';
      if (this.#newest !== undefined && this.#newest !== newest) this.#gather();
      this.#newest = newest;
      this.#reach(true);
    } catch {
      // The page itself reports failures.
    }
  }

  #gather(): void {
    const wait = Math.max(gatherMs, this.#notifiedAt + betweenMs - performance.now());
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#notifiedAt = performance.now();
      this.#tell();
      clearTimeout(this.#settling);
      this.#settling = setTimeout(this.#tell, settledMs);
    }, wait);
  }
}

function isChange(event: StreamEvent['event']): boolean {
  return event === 'change' || event === 'missed';
}

/** Waits for a time (ms), or until the signal aborts. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
