import { hashOf } from '../service/tenancy/keys.ts';

/** Credentials that are remembered, by their hashes: about 200 bytes each. */
const mostKnown = 10_000;
/** For whom a credential counts that nobody knows yet: all such requests together are one. */
const stranger = '';

/**
 * Which tenant each credential was of when it was last seen. It tells whose turn a request is before that is looked up,
 * and nothing else: what a credential is good for is asked with every request.
 */
export class KnownCallers {
  readonly #tenants = new Map<string, string>();

  /** The tenant, or the one name of all strangers; `saw` is told whose it turned out to be. */
  find(credential: string): { owner: string; saw(tenantId: string): void } {
    const key = Buffer.from(hashOf(credential)).toString('base64');
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
