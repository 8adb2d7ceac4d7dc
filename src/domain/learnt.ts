/**
 * Batches of what hooks learnt have ids that begin with their time, so that an index has the latest ones: there may be
 * one for each turn of a conversation.
 */
export const learntMark = 'learnt';
/** Times in base 36 until the year 5188. */
const timeLength = 9;

/** How the ids of such batches at a time (ms) begin; earlier ones sort before it. */
export const learntUpTo = (at: number) => learntMark + at.toString(36).padStart(timeLength, '0');
/** The bounds of all such ids. */
export const learntBounds = [learntUpTo(0), `${learntMark}~`] as const;
