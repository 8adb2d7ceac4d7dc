// A memory waits to be judged, and to be compared with what is alike. In a deleted character it has a negative number
// instead: it waits until the character is restored.

/** SQL: the batch of a waiting memory's present revision. */
export const batchOf = `(SELECT revisions.batch FROM revisions WHERE revisions.character_no = memories.character_no
  AND revisions.memory_no = memories.no AND revisions.revision = memories.revision) AS batch`;

/** SQL: a judged memory no longer waits. @param isDeleted whether its character is deleted */
export const setJudged = (isDeleted: string) => `to_judge = CASE WHEN ${isDeleted} THEN -abs(to_judge) ELSE 0 END`;

/** SQL: a compared memory no longer waits. */
export const setCompared = (isDeleted: string) => `compared = CASE WHEN ${isDeleted} THEN -revision ELSE revision END`;

/** SQL: the memories of a restored character wait again. */
export const waitAgain = (characterNo: string) =>
  `UPDATE memories SET to_judge = abs(to_judge), compared = CASE WHEN compared < 0 THEN NULL ELSE compared END
   WHERE character_no = ${characterNo} AND (to_judge < 0 OR compared < 0)`;
