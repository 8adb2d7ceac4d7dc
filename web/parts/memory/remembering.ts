import type { Character, Memory } from '../../client/api.ts';

/** What a new memory is for. */
export interface Remembering {
  /** Default: the user's own, made when the first memory is stored. */
  character?: Character | undefined;
  /** The question that the memory will answer. */
  asked?: string;
  /** The initial text. */
  text?: string;
  /** Called with the memory, instead of asking the question again, or without one going to its page. */
  done?: (memory: Memory) => void;
}
