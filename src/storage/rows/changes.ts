import type { AuthorKind, ChangeType, Importance, MemorySource } from '../../domain/memory.ts';
import {
  type CategoryDay,
  type Change,
  type ChangeChoice,
  type ChangePlace,
  type ClientCounts,
  clientCountNames,
  type Statistics,
  type Verdict,
  type WaitingTurns,
} from '../../domain/stores/changes.ts';
import { dayMs, utcDay } from '../../domain/text.ts';
import { haveSameState } from './memory-columns.ts';
import type { RecallDayRow } from './recalls.ts';

/** A row of `revisions` with its identity. */
export interface ChangeRow {
  character_no: number;
  memory_no: number;
  memory_id: string;
  revision: number;
  change_type: ChangeType;
  content: string;
  /** The content of the revision before. */
  previous: string | null;
  /** The memory's present revision. */
  present: number;
  category: string;
  importance: Importance;
  before_category: string | null;
  before_importance: Importance | null;
  changed_by: string;
  member_name: string | null;
  author_kind: AuthorKind | null;
  client: string | null;
  verdict: Verdict | null;
  conflict: number | null;
  created_at: number;
  change_no: number | null;
}

/** A character by its number, with its id. */
export interface NumberedCharacter {
  no: number;
  id: string;
}

/** Its columns but the member's name; `before` is the revision before. Of what is learnt the text is the present one. */
export const changeColumns = (
  only?: ChangeChoice,
) => `revisions.character_no, revisions.memory_no, memories.id AS memory_id,
  revisions.revision, revisions.change_type, ${only === 'learnt' || only === 'noted' ? 'memories' : 'revisions'}.content,
  before.content AS previous, memories.revision AS present, revisions.category, revisions.importance, before.category AS before_category,
  before.importance AS before_importance, revisions.changed_by, revisions.author_kind, revisions.client, revisions.verdict,
  revisions.conflict, revisions.created_at, revisions.change_no`;

/**
 * Revisions without a review: edits of models (index revisions_to_review) of memories that no person has changed since,
 * unless that was undone, and conflicts (index revisions_in_conflict).
 */
export const isToReview = `(revisions.author_kind = 'model' AND revisions.verdict IS NULL
    AND revisions.change_type IN ('UPDATED', 'DELETED', 'ENDED')
    AND NOT EXISTS (SELECT 1 FROM revisions AS later
      WHERE later.character_no = revisions.character_no AND later.memory_no = revisions.memory_no
        AND later.revision > revisions.revision AND later.author_kind = 'user'
        AND NOT EXISTS (SELECT 1 FROM revisions AS had CROSS JOIN revisions AS since
          WHERE had.character_no = revisions.character_no AND had.memory_no = revisions.memory_no
            AND had.revision >= revisions.revision AND had.revision < later.revision
            AND since.character_no = revisions.character_no AND since.memory_no = revisions.memory_no
            AND since.revision = (SELECT max(one.revision) FROM revisions AS one
              WHERE one.character_no = revisions.character_no AND one.memory_no = revisions.memory_no)
            AND ${haveSameState('had', 'since')}))
  OR revisions.conflict = 1 AND revisions.verdict IS NULL)`;

/** Whether a person would see a change: hooks also change how much a memory counts, at most. */
const seenFields = ['content', 'category', 'importance', 'valid_until', 'superseded_by', 'tags'];
export const isSeen = `(revisions.change_type <> 'UPDATED' OR ${seenFields
  .map((column) => `revisions.${column} IS DISTINCT FROM before.${column}`)
  .join(' OR ')})`;

/** SQL for a choice of changes. */
export const isChosen: Record<ChangeChoice, string> = {
  edits: "(revisions.change_type NOT IN ('CREATED', 'PROPOSED') AND revisions.batch IS NULL)",
  learnt: "(revisions.change_type = 'CREATED' AND memories.state = 'ACTIVE')",
  noted: "(revisions.change_type = 'CREATED' AND memories.state = 'ACTIVE' AND revisions.batch IS NULL)",
  single: `(revisions.batch IS NULL AND ${isSeen})`,
};

