import type { RequestInit as OutsideInit } from 'undici';
import { once } from '../../base/once.ts';
import { AddressGuard, type GuardOptions } from './address-guard.ts';

const example = 'https://example.com/v1';

/** Reaches addresses that tenants choose, as far as they are allowed; redirects are not followed. */
export class Outside {
  readonly #guard: AddressGuard;
  readonly #guardedAgent = once(() => this.#guard.connect());

  constructor(options: GuardOptions) {
    this.#guard = new AddressGuard(options);
  }

  /** Refuses what can be seen to be wrong before any connection. InvalidInput naming the field. */
  check(given: string, field: string): void {
    this.#guard.check(given, { field, example });
  }

  /** As the platform's `fetch`. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    this.check(address, 'The address');
    if (this.#guard.isException(new URL(address))) return fetch(input, { ...init, redirect: 'error' });
    const [{ fetch: fetchBy }, dispatcher] = await Promise.all([import('undici'), this.#guardedAgent()]);
    const guarded = { ...(init as unknown as OutsideInit), redirect: 'error', dispatcher } as const;
    return (await fetchBy(input as string, guarded)) as unknown as Response;
  };
}
