import type { Change, ChangePlace, Statistics, Verdict } from '../../domain/change-store.ts';
import type { AuthorKind, ChangeType, MemorySource } from '../../domain/memory.ts';
import { dayMs, utcDay } from '../../domain/text.ts';
import type { RecallDayRow } from './recalls.ts';

/** A row of `revisions` with what tells which one it is. */
export interface ChangeRow {
  character_no: number;
  memory_no: number;
  memory_id: string;
  revision: number;
  change_type: ChangeType;
  content: string;
  /** Of the revision before. */
  previous: string | null;
  changed_by: string;
  member_name: string | null;
  author_kind: AuthorKind | null;
  verdict: Verdict | null;
  created_at: number;
}

/** Its columns; `before` is the revision before. */
export const changeColumns = `revisions.character_no, revisions.memory_no, memories.id AS memory_id, revisions.revision,
  revisions.change_type, revisions.content, before.content AS previous, revisions.changed_by,
  members.name AS member_name, revisions.author_kind, revisions.verdict, revisions.created_at`;

/** As a bound on (created_at, memory_no, revision) of one character: what is below it is older than `place`. */
export function boundOf(
  place: ChangePlace | undefined,
  character: number,
): [at: number, memory: number, revision: number] {
  if (!place) return [Number.MAX_SAFE_INTEGER, 0, 0];
  if (character === place.character) return [place.at, place.memory, place.revision];
  return [character < place.character ? place.at + 1 : place.at, 0, 0];
}

/** The newest of those of several characters. */
export function newest(rows: ChangeRow[], limit: number): ChangeRow[] {
  const newer = (a: ChangeRow, b: ChangeRow) =>
    b.created_at - a.created_at ||
    b.character_no - a.character_no ||
    b.memory_no - a.memory_no ||
    b.revision - a.revision;
  return rows.toSorted(newer).slice(0, limit);
}

export function toChange(row: ChangeRow, characterId: string): Change {
  const { memory_no: memory, revision, created_at: at, content, previous } = row;
  return {
    characterId,
    memoryId: row.memory_id,
    revision,
    changeType: row.change_type,
    ...(row.author_kind !== null && { kind: row.author_kind }),
    name: row.member_name ?? row.changed_by,
    at,
    content,
    ...(previous !== null && previous !== content && { previousContent: previous }),
    ...(row.verdict !== null && { verdict: row.verdict }),
    place: { at, character: row.character_no, memory, revision },
  };
}

/** How often something happened on one day, counted from the epoch. */
export interface DayRow {
  day: number;
  change_type: ChangeType;
  count: number;
}

const kindOf = { CREATED: 'added', RESTORED: 'added', UPDATED: 'updated', DELETED: 'deleted' } as const;

export function byDay(rows: readonly DayRow[]): Statistics['byDay'] {
  const days = new Map<number, Statistics['byDay'][number]>();
  for (const { day, change_type, count } of rows.toSorted((a, b) => a.day - b.day)) {
    const one = days.get(day) ?? { day: utcDay(day * dayMs), added: 0, updated: 0, deleted: 0 };
    one[kindOf[change_type]] += count;
    days.set(day, one);
  }
  return [...days.values()];
}

export function recallsByDay(rows: readonly RecallDayRow[]): Statistics['recallsByDay'] {
  const days = new Map<number, Statistics['recallsByDay'][number]>();
  for (const { day, recalls, empty } of rows.toSorted((a, b) => a.day - b.day)) {
    const one = days.get(day) ?? { day: utcDay(day * dayMs), recalls: 0, empty: 0 };
    one.recalls += recalls;
    one.empty += empty;
    days.set(day, one);
  }
  return [...days.values()];
}

/** Sums of what several characters call alike, the most first. */
export function summed<Name extends string>(
  rows: readonly { name: Name; count: number }[],
): { name: Name; count: number }[] {
  const sums = new Map<string, { name: Name; count: number }>();
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

/** Counts by category and by source. */
export function counted(
  categories: readonly { name: string; count: number }[],
  sources: readonly { name: MemorySource['kind']; count: number }[],
): Pick<Statistics, 'byCategory' | 'bySource'> {
  return {
    byCategory: summed(categories).map(({ name, count }) => ({ category: name, memories: count })),
    bySource: summed(sources).map(({ name, count }) => ({ kind: name, memories: count })),
  };
}
