import { memoryNotFound } from '../../domain/memory.ts';
import type { Via } from '../../domain/principal.ts';
import {
  bestOf,
  type KnownAnswer,
  leastHelpful,
  maxDismissedLength,
  type NewRecall,
  questionKey,
  type Rating,
  type Recall,
  type RecalledMemory,
  type RecallFilter,
  type RecallKind,
  type RecallPlace,
  storedKey,
  type UsedRecall,
} from '../../domain/stores/recalls.ts';

/** A row of `recalls` with the id of its character. */
export interface RecallRow {
  no: number;
  character_id: string;
  at: number;
  made_by: string;
  via: Via;
  kind: RecallKind;
  query: string;
  /** JSON of StoredResult[]. */
  results: string;
  rating: Rating | null;
  client: string | null;
  is_order: number;
  tokens: number | null;
  is_dismissed: number;
  /** Only for grouped recalls. */
  count?: number;
}

/** Whether a user dismissed the question: it needs no memory. */
const isDismissed = `((SELECT count(*) FROM dismissed_questions AS known WHERE known.character_no = recalls.character_no
  AND known.question_key = substr(recalls.question_key, 1, ${maxDismissedLength})) > 0)`;

const hasAnswer = `(recalls.given = 0 AND recalls.results LIKE '%"since":true%')`;
/** Whether it gave nothing, and a memory answers its question since. */
export const isAnsweredSince = `(${hasAnswer} AND ${isDismissed})`;
/** Whether it is a certain one, or one of an equal question that has an answer. */
export const isSettledWith = (no: string, key: string) =>
  `(recalls.no = ${no} OR (${hasAnswer} AND substr(recalls.question_key, 1, ${maxDismissedLength}) = ${key}))`;

export const recallColumns = `recalls.no, characters.id AS character_id, recalls.at, recalls.made_by, recalls.via,
  recalls.kind, recalls.query, recalls.results, recalls.rating, recalls.client, recalls.is_order, recalls.tokens,
  cast(${isDismissed} AS integer) AS is_dismissed`;

/** The columns of recallValues. */
export const recallValueColumns =
  'at, made_by, via, kind, query, results, given, best, question_key, is_order, client, tokens';

/** A result, or a match that was held back, or that the session had already, or what answers the question since. */
interface StoredResult extends RecalledMemory {
  held?: true;
  known?: true;
  since?: true;
}

/** The column `results`. */
export function resultsOf({
  results,
  held = [],
  known = [],
  answeredBy,
}: Pick<Recall, 'results' | 'held' | 'known' | 'answeredBy'>): string {
  return JSON.stringify([
    ...results,
    ...held.map((one): StoredResult => ({ ...one, held: true })),
    ...known.map((one): StoredResult => ({ ...one, known: true })),
    ...(answeredBy === undefined ? [] : [{ memoryId: answeredBy, since: true } satisfies StoredResult]),
  ]);
}

/** SQL: whether an element `value` of `results` was given. What the session had stands only in recalls that gave nothing. */
export const wasGiven = "given > 0 AND value ->> 'held' IS NULL AND value ->> 'since' IS NULL";

/**
 * A recall without the memories whose ids are held; undefined: nothing was given but them, or its question is held. Without
 * its question it would tell of a session's start.
 */
export function restOfRecall(row: Readonly<Record<string, unknown>>, isHeld: (stored: string) => boolean) {
  if ([row.query, row.question_key].some((text) => isHeld(text as string))) return undefined;
  const rest = (JSON.parse(row.results as string) as StoredResult[])
    .filter(({ memoryId }) => !isHeld(memoryId))
    .map(({ usedIn, ...one }) => (usedIn === undefined || isHeld(usedIn) ? one : { ...one, usedIn }));
  const found = rest.filter(({ held, since }) => !held && !since);
  if (found.length === 0) return undefined;
  const given = found.filter(({ known }) => !known);
  return { results: JSON.stringify(rest), given: given.length, best: bestOf(given) ?? null };
}

export function recallValues(recall: NewRecall): (string | number | null)[] {
  const { at, by, via, kind, query, results, isOrder = false, client = null, tokens = null } = recall;
  const asked = [at, by, via, kind, query, resultsOf(recall), results.length];
  return [...asked, bestOf(results) ?? null, questionKey(query), Number(isOrder), client, tokens];
}

const isWeakIn = (table: string) =>
  `(${table}.given > 0 AND ${table}.best IS NOT NULL AND ${table}.best < ${leastHelpful})`;
const isHelpedIn = (table: string) => `(${table}.given > 0 AND NOT ${isWeakIn(table)})`;
const isWeak = isWeakIn('recalls');
/** Whether an agent asked; a hook looks by itself, and mostly there is nothing to give. */
const isAsked = "(recalls.kind <> 'hook')";
/** A start of a session asks nothing, and an order lacks nothing. */
const isQuestion = "(recalls.query <> '' AND recalls.is_order = 0)";
/** Whether the recall shows that a memory is missing. */
const isGap = `(recalls.query <> '' AND ${isAsked} AND (recalls.given = 0 OR ${isWeak}) AND NOT ${isDismissed})`;
const isHelped = isHelpedIn('recalls');

