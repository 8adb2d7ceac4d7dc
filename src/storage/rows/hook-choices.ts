import {
  type HookChoices,
  type KnownAnswer,
  type Rating,
  type Recall,
  storedKey,
} from '../../domain/stores/recalls.ts';

/** A row of `muted_memories` with the id of its memory. */
export interface ChoiceRow {
  id: string;
  trusted: number;
  /** 1: the memory has the text that was trusted. */
  is_as_trusted: 0 | 1;
}

/** SQL: 1 where a memory has the text of the trusted revision, else 0. */
export const isAsTrusted = (memory: string): string => `coalesce((SELECT 1 FROM revisions AS read
  WHERE read.character_no = ${memory}.character_no AND read.memory_no = ${memory}.no AND read.revision = trusted
    AND read.content = ${memory}.content), 0) AS is_as_trusted`;

/** Writes a choice of hooks. The arguments are placeholders; `isTrusted`: 1 or 0. */
export function writeChoice(character: string, memory: string, isTrusted: string): string {
  return `INSERT INTO muted_memories (character_no, memory_no, trusted)
    SELECT character_no, no, CASE WHEN ${isTrusted} = 1 THEN revision ELSE 0 END FROM memories
    WHERE character_no = ${character} AND no = ${memory}
    ON CONFLICT (character_no, memory_no) DO UPDATE SET trusted = excluded.trusted`;
}

/** A row of `wrong_answers` with the id of its memory. */
export interface WrongRow {
  id: string;
  question_key: string;
}

/**
 * The memories of a recall that a rating is about, by the key of its question, and whether it calls them wrong. A whole
 * start of a session is no answer to a question.
 */
export function ratedAnswers({ query, results }: Recall, rating: Rating | undefined, memoryId: string | undefined) {
  const all = query === '' ? [] : results.map((one) => one.memoryId);
  const ids = memoryId === undefined ? all : [memoryId];
  return { question: storedKey(query), ids, isWrong: rating === 'wrong' };
}

/** Who trusts a memory trusts its present text: while it has another one, it is not trusted. */
export function byChoice(rows: readonly ChoiceRow[], wrong: readonly WrongRow[], answers: KnownAnswer[]): HookChoices {
  const idsOf = (isOf: (row: ChoiceRow) => boolean) => rows.filter(isOf).map(({ id }) => id);
  return {
    muted: idsOf(({ trusted }) => trusted === 0),
    trusted: idsOf((row) => row.is_as_trusted === 1),
    wrong: wrong.map(({ id: memoryId, question_key: question }) => ({ memoryId, question })),
    answers,
  };
}
