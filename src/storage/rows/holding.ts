// Whether memories hold, in SQL; the rules are in `src/domain/holding.ts`.

/** So written, PostgreSQL leaves the partial index of contents aside, which looks small until ANALYZE has run. */
export const newerIsActive = "coalesce(newer.state, '') = 'ACTIVE'";

/**
 * Whether a memory holds at a time, for WHERE: its `validUntil` is ahead, and no memory of that time has replaced it.
 * @param at how the statement names the time
 */
export const holdsAt = (at: string): string => `(memories.valid_until IS NULL OR memories.valid_until > ${at})
  AND (memories.superseded_by IS NULL OR NOT EXISTS (${successorOf('1')} AND ${replacedAt} <= ${at}))`;

/** As `replacedAt` of the domain. */
const replacedAt = `CASE WHEN newer.occurred_at < memories.occurred_at THEN memories.updated_at ELSE newer.occurred_at END`;

/** The same for the present: what has replaced a memory counts whatever its time. */
export const holdsNow = (now: string): string => `(memories.valid_until IS NULL OR memories.valid_until > ${now})
  AND (memories.superseded_by IS NULL OR NOT EXISTS (${successorOf('1')}))`;

/** Whether a memory ends in a period, for WHERE: by its `validUntil`, or by the change that replaced it. */
export const endsWithin = (from: string, until: string): string =>
  `(memories.valid_until >= ${from} AND memories.valid_until < ${until}
  OR memories.superseded_by IS NOT NULL AND memories.updated_at >= ${from} AND memories.updated_at < ${until}
    AND EXISTS (${successorOf('1')}))`;

/** The id of the active memory that has replaced one, under its own name or that of the one it was merged into. */
export const successor = `CASE WHEN memories.superseded_by IS NOT NULL THEN (${successorOf('newer.id')} LIMIT 1) END`;

function successorOf(columns: string): string {
  return `SELECT ${columns} FROM memories AS newer WHERE newer.character_no = memories.character_no
    AND newer.id = coalesce((SELECT into_id FROM merged_memories
      WHERE merged_memories.character_no = memories.character_no AND merged_memories.id = memories.superseded_by),
      memories.superseded_by)
    AND newer.id <> memories.id AND ${newerIsActive} AND coalesce(newer.superseded_by <> memories.id, TRUE)`;
}
