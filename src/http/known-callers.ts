/** Credentials that are remembered, by their ends: about 150 bytes each. */
const mostKnown = 10_000;
/** Of a key or a token's signature so many characters tell it from all others, and nobody can guess them. */
const tellingLength = 24;
/** For whom a credential counts that nobody knows yet: all such requests together are one. */
export const stranger = '';

/**
 * Which tenant each credential was of when it was last seen. It tells whose turn a request is before that is looked up,
 * and nothing else: what a credential is good for is asked with every request.
 */
export class KnownCallers {
  readonly #tenants = new Map<string, string>();

  /** The tenant, or the one name of all strangers; `saw` gets whose it turned out to be. */
  find(credential: string): { owner: string; saw(tenantId: string): void } {
    const key = credential.trimEnd().slice(-tellingLength);
    const owner = this.#tenants.get(key) ?? stranger;
    return {
      owner,
      saw: (tenantId) => {
        if (owner === tenantId) return;
        if (this.#tenants.size >= mostKnown) this.#tenants.clear();
        this.#tenants.set(key, tenantId);
      },
    };
  }
}
