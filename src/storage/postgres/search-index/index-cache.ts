import { bucketOf, postingsIn } from '../../../search/index/blocks.ts';
import type { CharacterIndex } from '../../../search/index/character-index.ts';
import type { PostingsRow, SegmentRow } from '../../../search/index/rows.ts';
import { byBytes, EndingList } from '../../../search/index/vocabulary.ts';

/** What a passage takes beside its packed record: columns, what ranking derives from them, occurrences kept. */
const bytesOfPassage = 240;
const bytesOfBlock = 150;

/** A character's index as this node has read it, good while the versions stay. */
export class KeptIndex {
  readonly indexVersion: number;
  readonly recentVersion: number;
  readonly segments: readonly SegmentRow[];
  readonly index: CharacterIndex;
  /** Whether it was looked at again since it was read, and still held. */
  hasHeld = false;
  /** The blocks of a bucket by segment, once they are read. */
  readonly #blocks: Map<number, readonly BlockRow[]>;
  /** The terms with one first letter, in order. */
  readonly #beginnings: Map<string, readonly string[]>;
  #endings: EndingList | undefined;
  /** Bytes of the index itself, and of what was read of segments since. */
  readonly #index: number;
  #read: number;

  /** @param before the same segments with other recent memories: what was read of them stays */
  constructor(
    versions: Pick<KeptIndex, 'indexVersion' | 'recentVersion'>,
    segments: readonly SegmentRow[],
    index: CharacterIndex,
    before?: KeptIndex,
  ) {
    this.indexVersion = versions.indexVersion;
    this.recentVersion = versions.recentVersion;
    this.segments = segments;
    this.index = index;
    const packed = segments.reduce((sum, [, passages]) => sum + passages.length, 0);
    this.#blocks = new Map(before ? before.#blocks : []);
    this.#beginnings = new Map(before ? before.#beginnings : []);
    this.#endings = before ? before.#endings : undefined;
    this.#read = before ? before.#read : 0;
    this.#index = packed + index.passages.count * bytesOfPassage;
  }

  get bytes(): number {
    return this.#index + this.#read;
  }

  /** The buckets of some terms whose blocks are still to be read. */
  unreadBuckets(terms: readonly string[]): number[] {
    return [...new Set(terms.map(bucketOf))].filter((bucket) => !this.#blocks.has(bucket));
  }

  keepBlocks(buckets: readonly number[], rows: readonly (BlockRow & { bucket: number })[]): void {
    const read = new Map<number, BlockRow[]>(buckets.map((bucket) => [bucket, []]));
    for (const row of rows) {
      read.get(row.bucket)?.push(row);
      this.#read += row.block.length + bytesOfBlock;
    }
    for (const [bucket, blocks] of read) {
      this.#blocks.set(
        bucket,
        blocks.sort((a, b) => a.segment - b.segment),
      );
    }
  }

  /** The postings of some terms whose buckets have been read, in the order of segments. */
  postings(terms: readonly string[]): PostingsRow[] {
    return terms.flatMap((term) => {
      const text = Buffer.from(term);
      return (this.#blocks.get(bucketOf(term)) ?? []).flatMap(({ segment, block }): PostingsRow[] => {
        const postings = postingsIn(block, text);
        return postings === undefined ? [] : [[segment, term, postings]];
      });
    });
  }

  /** The letters whose terms are still to be read, of those that some beginnings begin with. */
  unreadInitials(beginnings: readonly string[]): string[] {
    return [...new Set(beginnings.map(initialOf))].filter((initial) => !this.#beginnings.has(initial));
  }

  keepTerms(initial: string, terms: readonly string[]): void {
    this.#beginnings.set(initial, terms.toSorted(byBytes));
    this.#read += 40 * terms.length;
  }

  beginning(beginning: string): readonly string[] {
    const terms = this.#beginnings.get(initialOf(beginning)) ?? [];
    return terms.filter((term) => term.startsWith(beginning));
  }

  get endings(): EndingList | undefined {
    return this.#endings;
  }

  keepEndings(terms: readonly string[]): EndingList {
    this.#endings = new EndingList(terms);
    this.#read += 40 * terms.length;
    return this.#endings;
  }
}

/** A block of a segment. */
export interface BlockRow {
  segment: number;
  block: Uint8Array;
}

/** The first letter of a text, as the vocabulary is divided. */
export function initialOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!);
}

/** The indexes of the characters that this node searched last. */
export class IndexCache {
  readonly #most: number;
  /** The least recently used first, with their bytes when they were last settled. */
  readonly #kept = new Map<number, { index: KeptIndex; bytes: number }>();
  #bytes = 0;

  /** @param most bytes, roughly */
  constructor(most: number) {
    this.#most = most;
  }

  get(characterNo: number): KeptIndex | undefined {
    const found = this.#kept.get(characterNo);
    if (found === undefined) return undefined;
    this.#kept.delete(characterNo);
    this.#kept.set(characterNo, found);
    return found.index;
  }

  put(characterNo: number, index: KeptIndex): void {
    this.#drop(characterNo);
    this.#kept.set(characterNo, { index, bytes: 0 });
    this.settle(characterNo);
  }

  /** Enforces the bound after the index of a character may have grown: it grows while it is read. */
  settle(characterNo: number): void {
    const grown = this.#kept.get(characterNo);
    if (!grown) return;
    this.#bytes += grown.index.bytes - grown.bytes;
    grown.bytes = grown.index.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) break;
      this.#drop(oldest);
    }
  }

  #drop(characterNo: number): void {
    this.#bytes -= this.#kept.get(characterNo)?.bytes ?? 0;
    this.#kept.delete(characterNo);
  }
}
