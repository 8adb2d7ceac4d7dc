/** Credentials that are remembered, by their ends: about 150 bytes each. */
const maxKnown = 10_000;
/** This many characters of a key or a token's signature identify it, and can't be guessed. */
const tellingLength = 24;
/** The owner of unknown credentials: all such requests share one queue. */
export const unknownOwner = '';

/**
 * A cache of each credential's last tenant. It only decides the queue of a request before the look-up; every request is
 * authenticated.
 */
export class KnownCallers {
  readonly #tenants = new Map<string, string>();

  /** The tenant, or the owner of unknown callers; `saw` records the real one. */
  find(credential: string): { owner: string; saw(tenantId: string): void } {
    const key = credential.trimEnd().slice(-tellingLength);
    const owner = this.#tenants.get(key) ?? unknownOwner;
    return {
      owner,
      saw: (tenantId) => {
        if (owner === tenantId) return;
        if (this.#tenants.size >= maxKnown) this.#tenants.clear();
        this.#tenants.set(key, tenantId);
      },
    };
  }
}