/** Of several characters, the most active first. */
function toClients(rows: readonly ClientCounts[]): ClientCounts[] {
  const clients = new Map<string, ClientCounts>();
  for (const row of rows) {
    const sum = clients.get(row.client);
    for (const name of sum ? clientCountNames : []) sum![name] += row[name];
    if (!sum) clients.set(row.client, { ...row });
  }
  return [...clients.values()].toSorted((a, b) => b.asked + b.offered + b.stored - a.asked - a.offered - a.stored);
}

/** A bound on (created_at, memory_no, revision) of one character: everything below it is older than `place`. */
export function boundOf(
  place: ChangePlace | undefined,
  character: number,
): [at: number, memory: number, revision: number] {
  if (!place) return [Number.MAX_SAFE_INTEGER, 0, 0];
  if (character === place.character) return [place.at, place.memory, place.revision];
  return [character < place.character ? place.at + 1 : place.at, 0, 0];
}

/** The newest of those of several characters. */
export function newest(rows: ChangeRow[], characters: readonly NumberedCharacter[], limit: number): Change[] {
  const ids = new Map(characters.map(({ no, id }) => [no, id]));
  const newer = (a: ChangeRow, b: ChangeRow) =>
    b.created_at - a.created_at ||
    b.character_no - a.character_no ||
    b.memory_no - a.memory_no ||
    b.revision - a.revision;
  const rest = rows.toSorted(newer).slice(0, limit);
  return rest.map((row) => toChange(row, ids.get(row.character_no)!));
}

export function toChange(row: ChangeRow, characterId: string): Change {
  const { memory_no: memory, revision, created_at: at, content, previous, change_no: number } = row;
  return {
    characterId,
    memoryId: row.memory_id,
    revision,
    changeType: row.change_type,
    ...(row.author_kind !== null && { kind: row.author_kind }),
    name: row.member_name ?? row.changed_by,
    ...(row.client !== null && { client: row.client }),
    at,
    content,
    ...(previous !== null && previous !== content && { previousContent: previous }),
    category: row.category,
    importance: row.importance,
    ...previousOf(row),
    isLatest: row.present === revision,
    ...(row.verdict !== null && { verdict: row.verdict }),
    ...(row.conflict === 1 && { isConflict: true }),
    place: { at, character: row.character_no, memory, revision, ...(number !== null && { number }) },
  };
}

function previousOf(row: ChangeRow): Pick<Change, 'previousCategory' | 'previousImportance'> {
  const { before_category: category, before_importance: importance } = row;
  return {
    ...(category !== null && category !== row.category && { previousCategory: category }),
    ...(importance !== null && importance !== row.importance && { previousImportance: importance }),
  };
}

/** A count of a character for one day, numbered from the epoch. */
export interface DayRow {
  character_no: number;
  day: number;
  change_type: ChangeType;
  count: number;
}

const kindOf: Partial<Record<ChangeType, 'added' | 'updated' | 'deleted'>> = {
  CREATED: 'added',
  // It was counted when it was stored.
  RESTORED: 'updated',
  UPDATED: 'updated',
  ENDED: 'updated',
  REVIVED: 'updated',
  DELETED: 'deleted',
};

function byDay(rows: readonly DayRow[]): Statistics['byDay'] {
  const days = new Map<number, Statistics['byDay'][number]>();
  for (const { day, change_type, count } of rows.toSorted((a, b) => a.day - b.day)) {
    const kind = kindOf[change_type];
    if (kind === undefined) continue;
    const one = days.get(day) ?? { day: utcDay(day * dayMs), added: 0, updated: 0, deleted: 0 };
    one[kind] += count;
    days.set(day, one);
  }
  return [...days.values()];
}