/** The column of an engine that has the tenant. */
type TenantColumn = 'tenant_id' | 'tenant_no';

/** Whether a recall of any character at the same prompt fulfils a condition. Counted: for EXISTS PostgreSQL may read all. */
const isBeside = (tenant: TenantColumn, condition: string) => `(NOT ${isAsked} AND (
  SELECT count(*) FROM recalls AS beside WHERE beside.${tenant} = recalls.${tenant} AND beside.at = recalls.at
    AND beside.kind = 'hook' AND beside.query = recalls.query AND ${condition}) > 0)`;

/** Whether the prompt or the question got something, then or earlier in its session. */
const isHelpedAtAll = (tenant: TenantColumn) => {
  const had = `(beside.given = 0 AND beside.results LIKE '%"known":true%')`;
  return `(${isHelped} OR ${isBeside(tenant, `(${isHelpedIn('beside')} OR ${had})`)})`;
};

const isUsedIn = (table: string) =>
  `(${table}.rating = 'useful' OR ${table}.results LIKE '%"used":true%' OR ${table}.results LIKE '%"rating":"useful"%')`;
/** Whether there is evidence that something helped: an answer used it, or a user said so. */
const isUsed = (tenant: TenantColumn) =>
  `(coalesce(${isUsedIn('recalls')}, false) OR ${isBeside(tenant, isUsedIn('beside'))})`;

/** Whether it is the recall that stands for its prompt. @param isOfAll of any character, else of the one that is counted */
const isCounted = (tenant: TenantColumn, isOfAll: boolean) =>
  isOfAll ? `(${isAsked} OR NOT ${isBeside(tenant, 'beside.no < recalls.no')})` : '(1 = 1)';

/**
 * Counts of recalls: what agents asked and how much of it did not help; at how many prompts hooks looked something up, and
 * gave something of any character.
 * @param isOfAll a prompt counts once, however many characters were looked through
 */
export function recallCounts(tenant: TenantColumn, isOfAll: boolean) {
  const offered = `(NOT ${isAsked} AND ${isCounted(tenant, isOfAll)})`;
  return {
    recalls: isAsked,
    empty: `(${isAsked} AND recalls.given = 0)`,
    weak: `(${isAsked} AND ${isWeak})`,
    offered,
    given: `(${offered} AND ${isBeside(tenant, isHelpedIn('beside'))})`,
  } as const;
}

/** The same of what one program asked, not of starts of sessions, with the questions that got nothing and what there is evidence of. */
export function clientCounts(tenant: TenantColumn, isOfAll: boolean) {
  const once = `(recalls.query <> '' AND ${isCounted(tenant, isOfAll)})`;
  const offered = `(NOT ${isAsked} AND ${once})`;
  const asked = `(${isAsked} AND ${once})`;
  return {
    asked,
    helped: `(${asked} AND ${isHelped})`,
    offered,
    given: `(${offered} AND ${isHelpedAtAll(tenant)})`,
    used: `(${once} AND ${isUsed(tenant)})`,
    unanswered: `(${once} AND ${isQuestion} AND NOT ${isHelpedAtAll(tenant)} AND NOT ${isDismissed})`,
  } as const;
}

/** The counts of a program that asked nothing, as columns. */
export const nothingAsked = Object.keys(clientCounts('tenant_id', true))
  .map((name) => `0 AS ${name}`)
  .join(', ');

/** Counts as columns of a statement, such as `cast(count(*) FILTER (WHERE …) AS integer) AS empty`. */
export function countColumns(counts: Readonly<Record<string, string>>): string {
  const column = ([name, condition]: [string, string]) =>
    `cast(count(*) FILTER (WHERE ${condition}) AS integer) AS ${name}`;
  return Object.entries(counts).map(column).join(', ');
}

/** The conditions of a filter, besides character and place; `value` collects a value and returns its placeholder. */
export function recallConditions(
  { no, empty, weak, helped, used, gap, dismissed, asked, client, kind, words, since, until }: RecallFilter,
  tenant: TenantColumn,
  contains: (text: string, part: string) => string,
  value: (given: string | number) => string,
): string {
  const of = (condition: string, wanted: boolean | undefined) =>
    wanted === undefined ? [] : [wanted ? condition : `NOT ${condition}`];
  const conditions = [
    ...(no === undefined ? [] : [`recalls.no = ${value(no)}`]),
    ...of('(recalls.given = 0)', empty),
    ...of(isWeak, weak),
    ...of(isHelpedAtAll(tenant), helped),
    ...(helped === false ? [isQuestion] : []),
    ...of(isUsed(tenant), used),
    ...of(isGap, gap),
    ...of(isDismissed, dismissed),
    ...of("(recalls.query <> '')", asked),
    ...(client === undefined ? [] : [`recalls.client = ${value(client)}`]),
    ...(kind === undefined ? [] : [`recalls.kind = ${value(kind)}`]),
    ...(words === undefined ? [] : [contains('recalls.question_key', value(questionKey(words)))]),
    ...(until === undefined ? [] : [`recalls.at < ${value(until)}`]),
    `recalls.at >= ${value(since ?? 0)}`,
  ];
  return conditions.join(' AND ');
}

