/**
 * A ladder has the variants of a request, best first, because endpoints accept different ones. It remembers the first
 * accepted variant, so that a process gets each refusal only once.
 */
export class Dialects<Way> {
  readonly #ways: readonly Way[];
  #current = 0;

  constructor(ways: readonly [Way, ...Way[]]) {
    this.#ways = ways;
  }

  /**
   * Sends the current variant of a request. If the endpoint refuses it (`isRefusal`), tries the next one. Throws the
   * last variant's error, or immediately any error that is no refusal.
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
