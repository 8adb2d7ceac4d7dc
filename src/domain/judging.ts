import type { Author, MemorySource } from './memory.ts';

/** The service's name where it notices that a memory no longer holds. */
export const judgeName = 'change detection';

/**
 * How a memory waits until it is judged what it does to others, in `memories.to_judge`; the higher ones first. One that no
 * unit says more of is `proposing`: an import, an exchange. `talk` is a message of an imported chat: there are thousands.
 */
export const toJudge = { nothing: 0, talk: 1, proposing: 2, ending: 3 } as const;

/** Whether the owner of the character said it, no file and no import. */
export function isOwnersWord(by: Author, ownerId: string, source?: MemorySource['kind']): boolean {
  const isCopied = source === 'file' || source === 'import' || by.kind === 'file';
  return by.memberId === ownerId && by.kind !== 'system' && !by.isHearsay && !isCopied;
}

/** A memory ends others without a question only where its owner said it here: another machine judges what was said there. */
export function judgedFor(by: Author, ownerId: string, source?: MemorySource['kind']): number {
  return isOwnersWord(by, ownerId, source) && by.origin === undefined ? toJudge.ending : toJudge.proposing;
}
