import { bucketOf, packBlock, unpackBlock } from '../../../search/index/blocks.ts';
import type { Segment, SegmentWrite } from '../../../search/index/segments.ts';
import type { Unit } from '../unit.ts';
import { initialOf } from './index-cache.ts';

const columns = `segment, lowest_memory_no AS "lowestMemoryNo", highest_memory_no AS "highestMemoryNo", passages,
  NULL::bytea AS filter`;
/** Blocks that one statement writes. */
const mostBlocks = 1_000;

/** Words that segments hold, by their first letters. */
export type NewTerms = Map<string, Set<string>>;

/** The postings of a segment by bucket and term. */
type Blocks = Map<number, Map<string, Uint8Array[]>>;

interface Changed {
  blocks: Blocks;
  touched: Set<number>;
}

/** The segments of a character as one unit sees and changes them; what it changes is written at its end. */
export class SegmentSet {
  readonly #q: Unit;
  readonly #characterNo: number;
  readonly #known = new Map<number, Segment>();
  readonly #dirty = new Set<number>();
  readonly #deleted = new Set<number>();
  /** Memories whose segments have been read. */
  readonly #looked = new Set<number>();
  readonly #blocks = new Map<number, Changed>();
  readonly #newTerms: NewTerms = new Map();
  #lastRead: Promise<unknown> | undefined;

  constructor(q: Unit, characterNo: number) {
    this.#q = q;
    this.#characterNo = characterNo;
  }

  get isChanged(): boolean {
    return this.#dirty.size > 0 || this.#deleted.size > 0;
  }

  /** Ascending. */
  numbers(): number[] {
    return [...this.#known.keys()].sort((a, b) => a - b);
  }

  get(segment: number): Segment | undefined {
    return this.#known.get(segment);
  }

  /** Reads the segments that may hold some memories. */
  async readHolding(memoryNos: readonly number[]): Promise<void> {
    const unseen = memoryNos.filter((no) => !this.#looked.has(no));
    if (unseen.length === 0) return;
    for (const no of unseen) this.#looked.add(no);
    this.#keep(
      await this.#q.all<Segment>(
        `SELECT ${columns} FROM search_segments WHERE character_no = $1 AND EXISTS (
           SELECT 1 FROM unnest($2::int[]) AS no WHERE no BETWEEN lowest_memory_no AND highest_memory_no)`,
        this.#characterNo,
        unseen,
      ),
    );
  }

