import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher, RequestInit as OutsideInit } from 'undici';
import { ServiceError } from '../../domain/errors.ts';
import { once } from '../../domain/once.ts';
import { isPublicAddress } from './addresses.ts';

/** An address that nothing may be sent to. */
class Forbidden extends Error {
  override readonly message = 'The address is not on the public Internet.';
}

export interface OutsideOptions {
  /** host or host:port, compared with a URL's as they are written: these may be anywhere, and be http. */
  exceptions: readonly string[];
  /** Tests have names of their own. */
  lookup?: LookupFunction;
  isPublic?: (address: string) => boolean;
}

/**
 * Reaches addresses that tenants choose: over HTTPS, on the public Internet, never in the operator's own network. What a
 * name leads to is checked where the connection is made, so a name that answers otherwise the second time gains nothing;
 * redirects are not followed, and proxies are not used.
 */
export class Outside {
  readonly #exceptions: ReadonlySet<string>;
  readonly #lookup: LookupFunction;
  readonly #isPublic: (address: string) => boolean;
  readonly #guardedAgent = once(() => this.#connect());

  constructor({ exceptions, lookup = systemLookup as LookupFunction, isPublic = isPublicAddress }: OutsideOptions) {
    this.#exceptions = new Set(exceptions.map((one) => one.toLowerCase()));
    this.#lookup = lookup;
    this.#isPublic = isPublic;
  }

  /** Refuses what can be seen to be wrong before any connection. InvalidInput naming the field. */
  check(given: string, field: string): void {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    const fault = url ? this.#faultOf(url) : 'must be an address such as https://example.com/v1';
    if (fault !== undefined) throw new ServiceError('InvalidInput', `${field} ${fault}.`);
  }

  /** As the platform's `fetch`. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    this.check(address, 'The address');
    if (this.#isException(new URL(address))) return fetch(input, { ...init, redirect: 'error' });
    const [{ fetch: fetchBy }, dispatcher] = await Promise.all([import('undici'), this.#guardedAgent()]);
    const guarded = { ...(init as unknown as OutsideInit), redirect: 'error', dispatcher } as const;
    return (await fetchBy(input as string, guarded)) as unknown as Response;
  };

  #faultOf(url: URL): string | undefined {
    const isException = this.#isException(url);
    if (url.username !== '' || url.password !== '') return 'must hold no user and no password';
    if (url.protocol !== 'https:' && !(isException && url.protocol === 'http:')) return 'must begin with https://';
    if (!isException && this.#isForbidden(url.hostname)) return 'must be on the public Internet';
    return undefined;
  }

  #isException({ host, hostname }: URL): boolean {
    return this.#exceptions.has(host) || this.#exceptions.has(hostname);
  }

  #isForbidden(hostname: string): boolean {
    const address = hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(address) !== 0) return !this.#isPublic(address);
    return /(?:^|\.)localhost\.?$/.test(hostname);
  }

  async #connect(): Promise<Dispatcher> {
    const { Agent, buildConnector } = await import('undici');
    const connect = buildConnector({ lookup: this.#guarded });
    return new Agent({
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
