/** First in, first out, in constant time on average; an array's own shift moves all the others. */
export class Queue<Item> {
  #incoming: Item[] = [];
  /** The oldest last. */
  #outgoing: Item[] = [];

  get size(): number {
    return this.#incoming.length + this.#outgoing.length;
  }

  put(item: Item): void {
    this.#incoming.push(item);
  }

  take(): Item | undefined {
    if (this.#outgoing.length === 0) {
      this.#outgoing = this.#incoming.reverse();
      this.#incoming = [];
    }
    return this.#outgoing.pop();
  }

  clear(): void {
    this.#incoming = [];
    this.#outgoing = [];
  }
}
