import type { CharacterIndex } from './character-index.ts';

/** The most cached passages, over all characters: about 120 bytes each. The last character is always cached. */
const MAX_PASSAGES = 600_000;

interface CachedIndex {
  version: number;
  index: CharacterIndex;
}

/**
 * An LRU cache of the indexes of characters. Reading an index costs as much as a search, and most searches follow
 * another without a write between them. Each write, in any process, raises the version of an index.
 */
export class CharacterCache {
  /** The least recently used first. */
  readonly #cache = new Map<number, CachedIndex>();
  #passages = 0;

  /** One version of an index. */
  get(characterNo: number, version: number): CharacterIndex | undefined {
    const found = this.#cache.get(characterNo);
    if (!found || found.version !== version) return undefined;
    this.#cache.delete(characterNo);
    this.#cache.set(characterNo, found);
    return found.index;
  }

  put(characterNo: number, version: number, index: CharacterIndex): void {
    this.#drop(characterNo);
    this.#cache.set(characterNo, { version, index });
    this.#passages += index.passages.count;
    for (const oldest of this.#cache.keys()) {
      if (this.#passages <= MAX_PASSAGES || oldest === characterNo) break;
      this.#drop(oldest);
    }
  }

  #drop(characterNo: number): void {
    this.#passages -= this.#cache.get(characterNo)?.index.passages.count ?? 0;
    this.#cache.delete(characterNo);
  }
}
