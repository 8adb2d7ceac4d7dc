import type { Block, Page } from '../kept.ts';

/** A list that is paged by cursor, as blocks of one size for a virtual list: each is found after the one before it. */
export class CursorBlocks<Row> {
  readonly #size: number;
  readonly #read: (cursor: string | undefined, limit: number, signal: AbortSignal) => Promise<Page<Row>>;
  /** Where each block begins, as far as it is known. */
  readonly #starts: (string | undefined)[] = [undefined];
  /** How long the list is, once its end has been seen. */
  #length: number | undefined;

  /** @param read a page may be short, or empty, while there is a next */
  constructor(
    size: number,
    read: (cursor: string | undefined, limit: number, signal: AbortSignal) => Promise<Page<Row>>,
  ) {
    this.#size = size;
    this.#read = read;
  }

  /** A block that was found; `total` counts one block more than what is known, until the end has been seen. */
  async block(block: number, signal: AbortSignal): Promise<Block<Row>> {
    if (block >= this.#starts.length) await this.block(block - 1, signal);
    if (block >= this.#starts.length) return { rows: [], total: this.#length ?? 0 };
    const rows: Row[] = [];
    let cursor = this.#starts[block];
    do {
      const page = await this.#read(cursor, this.#size - rows.length, signal);
      rows.push(...page.rows);
      cursor = page.nextCursor;
    } while (cursor !== undefined && rows.length < this.#size);
    if (cursor === undefined) {
      this.#starts.length = block + 1;
      this.#length = block * this.#size + rows.length;
    } else this.#starts[block + 1] = cursor;
    return { rows, total: this.#length ?? this.#starts.length * this.#size };
  }
}
