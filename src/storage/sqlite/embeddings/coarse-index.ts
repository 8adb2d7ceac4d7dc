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

  /**
   * Numbers of the `count` memories whose bits differ least, in any order. It reads the chunks itself, without the
   * extension: sqlite-vec looks through all for each of the `count`, which takes ten times as long.
   */
  nearest(characterNo: number, bits: Buffer, count: number): number[] {
    const chunks = this.#db.all<Chunk>(
      `SELECT validity, rowids, vectors FROM memory_bits_chunks
       CROSS JOIN memory_bits_vector_chunks00 AS parts ON parts._rowid_ = chunk_id WHERE partition00 = ?`,
      characterNo,
    );
    const distances = chunks.map((chunk) => distancesIn(chunk, bits));
    const most = distanceOf(count, distances, 8 * bits.length);
    const nearer: number[] = [];
    const asFar: number[] = [];
    for (const [c, { rowids }] of chunks.entries()) {
      for (const [i, distance] of distances[c]!.entries()) {
        if (distance <= most) (distance < most ? nearer : asFar).push(Number(rowids.readBigInt64LE(8 * i)));
      }
    }
    return [...nearer, ...asFar.slice(0, count - nearer.length)];
  }
}

/** A chunk of sqlite-vec's table: its places in use, one bit each; the number and the bits of each place. */
interface Chunk {
  validity: Buffer;
  rowids: Buffer;
  vectors: Buffer;
}

/** The distance of a place that is not in use. */
const unused = 0xffff;

/** In how many bits each place of a chunk differs. */
function distancesIn({ validity, vectors }: Chunk, bits: Buffer): Uint16Array {
  const distances = new Uint16Array(8 * validity.length);
  const [all, own] = [vectors, bits].map((one) => new DataView(one.buffer, one.byteOffset, one.length)) as Views;
  const size = bits.length;
  for (let i = 0; i < distances.length; i++) {
    const start = i * size;
    let sum = 0;
    let byte = 0;
    for (; byte + 4 <= size; byte += 4) sum += onesIn(all.getInt32(start + byte) ^ own.getInt32(byte));
    for (; byte < size; byte++) sum += onesIn(all.getUint8(start + byte) ^ own.getUint8(byte));
    distances[i] = (validity[i >> 3]! >> (i & 7)) & 1 ? sum : unused;
  }
  return distances;
}

type Views = [DataView, DataView];

/** How many bits of 32 are set (population count). */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The distance of the `count`-th, by counting; that of the last where there are fewer. */
function distanceOf(count: number, distances: readonly Uint16Array[], largest: number): number {
  const counts = new Uint32Array(largest + 1);
  for (const part of distances) for (const distance of part) if (distance <= largest) counts[distance]!++;
  let found = 0;
  for (let distance = 0; distance < largest; distance++) {
    found += counts[distance]!;
    if (found >= count) return distance;
  }
  return largest;
}
