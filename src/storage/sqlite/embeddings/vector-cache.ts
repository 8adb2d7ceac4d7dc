import { Lru } from '../../../base/lru.ts';
import { rowSize } from '../../../search/vectors/rows.ts';
import type { BitRows } from './coarse-index.ts';
import { putRow, roomFor, rowsOf, type ScaledVector, type VectorRows } from './codec.ts';

/** The most cached bytes, over all characters: the bits of 400,000 memories. The last character is always cached. */
const maxBytes = 20_000_000;
/** The most vectors of a large character that are cached beside its bits. */
const maxVectors = 8_000;

/** All vectors of a small character; the bits of a large one, and those of its vectors that were asked for. */
export type CharacterVectors = { readonly whole: VectorRows } | { readonly bits: BitRows; readonly some: SomeVectors };

interface Cached {
  readonly version: number;
  readonly vectors: CharacterVectors;
}

/** An LRU cache of the vectors of characters. Each change of them, in any process, raises the character's version. */
export class VectorCache {
  readonly #cache = new Lru<number, Cached>(maxBytes, ({ vectors }) => bytesOf(vectors));

  /** Those of one version; read where they are not cached. */
  of(characterNo: number, version: number, read: () => CharacterVectors): CharacterVectors {
    const known = this.#cache.get(characterNo);
    const cached = known?.version === version ? known : { version, vectors: read() };
    // Measured at each use, because the vectors of a large character grow.
    this.#cache.set(characterNo, cached);
    return cached.vectors;
  }
}

function bytesOf(vectors: CharacterVectors): number {
  return 'whole' in vectors ? vectors.whole.parts.length : vectors.bits.bits.length + vectors.some.bytes;
}

/** Vectors by the numbers of their memories: many are near to several questions, and the sample is in every search. */
export class SomeVectors {
  readonly #read: (memoryNos: readonly number[]) => readonly ScaledVector[];
  /** The row of each memory. */
  readonly #rowOf = new Map<number, number>();
  #rows = roomFor(0, 0);
  #sample: { readonly of: readonly number[]; readonly rows: VectorRows } | undefined;

  constructor(read: (memoryNos: readonly number[]) => readonly ScaledVector[]) {
    this.#read = read;
  }

  get bytes(): number {
    return this.#rows.parts.length + (this.#sample?.rows.parts.length ?? 0);
  }

  /** Those of a sample: searches of a character have the same one. */
  sample(memoryNos: readonly number[]): VectorRows {
    const known = this.#sample;
    const isSame = (of: readonly number[]) =>
      of.length === memoryNos.length && of.every((no, i) => no === memoryNos[i]);
    if (known && (known.of === memoryNos || isSame(known.of))) return known.rows;
    const rows = this.of(memoryNos);
    if (memoryNos.length > 0) this.#sample = { of: memoryNos, rows };
    return rows;
  }

  /** The stored ones among these, side by side. */
  of(memoryNos: readonly number[]): VectorRows {
    let unread = memoryNos.filter((no) => !this.#rowOf.has(no));
    if (this.#rowOf.size + unread.length > maxVectors) {
      this.#rowOf.clear();
      unread = [...memoryNos];
    }
    if (unread.length > 0) this.#keep(this.#read(unread));
    return rowsOf(
      this.#rows,
      memoryNos.flatMap((no) => this.#rowOf.get(no) ?? []),
    );
  }

  #keep(vectors: readonly ScaledVector[]): void {
    const needed = this.#rowOf.size + vectors.length;
    if (needed > this.#rows.memoryNos.length) {
      const grown = roomFor(Math.max(needed, 2 * this.#rowOf.size), rowSize(vectors[0]?.parts.length ?? 0));
      grown.memoryNos.set(this.#rows.memoryNos);
      grown.parts.set(this.#rows.parts);
      grown.scales.set(this.#rows.scales);
      this.#rows = grown;
    }
    for (const vector of vectors) {
      const row = this.#rowOf.size;
      putRow(this.#rows, row, vector);
      this.#rowOf.set(vector.memoryNo, row);
    }
  }
}
