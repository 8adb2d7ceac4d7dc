import type { Author, MemorySource } from './memory.ts';

/**
 * How a memory waits until it is judged what it does to others, in `memories.to_judge`. One that no unit says more of is
 * `proposing`: an import, an exchange, and every memory of a store that is older than this.
 */
export const toJudge = { nothing: 0, proposing: 1, ending: 2 } as const;

/** A memory ends others without a question only where the owner of the character said it. */
export function judgedFor(by: Author, ownerId: string, source?: MemorySource['kind']): number {
  const isCopied = source === 'file' || source === 'import' || by.kind === 'file' || by.origin !== undefined;
  const isOwn = by.memberId === ownerId && by.kind !== 'system' && !by.isHearsay;
  return isOwn && !isCopied ? toJudge.ending : toJudge.proposing;
}
