/**
 * Endpoints differ in what they take. A ladder holds the ways of asking, best first, and remembers the first one
 * that this endpoint took, so that each refusal is paid for once in a process.
 */
export class Dialects<Way> {
  readonly #ways: readonly Way[];
  #current = 0;

  constructor(ways: readonly [Way, ...Way[]]) {
    this.#ways = ways;
  }

  /**
   * Asks in the current way; when the endpoint refuses the way (`isRefusal`), in the next one.
   * Throws what the last way threw, or at once what is no refusal.
   */
  async ask<Answer>(ask: (way: Way) => Promise<Answer>, isRefusal: (error: unknown) => boolean): Promise<Answer> {
    for (let at = this.#current; ; at++) {
      try {
        const answer = await ask(this.#ways[at] as Way);
        this.#current = Math.max(this.#current, at);
        return answer;
      } catch (error) {
        if (at + 1 >= this.#ways.length || !isRefusal(error)) throw error;
      }
    }
  }
}
