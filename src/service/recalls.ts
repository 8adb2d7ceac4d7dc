import { clipped, ServiceError } from '../domain/errors.ts';
import { memoryNotFound } from '../domain/memory.ts';
import { outcomeOf, type Rating, type Recall, type RecallFilter } from '../domain/stores/recalls.ts';
import { iso } from '../domain/text.ts';
import { cursorOf, fitting, placeOf } from './answer-size.ts';
import { characterIdOf } from './characters.ts';
import type { Context } from './context.ts';
import { withLines } from './given.ts';
import { milliseconds } from './memories.ts';

type RecallsAsked = Omit<RecallFilter, 'since' | 'until' | 'before' | 'no'> & {
  [Key in 'recallId' | 'since' | 'until' | 'cursor']?: string | undefined;
} & { lines?: boolean | undefined };

/** One page of recalls, newest first. CharacterNotFound; InvalidInput for an invalid cursor. */
export async function listRecalls(context: Context, asked: RecallsAsked) {
  const { characterId, recallId, since, until, cursor, limit, lines, ...filter } = asked;
  const { store, principal, recalls } = context;
  await recalls?.written();
  const [at = 0, no = 0] = cursor === undefined ? [] : placeOf(cursor, 2);
  const found = await store.recalls.list(principal, {
    characterId: await characterIdOf(context, characterId),
    ...filter,
    no: recallId === undefined ? undefined : (recallNo(recallId) ?? 0),
    until: milliseconds(until),
    since: Math.max(milliseconds(since) ?? 0, recalls?.keptSince() ?? 0),
    before: cursor === undefined ? undefined : { at, no },
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const shown = await withAnswers(context, lines ? await withLines(context, page) : page);
  const count = fitting(shown, context);
  const last = found[count - 1];
  const more = found.length > count && last !== undefined && { nextCursor: cursorOf([last.at, last.no]) };
  return { recalls: shown.slice(0, count), ...more };
}

/** NotFound for a missing or invisible recall, MemoryNotFound for a memory that was not in its result. */
export async function rateRecall(
  { store, principal, now }: Context,
  recallId: string,
  rating: Rating | undefined,
  memoryId: string | undefined,
) {
  const recall = await store.recalls.rate(principal, recallNo(recallId) ?? notThere(recallId), rating, memoryId, now());
  return shownRecall(recall ?? notThere(recallId));
}

/**
 * NotFound for a missing or invisible recall, InvalidInput for one without a question, MemoryNotFound.
 * @param answeredBy the id of the memory that answers it since
 */
export async function dismissQuestion(
  context: Context,
  recallId: string,
  isDismissed: boolean,
  answeredBy: string | undefined,
) {
  const { store, principal, now } = context;
  const no = recallNo(recallId) ?? notThere(recallId);
  const [answer] = answeredBy === undefined ? [] : await store.memories.byIds(principal, [answeredBy]);
  if (answeredBy !== undefined && !answer) throw memoryNotFound(answeredBy);
  const recall = await store.recalls.dismiss(principal, no, isDismissed, now(), isDismissed ? answer?.id : undefined);
  const [shown] = await withAnswers(context, [recall ?? notThere(recallId)]);
  return shown ?? notThere(recallId);
}

/** Recalls as they are shown, with the memories that answer them since. */
async function withAnswers({ store, principal }: Context, recalls: readonly Recall[]) {
  const ids = [...new Set(recalls.flatMap(({ answeredBy, isDismissed }) => (isDismissed && answeredBy) || []))];
  const memories = ids.length === 0 ? [] : await store.memories.byIds(principal, ids);
  return recalls.map(({ answeredBy, ...recall }) => {
    if (answeredBy === undefined) return shownRecall(recall);
    if (!recall.isDismissed) return { ...shownRecall(recall), reopened: true as const };
    const memory = memories.find(({ id }) => id === answeredBy);
    const answer = memory ? { characterId: memory.characterId, content: memory.content } : { deleted: true };
    return { ...shownRecall(recall), answer: { memoryId: answeredBy, ...answer } };
  });
}

/** Undefined for what names no recall. */
function recallNo(recallId: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(recallId) ? Number(recallId) : undefined;
}

function notThere(recallId: string): never {
  throw new ServiceError('NotFound', `There is no recall ${recallId}.`);
}

function shownRecall({ no, at, rating, isOrder, isDismissed = false, tokens, ...recall }: Recall) {
  const outcome = outcomeOf(recall);
  const gap = recall.query !== '' && recall.kind !== 'hook' && !isDismissed && outcome !== 'given';
  const dismissed = isDismissed;
  const how = { outcome, gap, dismissed, ...(isOrder && { order: true }), ...(tokens !== undefined && { tokens }) };
  return { id: String(no), ...recall, ...how, at: iso(at), ...(rating !== undefined && { rating }) };
}

/** UTF-16 units; only the beginning of a longer question is stored. */
const longest = 2_000;

/** A question as the log of recalls keeps it: without credentials. */
export async function storedQuery(query = ''): Promise<string> {
  if (query === '') return '';
  const { redactSecrets } = await import('../text/secrets.ts');
  return clipped(redactSecrets(query), longest);
}