function byCharacter(rows: readonly DayRow[], characters: readonly NumberedCharacter[]): Statistics['byCharacter'] {
  const added = new Map<number, number>();
  for (const { character_no: no, change_type, count } of rows) {
    if (kindOf[change_type] === 'added') added.set(no, (added.get(no) ?? 0) + count);
  }
  return characters
    .flatMap(({ no, id }) => (added.has(no) ? { characterId: id, added: added.get(no)! } : []))
    .toSorted((a, b) => b.added - a.added || a.characterId.localeCompare(b.characterId));
}

function recallsByDay(rows: readonly RecallDayRow[]): Statistics['recallsByDay'] {
  const days = new Map<number, Statistics['recallsByDay'][number]>();
  const names = ['recalls', 'empty', 'weak', 'offered', 'given'] as const;
  for (const { day, ...counts } of rows.toSorted((a, b) => a.day - b.day)) {
    const one = days.get(day) ?? { day: utcDay(day * dayMs), recalls: 0, empty: 0, weak: 0, offered: 0, given: 0 };
    for (const name of names) one[name] += counts[name];
    days.set(day, one);
  }
  return [...days.values()];
}

/** A count of memories by name: of a category, or of a kind of source. */
export interface CountRow<Name extends string = string> {
  name: Name;
  count: number;
}

/** Sums by name over several characters, the largest first. */
function summed<Name extends string>(rows: readonly CountRow<Name>[]): CountRow<Name>[] {
  const sums = new Map<string, CountRow<Name>>();
  for (const { name, count } of rows) {
    const key = name.toLowerCase();
    const sum = sums.get(key) ?? { name, count: 0 };
    sum.count += count;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/**
 * Days before the epoch that are added first, since division rounds negative numbers up. Earlier than any stored time.
 */
const beforeTime = 1_000_000;

/** SQL for the day of a time (ms), counted from the epoch and negative before it. */
export function dayIn(column: string): string {
  return `(${column} + ${beforeTime * dayMs}) / ${dayMs} - ${beforeTime}`;
}

/** How many memories of a category happened on one day, numbered from the epoch. */
export interface CategoryDayRow extends CountRow {
  day: number;
}

/** The days of several characters. Categories of one name count together. */
export function toTimeline(rows: readonly CategoryDayRow[]): CategoryDay[] {
  const days = new Map<number, CategoryDayRow[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([day, of]) =>
      summed(of).map(({ name, count }) => ({ day: utcDay(day * dayMs), category: name, memories: count })),
    );
}

/** The rows for the statistics of one or several characters. */
interface StatisticsRows {
  characters: readonly NumberedCharacter[];
  days: readonly DayRow[];
  categories: readonly CountRow[];
  sources: readonly CountRow<MemorySource['kind']>[];
  /** For the whole tenant, oldest first. */
  tokens: Statistics['tokensByDay'];
  recalls: readonly RecallDayRow[];
  waiting: readonly WaitingRow[];
  clients: readonly ClientCounts[];
}

/** The columns of waiting turns: WaitingTurns. */
export const selectWaiting =
  'cast(count(*) AS integer) AS turns, cast(count(error) AS integer) AS failed, max(error) AS error';
export interface WaitingRow {
  turns: number;
  failed: number;
  error: string | null;
}

function waitingTurns(rows: readonly WaitingRow[]): WaitingTurns {
  const error = rows.find((row) => row.error !== null)?.error ?? undefined;
  return {
    turns: rows.reduce((sum, { turns }) => sum + turns, 0),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
    ...(error !== undefined && { error }),
  };
}

export function toStatistics(rows: StatisticsRows): Statistics {
  const { characters, days, categories, sources, tokens, recalls, waiting, clients } = rows;
  return {
    byDay: byDay(days),
    byCharacter: byCharacter(days, characters),
    byCategory: summed(categories).map(({ name, count }) => ({ category: name, memories: count })),
    bySource: summed(sources).map(({ name, count }) => ({ kind: name, memories: count })),
    tokensByDay: tokens,
    recallsByDay: recallsByDay(recalls),
    waitingTurns: waitingTurns(waiting),
    byClient: toClients(clients),
  };
}
