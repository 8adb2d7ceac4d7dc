/** What a character's index is made of: all segments by their number, all recent memories by theirs. */
export interface IndexRows {
  readonly segments: readonly SegmentRow[];
  readonly recent: readonly RecentRow[];
}

/** A segment's number, packed records and filter, see `Segment`. */
export type SegmentRow = readonly [segment: number, passages: Uint8Array, filter: Uint8Array | null];
/** A recent memory's packed records and terms. */
export type RecentRow = readonly [passages: Uint8Array, terms: string];
/** The terms whose postings are wanted, by segments in their order. */
export type WantedPostings = readonly (readonly [segment: number, terms: readonly string[]])[];
export type PostingsRow = readonly [segment: number, term: string, postings: Uint8Array];
