/** Some rows of a list, and how many it has in all. */
export interface Block<Row> {
  rows: readonly Row[];
  total: number;
}

/** Some rows of a list, and the cursor of the next ones; absent: no more. */
export interface Page<Row> {
  rows: readonly Row[];
  nextCursor?: string | undefined;
}

/** The scroll position of a list (px from its top), and its height. */
export interface Place {
  top: number;
  total: number | undefined;
  heights: ReadonlyMap<number, number>;
}

/** The loaded part of a list. */
export class RowCache<Row> {
  readonly blocks = new Map<number, readonly Row[]>();
  readonly heights: Map<number, number>;
  /** Undefined before the first answer, unless the list was shown before. */
  total: number | undefined;
  /** Whether only others have changed it since it was fully read. */
  isHeld = true;
  #about = '';
  #version = 0;
  readonly #fresh = new Set<number>();

  /** @param before its last scroll position */
  constructor(before?: Place) {
    this.heights = new Map(before?.heights);
    this.total = before?.total;
  }

  /** Drops rows of another list. Rows from before a change are shown until they have been read again. */
  begin(about: string, version: number, isOthers: boolean): void {
    if (about !== this.#about && this.#about !== '') {
      this.blocks.clear();
      this.heights.clear();
      this.total = undefined;
    }
    if (about !== this.#about || version !== this.#version) {
      this.#fresh.clear();
      this.isHeld &&= isOthers;
    }
    this.#about = about;
    this.#version = version;
  }

  isFresh(block: number): boolean {
    return this.#fresh.has(block);
  }

  keep(block: number, { rows, total }: Block<Row>): void {
    this.total = total;
    this.blocks.set(block, rows);
    this.#fresh.add(block);
  }

  /** @param size how many rows a block has */
  row(size: number, index: number): Row | undefined {
    return this.blocks.get(Math.floor(index / size))?.[index % size];
  }

  /** The index of the first loaded row that matches; -1: none. */
  find(size: number, fits: (row: Row) => boolean): number {
    for (const [block, rows] of this.blocks) {
      const place = rows.findIndex(fits);
      if (place >= 0) return block * size + place;
    }
    return -1;
  }
}
