import { ServiceError } from '../domain/errors.ts';
import type { AuthorKind, ChangeType, Importance } from '../domain/memory.ts';
import type { CategoryDay, Change, ChangeChoice, ChangePlace, Statistics, Verdict } from '../domain/stores/changes.ts';
import { dayMs, iso } from '../domain/text.ts';
import { cursorOf, fitting, placeOf } from './answer-size.ts';
import { characterIdOf } from './characters.ts';
import type { Context } from './context.ts';
import { milliseconds } from './memories.ts';

export interface ChangesAsked {
  characterId?: string | undefined;
  by?: AuthorKind | undefined;
  client?: string | undefined;
  member?: string | undefined;
  changeType?: ChangeType | undefined;
  batchId?: string | undefined;
  toReview?: boolean | undefined;
  only?: ChangeChoice | undefined;
  since?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** One page of changes, newest first. CharacterNotFound; InvalidInput for an invalid cursor. */
export async function listChanges(context: Context, { characterId, by, since, cursor, ...asked }: ChangesAsked) {
  const { store, principal } = context;
  const { client, member, changeType, batchId, toReview, only, limit } = asked;
  const found = await store.changes.list(principal, {
    characterId: await characterIdOf(context, characterId),
    kind: by,
    client,
    member,
    changeType,
    batchId,
    toReview,
    only,
    since: milliseconds(since),
    before: cursor === undefined ? undefined : changePlace(cursor),
    limit: limit + 1,
  });
  const changes = found.slice(0, limit).map(shownChange);
  const count = fitting(changes, context);
  const last = found[count - 1];
  const more = found.length > count && last !== undefined && { nextCursor: changeCursor(last.place) };
  return { changes: changes.slice(0, count), ...more };
}

/** The number of changes that wait for a user's review: in all, and by visible character, the most first. */
export async function countReviews(context: Context) {
  const { store, principal } = context;
  const characters = (await store.changes.reviews(principal)).toSorted(
    (a, b) => b.edits + b.proposals - a.edits - a.proposals,
  );
  const sum = (of: 'edits' | 'proposals') => characters.reduce((all, one) => all + one[of], 0);
  const fit = fitting(characters, context);
  return { edits: sum('edits'), proposals: sum('proposals'), characters: characters.slice(0, fit) };
}

/** NotFound for a change that is not there or not visible. */
export async function reviewChange(
  { store, principal, now }: Context,
  changeId: string,
  verdict: Verdict | undefined,
): Promise<void> {
  const [characterId = '', memoryId = '', revision = ''] = changeId.split('.');
  const isId = /^[1-9]\d{0,8}$/.test(revision);
  const isThere =
    isId &&
    (await store.characters.identify(principal, characterId))?.id === characterId &&
    (await store.changes.review(principal, characterId, memoryId, Number(revision), verdict, now()));
  if (!isThere) throw new ServiceError('NotFound', `There is no change ${changeId}.`);
}

const yearMs = 365 * dayMs;

export const timeUnits = ['DAY', 'MONTH', 'YEAR'] as const;
type TimeUnit = (typeof timeUnits)[number];
/** How much of a day's text, such as 2026-01-31, names the unit that it is in. */
const unitLength: Record<TimeUnit, number> = { DAY: 10, MONTH: 7, YEAR: 4 };

/** Active memories of one category that happened in one unit of time: 2026-01-31, 2026-01 or 2026. */
interface TimelinePart {
  at: string;
  category: string;
  memories: number;
}

/** CharacterNotFound; InvalidInput when the period ends before it begins, or has more than one answer can hold. */
export async function statistics(
  context: Context,
  asked: {
    characterId?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
    timeline?: TimeUnit | undefined;
    leastImportance?: Importance | undefined;
  },
): Promise<Statistics & { timeline?: TimelinePart[] }> {
  const { store, principal, now } = context;
  const to = milliseconds(asked.to) ?? now() + 1;
  const from = milliseconds(asked.from) ?? Math.max(0, to - yearMs);
  if (from > to) throw new ServiceError('InvalidInput', '`from` must not be after `to`.');
  await context.recalls?.written();
  const { leastImportance } = asked;
  const filter = { characterId: await characterIdOf(context, asked.characterId), from, to, leastImportance };
  const found = await store.changes.statistics(principal, filter);
  if (asked.timeline === undefined) return found;
  return {
    ...found,
    timeline: inUnits(context, await store.changes.timeline(principal, filter), unitLength[asked.timeline]),
  };
}

/** InvalidInput where one answer can't hold them. */
function inUnits(context: Context, days: readonly CategoryDay[], length: number): TimelinePart[] {
  const parts = new Map<string, TimelinePart>();
  for (const { day, category, memories } of days) {
    const at = day.slice(0, length);
    const key = `${at} ${category.toLowerCase()}`;
    const part = parts.get(key) ?? { at, category, memories: 0 };
    part.memories += memories;
    parts.set(key, part);
  }
  const timeline = [...parts.values()];
  if (fitting(timeline, context) === timeline.length) return timeline;
  throw new ServiceError('InvalidInput', 'timeline: too much for one answer; ask for less time or a longer unit.');
}

/** A change as an answer. */
export function shownChange({
  characterId,
  memoryId,
  revision,
  changeType,
  kind = 'system',
  name,
  client,
  at,
  verdict,
  isConflict,
  isLatest,
  ...change
}: Change) {
  const { content, previousContent, category, previousCategory, importance, previousImportance } = change;
  return {
    id: `${characterId}.${memoryId}.${revision}`,
    characterId,
    memoryId,
    revision,
    changeType,
    by: { kind, name, ...(client !== undefined && { client }) },
    createdAt: iso(at),
    content,
    ...(previousContent !== undefined && { previousContent }),
    category,
    ...(previousCategory !== undefined && { previousCategory }),
    importance,
    ...(previousImportance !== undefined && { previousImportance }),
    seen: verdict !== undefined,
    changedSince: !isLatest,
    ...(isConflict && { isConflict }),
  };
}

export function changeCursor({ at, character, memory, revision, number }: ChangePlace): string {
  return cursorOf([at, character, memory, revision, ...(number === undefined ? [] : [number])]);
}

/** InvalidInput for one that no page of changes named. */
export function changePlace(cursor: string): ChangePlace {
  const [at = 0, character = 0, memory = 0, revision = 0, number] = placeOf(cursor, 4, 5);
  return { at, character, memory, revision, number };
}
