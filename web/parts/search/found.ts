import type { Output } from '../../client/client.ts';

/**
 * The least relevance that helps an agent: hooks give nothing below it, and Recalls calls such an answer weak.
 */
export const leastHelpful = 0.38;

/** A match of one character, or of several with the name of its own. */
export type Found = Output<'searchMemories'>['memories'][number] & { characterName?: string };
