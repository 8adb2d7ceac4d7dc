import type { CharacterIndex } from '../../../search/index/character-index.ts';
import type { SegmentRow } from '../../../search/index/rows.ts';
import { byBytes, EndingList } from '../../../search/index/vocabulary.ts';

/** What a passage takes beside its packed record: columns, what ranking derives from them, occurrences kept. */
const bytesOfPassage = 240;

/** A character's index as this node has read it, good while the versions stay. */
export class KeptIndex {
  readonly indexVersion: number;
  readonly recentVersion: number;
  readonly segments: readonly SegmentRow[];
  readonly index: CharacterIndex;
  /** The terms with one first letter, in order. */
  readonly #beginnings = new Map<string, readonly string[]>();
  #endings: EndingList | undefined;
  #bytes: number;

  constructor(
    versions: Pick<KeptIndex, 'indexVersion' | 'recentVersion'>,
    segments: readonly SegmentRow[],
    index: CharacterIndex,
  ) {
    this.indexVersion = versions.indexVersion;
    this.recentVersion = versions.recentVersion;
    this.segments = segments;
    this.index = index;
    const packed = segments.reduce((sum, [, passages]) => sum + passages.length, 0);
    this.#bytes = packed + index.passages.count * bytesOfPassage;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The letters whose terms are still to be read, of those that some beginnings begin with. */
  unreadInitials(beginnings: readonly string[]): string[] {
    return [...new Set(beginnings.map(initialOf))].filter((initial) => !this.#beginnings.has(initial));
  }

  keepTerms(initial: string, terms: readonly string[]): void {
    this.#beginnings.set(initial, terms.toSorted(byBytes));
    this.#bytes += 40 * terms.length;
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
    this.#bytes += 40 * terms.length;
    return this.#endings;
  }
}

/** The first letter of a text, as the vocabulary is divided. */
export function initialOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!);
}

/** The indexes of the characters that this node searched last. */
export class IndexCache {
  readonly #most: number;
  /** The least recently used first. */
  readonly #kept = new Map<number, KeptIndex>();

  /** @param most bytes, roughly */
  constructor(most: number) {
    this.#most = most;
  }

  get(characterNo: number): KeptIndex | undefined {
    const found = this.#kept.get(characterNo);
    if (found === undefined) return undefined;
    this.#kept.delete(characterNo);
    this.#kept.set(characterNo, found);
    return found;
  }

  put(characterNo: number, kept: KeptIndex): void {
    this.#kept.delete(characterNo);
    this.#kept.set(characterNo, kept);
    // Summed anew: what is kept grows while it is used.
    let bytes = 0;
    for (const one of this.#kept.values()) bytes += one.bytes;
    for (const [oldest, one] of this.#kept) {
      if (bytes <= this.#most) break;
      this.#kept.delete(oldest);
      bytes -= one.bytes;
    }
  }
}
