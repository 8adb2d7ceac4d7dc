export type Cue = [weight: number, pattern: RegExp];

/** Pieces of patterns over folded text (lower case, no accents). A word begins where no letter stands before. */
export const word = (alternatives: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'u');
