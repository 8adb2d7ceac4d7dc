import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { ServiceError } from '../../domain/errors.ts';
import { isPublicAddress } from './addresses.ts';

/** The SSRF guard refuses an address that nothing may be sent to. */
export class Forbidden extends Error {
  override readonly message = 'The address is not on the public Internet.';
}

export interface GuardOptions {
  /** host or host:port, compared with a URL's as written. These hosts may be in any network, and may use http. */
  exceptions: readonly string[];
  /** Tests have names of their own. */
  lookup?: LookupFunction;
  isPublic?: (address: string) => boolean;
}

/**
 * The SSRF guard: keeps requests for tenants out of the operator's own network; only HTTPS on the public Internet is
 * reached. Checks the resolved address on connecting, so DNS rebinding does not help; uses no proxies.
 */
export class AddressGuard {
  readonly lookup: LookupFunction;
  readonly #exceptions: ReadonlySet<string>;
  readonly #isPublic: (address: string) => boolean;

  constructor({ exceptions, lookup = systemLookup as LookupFunction, isPublic = isPublicAddress }: GuardOptions) {
    this.lookup = lookup;
    this.#exceptions = new Set(exceptions.map((one) => one.toLowerCase()));
    this.#isPublic = isPublic;
  }

  /**
   * Refuses addresses that are invalid by their text, before any connection. InvalidInput.
   * @param field what the message calls the address, and an example of one
   */
  check(given: string, { field, example }: { field: string; example: string }): void {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    const fault = url ? this.#faultOf(url) : `must be an address such as ${example}`;
    if (fault !== undefined) throw new ServiceError('InvalidInput', `${field} ${fault}.`);
  }

  isException({ host, hostname }: URL): boolean {
    return this.#exceptions.has(host) || this.#exceptions.has(hostname);
  }

  /** Connections to the public Internet alone; any other fails with Forbidden. */
  async connect(): Promise<Dispatcher> {
    const { Agent, buildConnector } = await import('undici');
    const connect = buildConnector({ lookup: this.#guarded });
    return new Agent({
      connect: (asked, done) => {
        // A plain address is not looked up.
        if (this.#isForbidden(asked.hostname)) return done(new Forbidden(), null);
        connect(asked, (...[error, socket]) => {
          if (error) return done(error, null);
          if (this.#isPublic(socket.remoteAddress ?? '')) return done(null, socket);
          socket.destroy();
          done(new Forbidden(), null);
        });
      },
    });
  }

  #faultOf(url: URL): string | undefined {
    const isException = this.isException(url);
    if (url.username !== '' || url.password !== '') return 'must hold no user and no password';
    if (url.protocol !== 'https:' && !(isException && url.protocol === 'http:')) return 'must begin with https://';
    if (!isException && this.#isForbidden(url.hostname)) return 'must be on the public Internet';
    return undefined;
  }

  #isForbidden(hostname: string): boolean {
    const address = hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(address) !== 0) return !this.#isPublic(address);
    return /(?:^|\.)localhost\.?$/.test(hostname);
  }

  /** Refuses a name with any address that is not public. */
  readonly #guarded: LookupFunction = (hostname, options, done) => {
    this.lookup(hostname, options, (error, address, family) => {
      if (error) return done(error, address, family);
      const addresses = typeof address === 'string' ? [address] : address.map((one) => one.address);
      if (addresses.every(this.#isPublic)) return done(null, address, family);
      done(new Forbidden(), '', 0);
    });
  };
}
