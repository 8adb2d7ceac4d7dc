import type { CharacterIndex } from './character-index.ts';

/** Passages kept at the most, over all characters: about 120 bytes each. The last character is kept however large it is. */
const MOST_PASSAGES = 600_000;

/**
 * The indexes of the characters that were searched last. Reading one and describing it costs as much as a search, and
 * most searches follow another without a write between them. The engine drops what it writes to, and everything when
 * somebody else may have written.
 */
export class CharacterCache {
  /** The least recently used first. */
  readonly #kept = new Map<number, CharacterIndex>();
  #passages = 0;

  get(characterNo: number): CharacterIndex | undefined {
    const found = this.#kept.get(characterNo);
    if (found === undefined) return undefined;
    this.#kept.delete(characterNo);
    this.#kept.set(characterNo, found);
    return found;
  }

  put(characterNo: number, index: CharacterIndex): void {
    this.drop(characterNo);
    this.#kept.set(characterNo, index);
    this.#passages += index.passages.count;
    for (const oldest of this.#kept.keys()) {
      if (this.#passages <= MOST_PASSAGES || oldest === characterNo) break;
      this.drop(oldest);
    }
  }

  drop(characterNo: number): void {
    this.#passages -= this.#kept.get(characterNo)?.passages.count ?? 0;
    this.#kept.delete(characterNo);
  }

  clear(): void {
    this.#kept.clear();
    this.#passages = 0;
  }
}
