import { Lru } from '../../base/lru.ts';
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
  readonly #cache = new Lru<number, CachedIndex>(MAX_PASSAGES, ({ index }) => index.passages.count);

  /** One version of an index. */
  get(characterNo: number, version: number): CharacterIndex | undefined {
    const found = this.#cache.get(characterNo);
    return found?.version === version ? found.index : undefined;
  }

  put(characterNo: number, version: number, index: CharacterIndex): void {
    this.#cache.set(characterNo, { version, index });
  }
}
