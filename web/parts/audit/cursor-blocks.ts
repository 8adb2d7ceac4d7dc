import type { Block, Page } from '../kept.ts';

/** A list that is paged by cursor, as blocks of one size for a virtual list: each is found after the one before it. */
export class CursorBlocks<Row> {
  readonly #size: number;
  readonly #read: (cursor: string | undefined, limit: number, signal: AbortSignal) => Promise<Page<Row>>;
  /** The cursor of each known block. */
  readonly #starts: (string | undefined)[] = [undefined];
  /** The length of the list, once its end has been reached. */
  #length: number | undefined;

  /** @param read a page may be short, or empty, while there is a next */
  constructor(
    size: number,
    read: (cursor: string | undefined, limit: number, signal: AbortSignal) => Promise<Page<Row>>,
  ) {
    this.#size = size;
    this.#read = read;
  }

  /** A block. Until the end has been reached, `total` counts one block more than is known. */
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
