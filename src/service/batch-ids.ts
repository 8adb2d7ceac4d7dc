import { createHash } from 'node:crypto';
import { askedMark, forgottenMark } from '../domain/forgotten.ts';
import { learntMark, learntUpTo } from '../domain/learnt.ts';

/** Ids of batches say what a batch is, so that lists and undos tell it. */
const [mergeMark, answerMark] = ['merge-', 'kept-'];
const keyLength = 8;

/** The id of a merge: the id of the memory that stays, then a part of its own. */
export const mergeId = (into: string, fresh: string) => `${mergeMark}${into}-${fresh.slice(0, keyLength)}`;
export const isMerge = (batchId: string) => batchId.startsWith(mergeMark);
/** The id of the memory that stays of a merge; undefined for others. */
export const mergedInto = (batchId: string) =>
  isMerge(batchId) ? batchId.slice(mergeMark.length, batchId.lastIndexOf('-')) : undefined;

/** The id of an answer by which both memories of pairs are right. */
export const answerId = (fresh: string) => `${answerMark}${fresh}`;
/** The id of an answer that changes the memories: the newer one holds, or neither. */
export const changingAnswerId = (answer: 'changed' | 'neither', fresh: string) => `${answer}-${fresh}`;
export const isChangingAnswer = (batchId: string) => /^(?:changed|neither)-/u.test(batchId);
export const isAnswer = (batchId: string) => batchId.startsWith(answerMark);
/** Whether a batch is of the same answer, which another pair may join. */
export const isBatchOf = (answer: 'changed' | 'neither' | 'both', batchId: string) =>
  answer === 'both' ? isAnswer(batchId) : batchId.startsWith(changingAnswerId(answer, ''));

/** The ids of deletions of what a user asked to forget: by a person's own choice, and from the Queue. */
export const forgottenId = (fresh: string) => `${forgottenMark}${fresh}`;
export const askedId = (fresh: string) => `${askedMark}${fresh}`;

/** The id of what a hook learnt of a session: the time (ms) first, then what the batches of the session have in common. */
export function learntId(session: string, now: number, fresh: string): string {
  const key = createHash('sha256').update(session).digest('hex').slice(0, keyLength);
  return `${learntUpTo(now)}-${key}-${fresh.slice(0, keyLength)}`;
}
/** What the learnt batches of a session have in common; undefined for others. */
export const learntIn = (batchId: string) => (batchId.startsWith(learntMark) ? batchId.split('-')[1] : undefined);

/** The id of an undo: a part of its own, and that of the batch that it undoes. */
export const undoId = (fresh: string, undone: string) => `${fresh}~${ownPart(undone)}`;
export const ownPart = (batchId: string) => batchId.split('~', 1)[0]!;
export const undonePart = (batchId: string) => batchId.split('~')[1];
