import type { CryptoKey, FlattenedJWSInput, JSONWebKeySet, JWSHeaderParameters } from 'jose';
import * as z from 'zod';
import { isConfidential } from '../../base/web-address.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Services } from '../../service/context.ts';

/** How long keys are cached, and the timeout of fetching them. */
const freshMs = 10 * 60_000;
const usableMs = 60 * 60_000;
/** An unknown key may be new; anybody can send one, so the keys are fetched at most this often for it. */
const unknownMs = 60_000;
/** The pause after an issuer did not answer. */
const failedMs = 30_000;
const timeoutMs = 5_000;

const metadata = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

type Finding = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** The keys that an issuer publishes, found by its metadata (RFC 8414, OpenID Connect Discovery 1.0). */
export class IssuerKeys {
  readonly #issuer: string;
  readonly #services: Pick<Services, 'now' | 'log'>;
  #find: Finding | undefined;
  #loading: Promise<Finding> | undefined;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #soughtAt = Number.NEGATIVE_INFINITY;

  constructor(issuer: string, services: Pick<Services, 'now' | 'log'>) {
    this.#issuer = issuer;
    this.#services = services;
  }

  /**
   * The key of a token's header. ServiceUnavailable when the issuer does not answer and no keys are cached; jose's
   * error for an unknown key.
   */
  readonly find: Finding = async (header, token) => {
    const { now } = this.#services;
    const age = now() - this.#loadedAt;
    const known = age < usableMs ? this.#find : undefined;
    if (known && age >= freshMs) this.#renewed().catch(() => undefined);
    const find = known ?? (await this.#renewed());
    try {
      return await find(header, token);
    } catch (error) {
      const isTooSoon = !this.#loading && now() - this.#soughtAt < unknownMs;
      if (!isNoMatch(error) || isTooSoon) throw error;
      this.#soughtAt = now();
      if (!known) throw error;
      return (await this.#renewed())(header, token);
    }
  };

  /** The issuer's present keys; cached ones stay valid while it does not answer. */
  async #renewed(): Promise<Finding> {
    const { now, log } = this.#services;
    const isAsked = this.#loading !== undefined || now() - this.#failedAt >= failedMs;
    if (isAsked) {
      this.#loading ??= this.#load().finally(() => {
        this.#loading = undefined;
      });
      try {
        return await this.#loading;
      } catch (error) {
        this.#failedAt = now();
        log('error', 'the keys of SERVICE_OAUTH_ISSUER cannot be read', { issuer: this.#issuer, error });
      }
    }
    if (this.#find) return this.#find;
    throw new ServiceError('ServiceUnavailable', 'The identity provider does not answer, so tokens cannot be checked.');
  }

  async #load(): Promise<Finding> {
    const { createLocalJWKSet } = await import('jose');
    const keys = keySet.parse(await fetchJson(await this.#keysAddress()));
    this.#find = createLocalJWKSet(keys as JSONWebKeySet);
    this.#loadedAt = this.#services.now();
    return this.#find;
  }

  async #keysAddress(): Promise<string> {
    const failures: unknown[] = [];
    for (const address of metadataAddresses(this.#issuer)) {
      try {
        const found = metadata.parse(await fetchJson(address));
        if (found.issuer !== this.#issuer) throw new Error(`${address} is the metadata of ${found.issuer}`);
        if (!isConfidential(found.jwks_uri)) throw new Error('its keys stand at an address that others can change');
        return found.jwks_uri;
      } catch (error) {
        failures.push(error);
      }
    }
    throw new AggregateError(failures, failures.map(String).join('; '));
  }
}

function isNoMatch(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_JWKS_NO_MATCHING_KEY';
}

/** The possible places of an issuer's metadata: OpenID Connect appends the well-known path, RFC 8414 prepends it. */
export function metadataAddresses(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

async function fetchJson(address: string): Promise<unknown> {
  const answer = await fetch(address, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer.json();
}
