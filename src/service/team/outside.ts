import type { Dispatcher, RequestInit as OutsideInit } from 'undici';
import { once } from '../../base/once.ts';
import { AddressGuard, type GuardOptions } from './address-guard.ts';

/** The guarded client: reaches addresses that tenants choose, as far as the SSRF guard allows it; redirects are not followed. */
export class Outside {
  readonly #guard: AddressGuard;
  readonly #agents = once(() => this.#connect());

  constructor(options: GuardOptions) {
    this.#guard = new AddressGuard(options);
  }

  /** Refuses an address that is invalid by its text. InvalidInput naming the field. */
  check(given: string, field: string, example: string): void {
    this.#guard.check(given, { field, example });
  }

  /** Connects only to the address that was checked. */
  async dispatcher(address: string): Promise<Dispatcher> {
    const { guarded, open } = await this.#agents();
    return this.#guard.isException(new URL(address)) ? open : guarded;
  }

  /** As the platform's `fetch`. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    this.check(address, 'The address', 'https://example.com/v1');
    const [{ fetch }, dispatcher] = await Promise.all([import('undici'), this.dispatcher(address)]);
    const guarded = { ...(init as unknown as OutsideInit), redirect: 'error', dispatcher } as const;
    return (await fetch(input as string, guarded)) as unknown as Response;
  };

  async close(): Promise<void> {
    if (!this.#agents.asked()) return;
    await Promise.all(Object.values(await this.#agents()).map((agent) => agent.destroy()));
  }

  async #connect(): Promise<Record<'guarded' | 'open', Dispatcher>> {
    const { Agent } = await import('undici');
    return { guarded: await this.#guard.connect(), open: new Agent({ connect: { lookup: this.#guard.lookup } }) };
  }
}
