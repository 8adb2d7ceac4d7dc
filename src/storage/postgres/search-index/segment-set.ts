import type { Segment, SegmentWrite } from '../../../search/index/segments.ts';
import type { Unit } from '../unit.ts';
import { type NewTerms, NewWords } from './new-words.ts';
import { SegmentBlocks } from './segment-blocks.ts';

const columns = `segment, lowest_memory_no AS "lowestMemoryNo", highest_memory_no AS "highestMemoryNo", passages,
  NULL::bytea AS filter`;
/** The segments of a character as one unit reads and changes them. Changes are written at its end. */
export class SegmentSet {
  readonly #q: Unit;
  readonly #characterNo: number;
  readonly #known = new Map<number, Segment>();
  readonly #dirty = new Set<number>();
  readonly #deleted = new Set<number>();
  /** Memories whose segments have been read. */
  readonly #looked = new Set<number>();
  readonly #blocks: SegmentBlocks;
  readonly #words: NewWords;
  #lastRead: Promise<unknown> | undefined;

  constructor(q: Unit, characterNo: number) {
    this.#q = q;
    this.#characterNo = characterNo;
    this.#blocks = new SegmentBlocks(q, characterNo);
    this.#words = new NewWords(q, characterNo);
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

  /** Reads segments by their numbers. */
  async readThese(segments: readonly number[]): Promise<void> {
    this.#keep(
      await this.#q.all<Segment>(
        `SELECT ${columns} FROM search_segments WHERE character_no = $1 AND segment = ANY($2::int[])`,
        this.#characterNo,
        segments,
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
      this.#blocks.readLast(),
    ]).then(([segments, blocks]) => {
      this.#keep(segments);
      const last = segments[0]?.segment;
      if (last !== undefined) this.#blocks.keep(last, blocks);
    });
    await this.#lastRead;
  }

  /** The one with the highest number. */
  async last(): Promise<Segment | undefined> {
    await this.readLast();
    for (;;) {
      const known = this.numbers().at(-1);
      if (this.#deleted.size === 0) return known === undefined ? undefined : this.#known.get(known);
      // If this unit has removed the last one, the one before is the last.
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

  /** Replaces the records of a segment: some of its memories are retired. */
  mark(segment: Segment): void {
    this.#known.set(segment.segment, segment);
    this.#dirty.add(segment.segment);
  }

  /** Adds to a segment, which may be new. */
  async put({ postings, ...segment }: SegmentWrite): Promise<void> {
    const isNew = !this.#known.has(segment.segment);
    if (isNew) this.#blocks.begin(segment.segment);
    else await this.#blocks.read(segment.segment);
    this.mark(segment);
    for (const [term, bytes] of postings) {
      this.#blocks.add(segment.segment, term, bytes);
      this.#words.add(term);
    }
  }

  get newTerms(): NewTerms {
    return this.#words.terms;
  }

  /** Adds words to the vocabulary for segments that were written elsewhere. */
  learn(terms: NewTerms): void {
    this.#words.learn(terms);
  }

  /** All postings of a segment. */
  postings(segment: number): Promise<(readonly [term: string, postings: Uint8Array])[]> {
    return this.#blocks.postings(segment);
  }

  delete(segment: number): void {
    this.#known.delete(segment);
    this.#dirty.delete(segment);
    this.#blocks.forget(segment);
    this.#deleted.add(segment);
  }

  /** Writes all changes. */
  async flush(): Promise<void> {
    await this.flushApart();
    await this.#words.flush();
  }

  /** Writes all changes, except those of the vocabulary. */
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
    await this.#blocks.flush();
  }

  #keep(segments: readonly Segment[]): void {
    for (const segment of segments) {
      const { segment: no } = segment;
      if (!this.#known.has(no) && !this.#deleted.has(no)) this.#known.set(no, segment);
    }
  }
}
