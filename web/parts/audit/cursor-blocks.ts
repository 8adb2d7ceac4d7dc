import type { Block, Page } from '../row-cache.ts';

/**
 * The start of a block: the rows that were read already, and the cursor of the next ones; undefined: there are no more.
 */
interface Start<Row> {
  rows: Row[];
  next: { cursor: string | undefined } | undefined;
}

/** A list that is paged by cursor, as blocks of one size for a virtual list: each is found after the one before it. */
export class CursorBlocks<Item, Row> {
  readonly #size: number;
  readonly #read: (cursor: string | undefined, limit: number, signal: AbortSignal) => Promise<Page<Item>>;
  readonly #add: (rows: Row[], item: Item) => void;
  /** The start of each known block. */
  readonly #starts: Start<Row>[] = [{ rows: [], next: { cursor: undefined } }];
  /** The length of the list, once its end has been reached. */
  #length: number | undefined;

  /**
   * @param read a page may be short, or empty, while there is a next
   * @param add adds an item as a row of its own, or to the last row
   */
  constructor(
    size: number,
    read: (cursor: string | undefined, limit: number, signal: AbortSignal) => Promise<Page<Item>>,
    add: (rows: Row[], item: Item) => void,
  ) {
    this.#size = size;
    this.#read = read;
    this.#add = add;
  }

  /** A block. Until the end has been reached, `total` counts one block more than is known. */
  async block(block: number, signal: AbortSignal): Promise<Block<Row>> {
    if (block >= this.#starts.length) await this.block(block - 1, signal);
    const start = this.#starts[block];
    if (!start) return { rows: [], total: this.#length ?? 0 };
    const rows = [...start.rows];
    let { next } = start;
    // One row more than it shows: the last row of a block is whole then.
    while (next && rows.length <= this.#size) {
      const page = await this.#read(next.cursor, this.#size, signal);
      for (const item of page.rows) this.#add(rows, item);
      next = page.nextCursor === undefined ? undefined : { cursor: page.nextCursor };
    }
    const rest = rows.splice(this.#size);
    if (next || rest.length > 0) this.#starts[block + 1] = { rows: rest, next };
    else {
      this.#starts.length = block + 1;
      this.#length = block * this.#size + rows.length;
    }
    return { rows, total: this.#length ?? this.#starts.length * this.#size };
  }
}
