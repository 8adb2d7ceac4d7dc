import type { Author } from '../../../domain/memory.ts';
import type { Connection } from '../connection.ts';

/**
 * Records revisions, each with its author.
 * @param states a SELECT of character_no, memory_no, revision, change_type, content, category, salience and importance,
 * with its values
 */
export function recordRevisions(
  db: Connection,
  { changedBy, memberId, kind, now }: Author,
  states: string,
  ...values: (string | number)[]
): void {
  db.run(
    `INSERT INTO revisions (character_no, memory_no, revision, change_type, content, category, salience, importance,
       changed_by, member_id, author_kind, created_at)
     SELECT states.*, ?, ?, ?, ? FROM (${states}) AS states`,
    changedBy,
    memberId ?? null,
    kind ?? null,
    now,
    ...values,
  );
}
