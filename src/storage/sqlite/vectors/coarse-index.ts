import type { Connection } from '../connection.ts';

/**
 * Vectors of a chunk stand together and belong to one character. Fewer waste less room on small characters, more make
 * large ones faster: at 256 a small character takes 50 kB, and 100,000 vectors are searched in 20 ms (64: 44 ms).
 */
const chunkSize = 256;

/**
 * The index of sign bits in sqlite-vec, partitioned by character. The extension is loaded at first use: starting
 * must not wait for it. Processes without an embedder never load it; they note removals for those that do.
 */
export class CoarseIndex {
  readonly #db: Connection;
  #isLoaded = false;

  constructor(db: Connection) {
    this.#db = db;
  }

  /** Whether there is anything to search in. */
  exists(): boolean {
    return this.#db.get("SELECT 1 FROM sqlite_schema WHERE name = 'memory_bits'") !== undefined;
  }

  /** Loads the extension into this connection; outside of any unit. */
  async load(): Promise<void> {
    if (this.#isLoaded) return;
    const { getLoadablePath } = await import('sqlite-vec');
    if (this.#isLoaded) return;
    this.#db.sqlite.loadExtension(getLoadablePath());
    this.#isLoaded = true;
  }

  create(dimensions: number): void {
    const { sqlite } = this.#db;
    sqlite.exec(
      `CREATE VIRTUAL TABLE memory_bits USING vec0(memory_no INTEGER PRIMARY KEY, character_no INTEGER PARTITION KEY,
         bits bit[${dimensions}], chunk_size=${chunkSize})`,
    );
    // sqlite-vec looks chunks up by character without an index, so each query would grow with the whole store.
    sqlite.exec('CREATE INDEX memory_bits_by_character ON memory_bits_chunks (partition00)');
  }

  drop(): void {
    this.#db.sqlite.exec('DROP TABLE memory_bits');
  }

  add(characterNo: number, memoryNo: number, bits: Buffer): void {
    // Only 64-bit integers are taken for ids and partition keys.
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

  /** Numbers of the `count` memories whose bits differ least. */
  nearest(characterNo: number, bits: Buffer, count: number): number[] {
    const rows = this.#db.all<{ memory_no: number }>(
      'SELECT memory_no FROM memory_bits WHERE bits MATCH vec_bit(?) AND k = ? AND character_no = ?',
      bits,
      count,
      BigInt(characterNo),
    );
    return rows.map((row) => row.memory_no);
  }
}
