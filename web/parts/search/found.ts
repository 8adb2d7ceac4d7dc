import type { Output } from '../../client/client.ts';

/** A match of one character, or of several with the name of its own. */
export type Found = Output<'searchMemories'>['memories'][number] & { characterName?: string };
