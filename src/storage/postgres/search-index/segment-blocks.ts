import { bucketOf, packBlock, unpackBlock } from '../../../search/index/blocks.ts';
import type { Unit } from '../unit.ts';

/** Blocks per statement. */
const maxBlocks = 1_000;

/** The postings of a segment by bucket and term. */
type Blocks = Map<number, Map<string, Uint8Array[]>>;

interface Changed {
  blocks: Blocks;
  touched: Set<number>;
}

interface BlockRow {
  bucket: number;
  block: Uint8Array;
}

/** The blocks of a segment. Each is an index look-up, as the key begins with the bucket. */
const blocksOf = (segment: string) => `generate_series(0, 127) AS wanted_bucket (bucket) CROSS JOIN LATERAL (
  SELECT search_blocks.bucket, block FROM search_blocks WHERE character_no = $1
    AND search_blocks.bucket = wanted_bucket.bucket::smallint AND segment = ${segment} OFFSET 0) AS found`;

const joined = (parts: readonly Uint8Array[]) => (parts.length === 1 ? parts[0]! : Buffer.concat(parts));

/** The postings of a character's segments, in blocks, as one unit reads and changes them. */
export class SegmentBlocks {
  readonly #q: Unit;
  readonly #characterNo: number;
  readonly #bySegment = new Map<number, Changed>();

  constructor(q: Unit, characterNo: number) {
    this.#q = q;
    this.#characterNo = characterNo;
  }

  /** The blocks of the last segment that is stored. */
  readLast(): Promise<BlockRow[]> {
    return this.#q.all<BlockRow>(
      `SELECT found.* FROM (
         SELECT segment FROM search_segments WHERE character_no = $1 ORDER BY segment DESC LIMIT 1) AS last
       CROSS JOIN ${blocksOf('last.segment')}`,
      this.#characterNo,
    );
  }

  /** Caches a read part of a segment, unless it is cached already. */
  keep(segment: number, rows: readonly BlockRow[]): void {
    if (!this.#bySegment.has(segment)) this.#take(segment, rows);
  }

  /** Starts a new segment. */
  begin(segment: number): void {
    this.#take(segment, []);
  }

  async read(segment: number): Promise<Changed> {
    const known = this.#bySegment.get(segment);
    if (known) return known;
    const sql = `SELECT found.* FROM (SELECT $2::int AS segment) AS wanted CROSS JOIN ${blocksOf('wanted.segment')}`;
    return this.#take(segment, await this.#q.all<BlockRow>(sql, this.#characterNo, segment));
  }

  #take(segment: number, rows: readonly BlockRow[]): Changed {
    const blocks: Blocks = new Map();
    for (const { bucket, block } of rows) {
      blocks.set(bucket, new Map([...unpackBlock(block)].map(([term, postings]) => [term, [postings]])));
    }
    const changed: Changed = { blocks, touched: new Set() };
    this.#bySegment.set(segment, changed);
    return changed;
  }

  /** Adds postings to a segment that was started or read. */
  add(segment: number, term: string, postings: Uint8Array): void {
    const { blocks, touched } = this.#bySegment.get(segment)!;
    const bucket = bucketOf(term);
    const terms = blocks.get(bucket) ?? new Map<string, Uint8Array[]>();
    blocks.set(bucket, terms);
    terms.set(term, [...(terms.get(term) ?? []), postings]);
    touched.add(bucket);
  }

  /** All postings of a segment. */
  async postings(segment: number): Promise<(readonly [term: string, postings: Uint8Array])[]> {
    const { blocks } = await this.read(segment);
    return [...blocks.values()].flatMap((terms) => [...terms].map(([term, parts]) => [term, joined(parts)] as const));
  }

  forget(segment: number): void {
    this.#bySegment.delete(segment);
  }

  /** Writes all changes. */
  async flush(): Promise<void> {
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
    for (const [segment, { blocks, touched }] of this.#bySegment) {
      for (const bucket of touched) {
        const terms = [...blocks.get(bucket)!].map(([term, parts]) => [term, joined(parts)] as const);
        rows.push({ bucket, segment, block: packBlock(terms) });
      }
      if (rows.length < maxBlocks) continue;
      send();
      await new Promise((resolve) => setImmediate(resolve));
    }
    send();
  }
}