/** The key by which recalls are grouped as one question. Recalls without a query stay apart. */
export const sameQuestion =
  "recalls.character_no, recalls.question_key, CASE WHEN recalls.query = '' THEN recalls.no END";

const answerIn = (all: readonly StoredResult[]) => all.find(({ since }) => since)?.memoryId;

/** The answers of recalls that `isAnsweredSince`. */
export function answersSince(rows: readonly Pick<RecallRow, 'query' | 'results'>[]): KnownAnswer[] {
  return rows.map(({ query, results }) => {
    return { memoryId: answerIn(JSON.parse(results) as StoredResult[]) ?? '', question: storedKey(query) };
  });
}

export function toRecall(row: RecallRow): Recall {
  const all = JSON.parse(row.results) as StoredResult[];
  const held = all.flatMap(({ held: isHeld, ...one }) => (isHeld ? [one] : []));
  const known = all.flatMap(({ known: isKnown, ...one }) => (isKnown ? [one] : []));
  const answeredBy = answerIn(all);
  return {
    no: row.no,
    characterId: row.character_id,
    at: row.at,
    by: row.made_by,
    via: row.via,
    kind: row.kind,
    query: row.query,
    results: all.filter((one) => !one.held && !one.known && !one.since),
    ...(held.length > 0 && { held }),
    ...(known.length > 0 && { known }),
    ...(answeredBy !== undefined && { answeredBy }),
    ...(row.rating !== null && { rating: row.rating }),
    ...(row.client !== null && { client: row.client }),
    ...(row.is_order === 1 && { isOrder: true }),
    ...(row.is_dismissed === 1 && { isDismissed: true }),
    ...(row.tokens !== null && { tokens: row.tokens }),
    ...(row.count !== undefined && { count: row.count }),
  };
}

/** A bound on (at, no): everything below it is older than `place`. */
export function recallBound(place: RecallPlace | undefined): [at: number, no: number] {
  return place ? [place.at, place.no] : [Number.MAX_SAFE_INTEGER, 0];
}

/** The recall with its question dismissed or not; counted again, it keeps the answer that did not do. */
export function dismissed(recall: Recall, isDismissed: boolean, answeredBy: string | undefined): Recall {
  return { ...recall, isDismissed, answeredBy: isDismissed ? answeredBy : recall.answeredBy };
}

/** The column `results` with the memory that answers the question from now on, in place of one before. */
export function settledBy(results: string, answeredBy: string | undefined): string {
  const rest = (JSON.parse(results) as StoredResult[]).filter(({ since }) => !since);
  return JSON.stringify(answeredBy === undefined ? rest : [...rest, { memoryId: answeredBy, since: true }]);
}

/** The recall with a new rating. MemoryNotFound if the recall did not give the memory. */
export function rated(recall: Recall, rating: Rating | undefined, memoryId: string | undefined): Recall {
  if (memoryId === undefined) return { ...recall, rating };
  if (!recall.results.some((one) => one.memoryId === memoryId)) throw memoryNotFound(memoryId);
  const results = recall.results.map((one) => (one.memoryId === memoryId ? { ...one, rating } : one));
  return { ...recall, results };
}

/** A recall with the memories that an answer used, given then or had from before; undefined: nothing changes. */
export function withUsed(recall: Recall, { memoryIds, words, isTakenBack = false }: UsedRecall): Recall | undefined {
  const { results, known } = recall;
  const isNew = ({ memoryId, used }: RecalledMemory) => (used === true) === isTakenBack && memoryIds.includes(memoryId);
  if (![...results, ...(known ?? [])].some(isNew)) return undefined;
  const marked = ({ used, usedIn, ...one }: RecalledMemory): RecalledMemory => {
    if (isTakenBack) return one;
    const said = words?.get(one.memoryId);
    return { ...one, used: true, ...(said !== undefined && { usedIn: said }) };
  };
  const mark = (of: RecalledMemory[]) => of.map((one) => (isNew(one) ? marked(one) : one));
  return { ...recall, results: mark(results), ...(known && { known: mark(known) }) };
}

/** How many old recalls one unit of a hook deletes. */
export const forgottenAtOnce = 100;

/** Recalls of one day, numbered from the epoch. */
export type RecallDayRow = Record<'day' | keyof ReturnType<typeof recallCounts>, number>;
