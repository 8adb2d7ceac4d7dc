/** What a character's index is made of: all segments by their number, all recent memories by theirs. */
export interface IndexRows {
  readonly segments: readonly SegmentRow[];
  readonly recent: readonly RecentRow[];
}

/** A segment's number and packed records. */
export type SegmentRow = readonly [segment: number, passages: Uint8Array];
/** A recent memory's packed records and terms. */
export type RecentRow = readonly [passages: Uint8Array, terms: string];
export type PostingsRow = readonly [segment: number, term: string, postings: Uint8Array];
