/** Ids of batches say what a batch is, so that lists and undos tell it. */
const [mergeMark, answerMark] = ['merge-', 'kept-'];

export const mergeId = (fresh: string) => `${mergeMark}${fresh}`;
export const isMerge = (batchId: string) => batchId.startsWith(mergeMark);

/** The id of an answer by which both memories of pairs are right. */
export const answerId = (fresh: string) => `${answerMark}${fresh}`;
export const isAnswer = (batchId: string) => batchId.startsWith(answerMark);

/** The id of an undo: a part of its own, and that of the batch that it undoes. */
export const undoId = (fresh: string, undone: string) => `${fresh}~${ownPart(undone)}`;
export const ownPart = (batchId: string) => batchId.split('~', 1)[0]!;
export const undonePart = (batchId: string) => batchId.split('~')[1];
