// Whether memories hold, in SQL; the rules are in `src/domain/holding.ts`.

/** So written, PostgreSQL leaves the partial index of contents aside, which looks small until ANALYZE has run. */
export const newerIsActive = "coalesce(newer.state, '') = 'ACTIVE'";

/** The functions of an engine that give the lower and the higher one of two keys. */
export interface KeyOrder {
  lower: string;
  higher: string;
}

/** SQL: whether a person judged the texts of two memories of a character to be both right. */
export function keptSql(character: string, one: string, other: string, order: KeyOrder): string {
  return `EXISTS (${keptPair(character, one, other, order)})`;
}

/** The condition on links that are listed: that a person kept both memories, or that nobody has judged them. */
export function linkIsShown(kept: boolean, character: string, order: KeyOrder): string {
  const pair = keptPair(character, 'older', 'newer', order);
  // Without a batch, another answer has kept what it left.
  return kept ? `EXISTS (${pair} AND kept_pairs.batch IS NOT NULL)` : `NOT EXISTS (${pair})`;
}

function keptPair(character: string, one: string, other: string, { lower, higher }: KeyOrder): string {
  const keys = `(${one}.content_key, ${other}.content_key)`;
  return `SELECT 1 FROM kept_pairs WHERE kept_pairs.character_no = ${character}
    AND lower_key = ${lower}${keys} AND higher_key = ${higher}${keys}`;
}

/** An engine's condition under which a memory may replace another one, of two tables of memories by their names. */
export type MayReplace = (one: string, other: string) => string;

/** The conditions of an engine, for WHERE; parameters say how the statement names a time (ms). */
export function holdingSql(mayReplace: MayReplace) {
  const successorOf = (columns: string) => `SELECT ${columns} FROM memories AS newer
    WHERE ${mayReplace('newer', 'memories')} AND newer.id = coalesce((SELECT into_id FROM merged_memories
      WHERE merged_memories.character_no = memories.character_no AND merged_memories.id = memories.superseded_by),
      memories.superseded_by)
    AND newer.id <> memories.id AND ${newerIsActive} AND coalesce(newer.superseded_by <> memories.id, TRUE)`;
  return {
    /** Whether a memory holds at a time: its `validUntil` is ahead, and no memory of that time has replaced it. */
    holdsAt: (at: string): string => `(memories.valid_until IS NULL OR memories.valid_until > ${at})
      AND (memories.superseded_by IS NULL OR NOT EXISTS (${successorOf('1')} AND ${replacedAt('memories')} <= ${at}))`,
    /** The same for the present: what has replaced a memory counts whatever its time. */
    holdsNow: (now: string): string => `(memories.valid_until IS NULL OR memories.valid_until > ${now})
      AND (memories.superseded_by IS NULL OR NOT EXISTS (${successorOf('1')}))`,
    /** Whether a memory ends in a period: by its `validUntil`, or by the change that replaced it. */
    endsWithin: (from: string, until: string): string =>
      `(memories.valid_until >= ${from} AND memories.valid_until < ${until}
      OR memories.superseded_by IS NOT NULL AND memories.updated_at >= ${from} AND memories.updated_at < ${until}
        AND EXISTS (${successorOf('1')}))`,
    /** The id of the active memory that has replaced one, under its own name or that of the one it was merged into. */
    successor: `CASE WHEN memories.superseded_by IS NOT NULL THEN (${successorOf('newer.id')} LIMIT 1) END`,
  };
}

/** As `replacedAt` of the domain, for a table of older memories and `newer`. */
export const replacedAt = (older: string): string =>
  `CASE WHEN newer.occurred_at < ${older}.occurred_at THEN ${older}.updated_at ELSE newer.occurred_at END`;

/** Whether it is deleted because it has moved to another character. */
export const hasMovedSql = `(memories.state = 'DELETED' AND EXISTS (SELECT 1 FROM revisions AS leaving
    WHERE leaving.character_no = memories.character_no AND leaving.memory_no = memories.no
      AND leaving.revision = memories.revision AND leaving.moved IS NOT NULL))`;
