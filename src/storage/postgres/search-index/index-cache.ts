import { byBytes } from '../../../domain/text.ts';
import { bucketOf, postingsIn } from '../../../search/index/blocks.ts';
import type { CharacterIndex, PostingsRow, SegmentRow } from '../../../search/index/character-index.ts';
import { EndingList } from '../../../search/index/vocabulary.ts';

/** Bytes of a passage beside its packed record: its columns, values that ranking derives, cached occurrences. */
const bytesOfPassage = 240;
const bytesOfBlock = 150;

/** A character's index as this node has read it. Valid while the versions are unchanged. */
export class CachedIndex {
  readonly indexVersion: number;
  readonly recentVersion: number;
  readonly segments: readonly SegmentRow[];
  readonly index: CharacterIndex;
  /** Whether a later check found it still valid. */
  hasHeld = false;
  /** By bucket, then by segment: the blocks that have been read. */
  readonly #blocks: Map<number, readonly BlockRow[]>;
  /** By first letter: its terms, sorted. */
  readonly #beginnings: Map<string, readonly string[]>;
  #endings: EndingList | undefined;
  /** Bytes of the index, and of the blocks and terms that were read since. */
  readonly #index: number;
  #read: number;

  /** @param before the same segments with other recent memories: their blocks stay cached */
  constructor(
    versions: Pick<CachedIndex, 'indexVersion' | 'recentVersion'>,
    segments: readonly SegmentRow[],
    index: CharacterIndex,
    before?: CachedIndex,
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

  /** The buckets of terms whose blocks are not cached yet. */
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

  /** The postings of terms whose buckets are cached, in the order of segments. */
  postings(terms: readonly string[]): PostingsRow[] {
    return terms.flatMap((term) => {
      const text = Buffer.from(term);
      return (this.#blocks.get(bucketOf(term)) ?? []).flatMap(({ segment, block }): PostingsRow[] => {
        const postings = postingsIn(block, text);
        return postings === undefined ? [] : [[term, [segment, postings.length], postings]];
      });
    });
  }

  /** The first letters of these prefixes whose terms are not cached yet. */
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

/** Caches a block of a segment. */
export interface BlockRow {
  segment: number;
  block: Uint8Array;
}

/** The first letter of a text, by which the vocabulary is divided. */
export function initialOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!);
}
