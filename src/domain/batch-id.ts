/** The id of the batch that undoes another one, which it names. @param fresh a new id */
export const undoId = (fresh: string, undone: string): string => `${fresh}~${ownOf(undone)}`;

/** The part of a batch's id that its undo has too. */
export const ownOf = (batchId: string): string => batchId.split('~', 1)[0]!;

/** Of the batch that a batch undoes, the part of `ownOf`. */
export const undoneBy = (batchId: string): string | undefined => batchId.split('~')[1];
