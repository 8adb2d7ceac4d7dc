interface Entry<Value> {
  value: Value;
  size: number;
}

/** A cache that drops the least recently used values above a bound. The last one stays, however large. */
export class Lru<Key, Value> {
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  /** The least recently used first. */
  readonly #entries = new Map<Key, Entry<Value>>();
  #size = 0;

  /** @param most in the unit of `sizeOf`; without it, a number of values */
  constructor(most: number, sizeOf: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** Counts as a use. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Counts as a use. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const size = this.#sizeOf(value);
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#most || oldest === key) break;
      this.delete(oldest);
    }
  }

  /** Measures again a value that has grown. Counts as a use. */
  remeasure(key: Key): void {
    const value = this.get(key);
    if (value !== undefined) this.set(key, value);
  }

  delete(key: Key): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  /** A cache of the same bound with the same values but those of some keys. */
  copyWithout(keys: Iterable<Key>): Lru<Key, Value> {
    const copy = new Lru<Key, Value>(this.#most, this.#sizeOf);
    for (const [key, entry] of this.#entries) copy.#entries.set(key, entry);
    copy.#size = this.#size;
    for (const key of keys) copy.delete(key);
    return copy;
  }

  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }
}
