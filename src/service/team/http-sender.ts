import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { ServiceError } from '../../domain/errors.ts';
import { type EventAnswer, type EventRequest, type EventSender, givenUp } from '../../domain/event-sender.ts';
import { mended } from '../../domain/text.ts';
import { withDeadline } from '../deadline.ts';
import { isPublicAddress } from './addresses.ts';

/** How long a receiver has for its whole answer. */
const patienceMs = 10_000;
/** What is read of an answer, in bytes. */
const maxAnswer = 64 * 1024;
/** What is told of a failure. */
const maxReason = 200;

/** An address that nothing may be sent to. */
class Forbidden extends Error {}

export interface SenderOptions {
  /** host or host:port, compared with a URL's as they are written: these may be anywhere, and be http. */
  exceptions: readonly string[];
  /** Tests have names of their own. */
  lookup?: LookupFunction;
  isPublic?: (address: string) => boolean;
}

/**
 * Sends events over HTTPS to the public Internet. What a name leads to is checked where the connection is made, so a
 * name that answers otherwise the second time gains nothing; redirects are not followed, and proxies are not used.
 */
export class HttpSender implements EventSender {
  readonly #exceptions: ReadonlySet<string>;
  readonly #lookup: LookupFunction;
  readonly #isPublic: (address: string) => boolean;
  #agents: Promise<Record<'guarded' | 'open', Dispatcher>> | undefined;

  constructor({ exceptions, lookup = systemLookup as LookupFunction, isPublic = isPublicAddress }: SenderOptions) {
    this.#exceptions = new Set(exceptions.map((one) => one.toLowerCase()));
    this.#lookup = lookup;
    this.#isPublic = isPublic;
  }

  check(given: string): void {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    const isException = url !== undefined && this.#isException(url);
    const fault = !url
      ? 'must be an address such as https://example.com/hook'
      : url.username !== '' || url.password !== ''
        ? 'must hold no user and no password'
        : url.protocol !== 'https:' && !(isException && url.protocol === 'http:')
          ? 'must begin with https://'
          : !isException && this.#isForbidden(url.hostname)
            ? 'must be on the public Internet'
            : undefined;
    if (fault) throw new ServiceError('InvalidInput', `url ${fault}.`);
  }

  async send({ url, headers, body }: EventRequest, signal: AbortSignal): Promise<EventAnswer> {
    try {
      this.check(url);
      const { request } = await import('undici');
      const { guarded, open } = await this.#connected();
      const dispatcher = this.#isException(new URL(url)) ? open : guarded;
      return await withDeadline(signal, patienceMs, async (deadline) => {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal: deadline });
        return { httpStatus: answer.statusCode, text: await beginning(answer.body) };
      });
    } catch (error) {
      return { error: signal.aborted ? givenUp : reasonOf(error) };
    }
  }

  async close(): Promise<void> {
    const agents = await this.#agents;
    if (agents) await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
  }

  #isException({ host, hostname }: URL): boolean {
    return this.#exceptions.has(host) || this.#exceptions.has(hostname);
  }

  #isForbidden(hostname: string): boolean {
    const address = hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(address) !== 0) return !this.#isPublic(address);
    return hostname === 'localhost' || hostname.endsWith('.localhost');
  }

  #connected(): Promise<Record<'guarded' | 'open', Dispatcher>> {
    this.#agents ??= this.#connect();
    return this.#agents;
  }

  async #connect(): Promise<Record<'guarded' | 'open', Dispatcher>> {
    const { Agent, buildConnector } = await import('undici');
    const timeouts = { headersTimeout: patienceMs, bodyTimeout: patienceMs, pipelining: 1 };
    const connect = buildConnector({ timeout: patienceMs, lookup: this.#guarded });
    const guarded = new Agent({
      ...timeouts,
      connect: (options, done) => {
        // A plain address is not looked up.
        if (this.#isForbidden(options.hostname)) return done(new Forbidden(), null);
        connect(options, (...[error, socket]) => {
          if (error) return done(error, null);
          if (this.#isPublic(socket.remoteAddress ?? '')) return done(null, socket);
          socket.destroy();
          done(new Forbidden(), null);
        });
      },
    });
    return { guarded, open: new Agent({ ...timeouts, connect: { timeout: patienceMs, lookup: this.#lookup } }) };
  }

  /** Refuses a name with any address that is not public. */
  readonly #guarded: LookupFunction = (hostname, options, done) => {
    this.#lookup(hostname, options, (error, address, family) => {
      if (error) return done(error, address, family);
      const addresses = typeof address === 'string' ? [address] : address.map((one) => one.address);
      if (addresses.every(this.#isPublic)) return done(null, address, family);
      done(new Forbidden(), '', 0);
    });
  };
}

async function beginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    size += part.byteLength;
    // Leaving the loop ends the connection.
    if (size >= maxAnswer) break;
  }
  return mended(Buffer.concat(parts).subarray(0, maxAnswer).toString('utf8'));
}

/** Why nothing was answered: no address and no port of what was connected to. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  const { code, name, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (error instanceof Forbidden || cause instanceof Forbidden) return 'The address is not on the public Internet.';
  if (name === 'AbortError' || code === 'UND_ERR_ABORTED') return `Nothing was answered within ${patienceMs / 1000} s.`;
  return `It cannot be reached (${code ?? name}).`.slice(0, maxReason);
}
