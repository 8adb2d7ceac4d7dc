import { compareRows, rowSize } from '../../../search/vectors/rows.ts';
import type { Connection } from '../connection.ts';

/**
 * Vectors of a chunk are contiguous and belong to one character; a chunk allocates its space at once. Large chunks make
 * the search of large characters fast: 100,000 vectors in 15 ms, against 44 with chunks of 64.
 */
const chunkSize = 1024;

/**
 * The index of sign bits in sqlite-vec, partitioned by character, for characters that are too large to compare with
 * every vector. The extension is loaded lazily, by the first change. Processes that embed nothing never load it; they
 * record removals for those that do.
 */
export class CoarseIndex {
  readonly #db: Connection;
  #isLoaded = false;

  constructor(db: Connection) {
    this.#db = db;
  }

  /** Whether the vectors of a character are in it. */
  covers(characterNo: number): boolean {
    return this.#db.get('SELECT 1 FROM coarse_characters WHERE character_no = ?', characterNo) !== undefined;
  }

  /** From now on the character's vectors are in it; the caller adds the present ones. */
  cover(characterNo: number): void {
    this.#db.run('INSERT INTO coarse_characters (character_no) VALUES (?)', characterNo);
  }

  /** Loads the extension into this connection; not inside a unit. */
  async load(): Promise<void> {
    if (this.#isLoaded) return;
    const { getLoadablePath } = await import('sqlite-vec');
    if (this.#isLoaded) return;
    this.#db.loadExtension(getLoadablePath());
    this.#isLoaded = true;
  }

  create(dimensions: number): void {
    const { sqlite } = this.#db;
    sqlite.exec(
      `CREATE VIRTUAL TABLE memory_bits USING vec0(memory_no INTEGER PRIMARY KEY, character_no INTEGER PARTITION KEY,
         bits bit[${8 * Math.ceil(dimensions / 8)}], chunk_size=${chunkSize})`,
    );
    // sqlite-vec looks chunks up by character without an index, so each query would grow with the whole store.
    sqlite.exec('CREATE INDEX memory_bits_by_character ON memory_bits_chunks (partition00)');
  }

  drop(): void {
    this.#db.sqlite.exec('DROP TABLE IF EXISTS memory_bits');
    this.#db.run('DELETE FROM coarse_characters');
  }

  add(characterNo: number, memoryNo: number, bits: Buffer): void {
    // sqlite-vec accepts only 64-bit integers as ids and partition keys.
    this.#db.run(
      'INSERT INTO memory_bits (memory_no, character_no, bits) VALUES (?, ?, vec_bit(?))',
      BigInt(memoryNo),
      BigInt(characterNo),
      bits,
    );
  }

  remove(memoryNo: number): void {
    this.#db.run('DELETE FROM memory_bits WHERE memory_no = ?', BigInt(memoryNo));
  }

  /** All bits of a character. Reads the chunks itself, so a process that only searches loads no extension. */
  read(characterNo: number, dimensions: number): BitRows {
    const chunks = this.#db.all<Chunk>(
      `SELECT validity, rowids, vectors FROM memory_bits_chunks
       CROSS JOIN memory_bits_vector_chunks00 AS parts ON parts._rowid_ = chunk_id WHERE partition00 = ?`,
      characterNo,
    );
    const bytes = Math.ceil(dimensions / 8);
    const size = rowSize(bytes);
    const most = chunks.reduce((sum, { validity }) => sum + 8 * validity.length, 0);
    const memoryNos = new Int32Array(most);
    const bits = new Uint8Array(most * size);
    let count = 0;
    for (const { validity, rowids, vectors } of chunks) {
      // Of 64 bits, little endian; the store numbers memories with 32.
      const halves = new Int32Array(2 * 8 * validity.length);
      new Uint8Array(halves.buffer).set(rowids);
      for (let i = 0; i < 8 * validity.length; i++) {
        if (((validity[i >> 3]! >> (i & 7)) & 1) === 0) continue;
        memoryNos[count] = halves[2 * i]!;
        bits.set(vectors.subarray(i * bytes, (i + 1) * bytes), count * size);
        count++;
      }
    }
    return { memoryNos: memoryNos.subarray(0, count), bits: bits.subarray(0, count * size) };
  }
}

/** A chunk of sqlite-vec's table: its places in use, one bit each; the number and the bits of each place. */
interface Chunk {
  validity: Buffer;
  rowids: Buffer;
  vectors: Buffer;
}

/** The sign bits of some memories, side by side: a row for each, as `rowSize` has it. */
export interface BitRows {
  readonly memoryNos: Int32Array;
  readonly bits: Uint8Array;
}

/** Numbers of the `count` memories whose bits differ least, in any order. */
export function nearestBits({ memoryNos, bits }: BitRows, own: Uint8Array, count: number): number[] {
  const asked = new Uint8Array(rowSize(own.length));
  asked.set(own);
  const distances = compareRows(asked, bits);
  const most = distanceOf(count, distances, 8 * own.length);
  const nearer: number[] = [];
  const asFar: number[] = [];
  for (let i = 0; i < distances.length; i++) {
    if (distances[i]! <= most) (distances[i]! < most ? nearer : asFar).push(memoryNos[i]!);
  }
  return [...nearer, ...asFar.slice(0, count - nearer.length)];
}

/** The distance of the `count`-th, by counting; that of the last where there are fewer. */
function distanceOf(count: number, distances: Int32Array, largest: number): number {
  const counts = new Uint32Array(largest + 1);
  for (let i = 0; i < distances.length; i++) counts[distances[i]!]!++;
  let found = 0;
  for (let distance = 0; distance < largest; distance++) {
    found += counts[distance]!;
    if (found >= count) return distance;
  }
  return largest;
}
