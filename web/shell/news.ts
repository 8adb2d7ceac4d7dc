import { Failure } from '../client/client.ts';
import type { HttpClient } from '../client/http-client.ts';
import type { ServerEvent } from '../client/server-events.ts';

/** What comes at once is reported once (ms); then the page waits, for an agent that writes much must not use up the rates. */
const gatherMs = 100;
const betweenMs = 2_500;
/** The server shows that it is there three times as often: who hears nothing for so long (ms) asks again. */
const silenceMs = 45_000;
/** How long to wait before asking again (ms): at first, and at most. */
const waits = { first: 500, most: 30_000 } as const;
/** A connection that lasted so long (ms) was a good one. */
const goodMs = 10_000;
/** How often it is asked what is newest (ms) where no stream can be had. */
const askMs = 10_000;

/** Hears of every change as the service tells it: by its event stream, or by asking where that can't be had. */
export class News {
  readonly #http: HttpClient;
  readonly #tell: () => void;
  readonly #reach: (isReached: boolean) => void;
  #controller: AbortController | undefined;
  /** The last event that is known. */
  #last: string | undefined;
  /** How many connections in a row have come to nothing. */
  #failures = 0;
  /** The newest change, where it is asked for. */
  #newest: string | undefined;
  /** When listeners were last notified. */
  #notifiedAt = Number.NEGATIVE_INFINITY;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param tell called when something has changed
   * @param reach called with whether the service can be reached
   */
  constructor(http: HttpClient, tell: () => void, reach: (isReached: boolean) => void) {
    this.#http = http;
    this.#tell = tell;
    this.#reach = reach;
  }

  /** Begins, or starts again, behind what is known. */
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
      // Once may be a service that starts again.
      if (failure?.type === 'Offline' && this.#failures > 0) this.#reach(false);
      this.#failures = performance.now() - start > goodMs ? 1 : this.#failures + 1;
      // A store that was put in the place of another may not know what was heard of before.
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
        // What happened while nothing arrived is not known: the store itself may be another one.
        if (isChange(event) || (isFirst && this.#failures > 0)) this.#gather();
        isFirst = false;
      }
      return undefined;
    } catch (error) {
      if (error instanceof Failure) return error;
      // A proxy may keep back what it is sent.
      return isFirst ? new Failure('Nothing came.', { type: 'Unstreamed' }) : undefined;
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
      // The page itself says what fails.
    }
  }

  #gather(): void {
    const wait = Math.max(gatherMs, this.#notifiedAt + betweenMs - performance.now());
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#notifiedAt = performance.now();
      this.#tell();
    }, wait);
  }
}

function isChange(event: ServerEvent['event']): boolean {
  return event === 'change' || event === 'missed';
}

/** Waits until the time (ms) is over, or somebody gives up. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