  /** Reads the last segment with its postings, which an appending unit adds to. */
  async readLast(): Promise<void> {
    this.#lastRead ??= Promise.all([
      this.#q.all<Segment>(
        `SELECT ${columns} FROM search_segments WHERE character_no = $1 ORDER BY segment DESC LIMIT 1`,
        this.#characterNo,
      ),
      this.#q.all<BlockRow>(
        `SELECT found.* FROM (
           SELECT segment FROM search_segments WHERE character_no = $1 ORDER BY segment DESC LIMIT 1) AS last
         CROSS JOIN ${blocksOf('last.segment')}`,
        this.#characterNo,
      ),
    ]).then(([segments, blocks]) => {
      this.#keep(segments);
      const last = segments[0]?.segment;
      if (last !== undefined && !this.#blocks.has(last)) this.#keepBlocks(last, blocks);
    });
    await this.#lastRead;
  }

  /** The one with the highest number. */
  async last(): Promise<Segment | undefined> {
    await this.readLast();
    for (;;) {
      const known = this.numbers().at(-1);
      if (this.#deleted.size === 0) return known === undefined ? undefined : this.#known.get(known);
      // Where this unit has removed the last one, another is the last.
      const [stored] = await this.#q.all<{ segment: number }>(
        `SELECT segment FROM search_segments WHERE character_no = $1 AND segment <> ALL($2::int[])
         ORDER BY segment DESC LIMIT 1`,
        this.#characterNo,
        [...this.#deleted],
      );
      if (!stored || (known !== undefined && known >= stored.segment)) {
        return known === undefined ? undefined : this.#known.get(known);
      }
      this.#keep(
        await this.#q.all<Segment>(
          `SELECT ${columns} FROM search_segments WHERE character_no = $1 AND segment = $2`,
          this.#characterNo,
          stored.segment,
        ),
      );
    }
  }

  /** A segment with other records: some of its memories are retired. */
  mark(segment: Segment): void {
    this.#known.set(segment.segment, segment);
    this.#dirty.add(segment.segment);
  }

  /** Adds to a segment, or makes it. */
  async put({ postings, ...segment }: SegmentWrite): Promise<void> {
    const isNew = !this.#known.has(segment.segment);
    const { blocks, touched } = isNew ? this.#keepBlocks(segment.segment, []) : await this.#blocksOf(segment.segment);
    this.mark(segment);
    for (const [term, bytes] of postings) {
      const bucket = bucketOf(term);
      const terms = blocks.get(bucket) ?? new Map<string, Uint8Array[]>();
      blocks.set(bucket, terms);
      terms.set(term, [...(terms.get(term) ?? []), bytes]);
      touched.add(bucket);
      const initial = initialOf(term);
      const others = this.#newTerms.get(initial);
      if (others) others.add(term);
      else this.#newTerms.set(initial, new Set([term]));
    }
  }

  get newTerms(): NewTerms {
    return this.#newTerms;
  }

  /** Takes words into the vocabulary whose segments another has written. */
  learn(terms: NewTerms): void {
    for (const [initial, some] of terms) {
      this.#newTerms.set(initial, new Set([...(this.#newTerms.get(initial) ?? []), ...some]));
    }
  }

  /** All postings of a segment. */
  async postings(segment: number): Promise<(readonly [term: string, postings: Uint8Array])[]> {
    const { blocks } = await this.#blocksOf(segment);
    return [...blocks.values()].flatMap((terms) => [...terms].map(([term, parts]) => [term, joined(parts)] as const));
  }

  delete(segment: number): void {
    this.#known.delete(segment);
    this.#dirty.delete(segment);
    this.#blocks.delete(segment);
    this.#deleted.add(segment);
  }

  /** Writes what was changed. */
  async flush(): Promise<void> {
    await this.flushApart();
    await this.#writeTerms();
  }

  /** Writes what was changed but for the vocabulary. */
  async flushApart(): Promise<void> {
    const q = this.#q;
    const characterNo = this.#characterNo;
    if (this.#deleted.size > 0) {
      const deleted = [...this.#deleted];
      q.send('DELETE FROM search_segments WHERE character_no = $1 AND segment = ANY($2::int[])', characterNo, deleted);
      q.send(
        `DELETE FROM search_blocks WHERE character_no = $1 AND segment = ANY($2::int[])
           AND bucket = ANY(ARRAY(SELECT generate_series(0, 127)::smallint))`,
        characterNo,
        deleted,
      );
    }
    const segments = [...this.#dirty].map((segment) => this.#known.get(segment)!);
    if (segments.length > 0) {
      q.send(
        `INSERT INTO search_segments (character_no, segment, lowest_memory_no, highest_memory_no, passages)
         SELECT $1, * FROM unnest($2::int[], $3::int[], $4::int[], $5::bytea[])
         ON CONFLICT (character_no, segment) DO UPDATE SET lowest_memory_no = excluded.lowest_memory_no,
           highest_memory_no = excluded.highest_memory_no, passages = excluded.passages`,
        characterNo,
        segments.map(({ segment }) => segment),
        segments.map(({ lowestMemoryNo }) => lowestMemoryNo),
        segments.map(({ highestMemoryNo }) => highestMemoryNo),
        segments.map(({ passages }) => passages),
      );
    }
    await this.#writeBlocks();
  }

  async #writeBlocks(): Promise<void> {
    let rows: { bucket: number; segment: number; block: Uint8Array }[] = [];
    const send = () => {
      if (rows.length === 0) return;
      this.#q.send(
        `INSERT INTO search_blocks (character_no, bucket, segment, block)
         SELECT $1, * FROM unnest($2::smallint[], $3::int[], $4::bytea[])
         ON CONFLICT (character_no, bucket, segment) DO UPDATE SET block = excluded.block`,
        this.#characterNo,
        rows.map(({ bucket }) => bucket),
        rows.map(({ segment }) => segment),
        rows.map(({ block }) => block),
      );
      rows = [];
    };
    for (const [segment, { blocks, touched }] of this.#blocks) {
      for (const bucket of touched) {
        const terms = [...blocks.get(bucket)!].map(([term, parts]) => [term, joined(parts)] as const);
        rows.push({ bucket, segment, block: packBlock(terms) });
      }
      if (rows.length < mostBlocks) continue;
      send();
      await new Promise((resolve) => setImmediate(resolve));
    }
    send();
  }

  /** Adds to the vocabulary what it does not have. */
  async #writeTerms(): Promise<void> {
    if (this.#newTerms.size === 0) return;
    const rows = await this.#q.all<{ initial: string; terms: string }>(
      'SELECT initial, terms FROM search_vocabulary WHERE character_no = $1',
      this.#characterNo,
    );
    for (const { initial, terms } of rows) {
      const unknown = this.#newTerms.get(initial);
      if (unknown) for (const term of terms.split('\n')) unknown.delete(term);
    }
    const added = [...this.#newTerms].filter(([, terms]) => terms.size > 0);
    if (added.length === 0) return;
    this.#q.send(
      `INSERT INTO search_vocabulary (character_no, initial, terms)
       SELECT $1, * FROM unnest($2::text[], $3::text[])
       ON CONFLICT (character_no, initial) DO UPDATE SET terms = search_vocabulary.terms || chr(10) || excluded.terms`,
      this.#characterNo,
      added.map(([initial]) => initial),
      added.map(([, terms]) => [...terms].join('\n')),
    );
  }

  #keep(segments: readonly Segment[]): void {
    for (const segment of segments) {
      const { segment: no } = segment;
      if (!this.#known.has(no) && !this.#deleted.has(no)) this.#known.set(no, segment);
    }
  }

  async #blocksOf(segment: number): Promise<Changed> {
    const known = this.#blocks.get(segment);
    if (known) return known;
    const sql = `SELECT found.* FROM (SELECT $2::int AS segment) AS wanted CROSS JOIN ${blocksOf('wanted.segment')}`;
    return this.#keepBlocks(segment, await this.#q.all<BlockRow>(sql, this.#characterNo, segment));
  }

  #keepBlocks(segment: number, rows: readonly BlockRow[]): Changed {
    const blocks: Blocks = new Map();
    for (const { bucket, block } of rows) {
      blocks.set(bucket, new Map([...unpackBlock(block)].map(([term, postings]) => [term, [postings]])));
    }
    const changed: Changed = { blocks, touched: new Set() };
    this.#blocks.set(segment, changed);
    return changed;
  }
}

interface BlockRow {
  bucket: number;
  block: Uint8Array;
}

/** The blocks of a segment, each looked up by itself: the key begins with the bucket. */
const blocksOf = (segment: string) => `generate_series(0, 127) AS wanted_bucket (bucket) CROSS JOIN LATERAL (
  SELECT search_blocks.bucket, block FROM search_blocks WHERE character_no = $1
    AND search_blocks.bucket = wanted_bucket.bucket::smallint AND segment = ${segment} OFFSET 0) AS found`;

const joined = (parts: readonly Uint8Array[]) => (parts.length === 1 ? parts[0]! : Buffer.concat(parts));
