/** Some rows of a list, and how many it has in all. */
export interface Block<Row> {
  rows: readonly Row[];
  total: number;
}

/** Some rows of a list, and where the next ones begin; absent: there are no more. */
export interface Page<Row> {
  rows: readonly Row[];
  nextCursor?: string | undefined;
}

/** Where a list was left (px from its top), and how high it was. */
export interface Place {
  top: number;
  total: number | undefined;
  heights: ReadonlyMap<number, number>;
}

/** What has been read of a list. */
export class RowCache<Row> {
  readonly blocks = new Map<number, readonly Row[]>();
  readonly heights: Map<number, number>;
  /** Undefined before the first answer, unless the list was looked at before. */
  total: number | undefined;
  /** Whether what changed since it was read whole was changed by others alone. */
  isHeld = true;
  #about = '';
  #version = 0;
  readonly #fresh = new Set<number>();

  /** @param before where it was left when it was last looked at */
  constructor(before?: Place) {
    this.heights = new Map(before?.heights);
    this.total = before?.total;
  }

  /** What was read of another list is forgotten; what was read before a change is shown until it has been read again. */
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

  /** The place of the first row that fits, among those that have been read; -1: there is none. */
  find(size: number, fits: (row: Row) => boolean): number {
    for (const [block, rows] of this.blocks) {
      const place = rows.findIndex(fits);
      if (place >= 0) return block * size + place;
    }
    return -1;
  }
}
