import { Pace } from '../base/pace.ts';
import { clipped } from '../domain/errors.ts';
import type { Memory } from '../domain/memory.ts';
import { isMessage } from '../domain/memory-rules.ts';
import type { MemoryFilter } from '../domain/stores/memories.ts';
import { dayMs } from '../domain/text.ts';
import { daysIn } from '../files/dates.ts';
import { characterIdOf, largestCharacters } from './characters.ts';
import { computed } from './computed.ts';
import type { Context } from './context.ts';
import { findPairs } from './duplicates.ts';
import { listRecalls } from './recalls.ts';
import { hasEnded, withEnds } from './retrieval/holding.ts';

/** Bounds of what one answer reads, whatever the size of the store. */
const maxQuestions = 100;
const maxDated = 1_000;
const maxAnchored = 1_000;
/** UTF-16 units in which dates are looked for before other calls get a turn. */
const readAtOnce = 100_000;
const maxLearnt = 500;
const weekMs = 7 * dayMs;
/** A memory that is older than this and was not recalled since then counts as never recalled. */
const unrecalledDays = 30;
/** UTF-16 units. */
const maxLineLength = 200;

/** Measures the quality of one character's memory, or of all that the caller can see. CharacterNotFound. */
export async function memoryHealth(context: Context, reference: string | undefined, limit: number) {
  const { store, principal, now } = context;
  const characterId = await characterIdOf(context, reference);
  const at = now();
  const week = at - weekMs;
  const [questions, unrecalled, ended, ending, pairs, stale, lost, reviews, learnt, numbers] = await Promise.all([
    listRecalls(context, { characterId, gap: true, grouped: true, limit: maxQuestions }),
    unrecalledMemories(context, characterId, limit),
    endingMemories(context, characterId, limit, { at, from: week, until: at + 1, holds: false }),
    endingMemories(context, characterId, limit, { at, from: at + 1, until: at + weekMs, holds: true }),
    findPairs(context, characterId, { limit }),
    findStale(context, characterId, limit),
    lostAnchors(context, characterId, limit),
    store.changes.reviews(principal),
    store.changes.list(principal, { characterId, only: 'learnt', since: week, limit: maxLearnt + 1 }),
    store.changes.statistics(principal, { characterId, from: week, to: at + 1 }),
  ]);
  const waiting = reviews.filter((one) => characterId === undefined || one.characterId === characterId);
  const shown = questions.recalls.slice(0, limit);
  return {
    memories: stale.total,
    questions: {
      count: questions.recalls.length,
      more: questions.nextCursor !== undefined,
      first: shown.map(({ id, characterId: of, query, outcome, count }) => ({
        recallId: id,
        characterId: of,
        query: line(query),
        outcome,
        count: count ?? 1,
      })),
    },
    unrecalled,
    ended,
    ending,
    pairs: {
      looked: pairs.looked,
      count: pairs.counts.duplicate + pairs.counts.contradiction,
      first: pairs.pairs.map(({ kind, memories }) => ({ kind, memories: memories.map(memoryLine) })),
    },
    stale: { count: stale.count, more: stale.more, first: stale.first },
    lost,
    reviews: {
      edits: waiting.reduce((sum, { edits }) => sum + edits, 0),
      proposals: waiting.reduce((sum, { proposals }) => sum + proposals, 0),
    },
    waiting: numbers.waitingTurns.turns,
    learnt: {
      count: Math.min(learnt.length, maxLearnt),
      more: learnt.length > maxLearnt,
      first: learnt.slice(0, limit).map(({ memoryId, characterId: of, content }) => ({
        memoryId,
        characterId: of,
        text: line(content),
      })),
    },
  };
}

/**
 * Memories without a recall since recalls are recorded, at most a month back; of the characters with the most memories.
 */
async function unrecalledMemories(context: Context, characterId: string | undefined, limit: number) {
  const { recalls, now } = context;
  if (!recalls) return { count: 0, first: [] };
  const unrecalledSince = Math.max(recalls.keptSince(), now() - unrecalledDays * dayMs);
  const { count, memories } = await firstOf(context, characterId, { limit, unrecalledSince });
  return { count, first: memories.map(memoryLine) };
}

/** The memories that ended in a period, or will; each with its end in words, or with its last day. */
async function endingMemories(
  context: Context,
  characterId: string | undefined,
  limit: number,
  { at, holds, ...ending }: { at: number; holds: boolean; from: number; until: number },
) {
  const holding = { at, holds, isPast: false };
  const { count, memories } = await firstOf(context, characterId, { limit, ending, holding, sort: 'changed' });
  const shown = await withEnds(context, memories, undefined);
  return {
    count,
    first: shown.map(({ ended, holdsUntil, ...memory }) => ({
      ...memoryLine(memory),
      end: line(ended ?? holdsUntil ?? ''),
    })),
  };
}

/** The first active memories of a choice and their number, of one character or of those with the most memories. */
async function firstOf(
  context: Context,
  characterId: string | undefined,
  { limit, ...choice }: Omit<MemoryFilter, 'state' | 'page' | 'after'>,
) {
  const { store, principal } = context;
  const ids = characterId === undefined ? await largestCharacters(context) : [characterId];
  const found = await Promise.all(
    ids.map((id) => store.memories.list(principal, id, { ...choice, state: 'ACTIVE', page: 0, limit })),
  );
  const memories = found.flatMap((one) => one.memories).slice(0, limit);
  return { count: found.reduce((sum, { total }) => sum + total, 0), memories };
}

/**
 * The memories about a past day among the newest that name a year, and how many memories there are in all. Reads texts,
 * so it may run in a thread.
 */
export const findStale = computed(
  'findStale',
  async ({ store, principal, now }: Context, characterId: string | undefined, limit: number) => {
    const dated = await store.pairs.newest(principal, { characterId, withYear: true, limit: maxDated });
    const pace = new Pace(readAtOnce);
    const stale: Memory[] = [];
    for (const memory of dated.memories) {
      await pace.before(memory.content.length);
      // What was said in an imported chat is worth no question.
      if (!isMessage(memory) && !hasEnded(memory, { now }) && isStale(memory, now())) stale.push(memory);
    }
    const unseen: Memory[] = [];
    for (const memory of stale) if (await isUnseen({ store, principal }, memory)) unseen.push(memory);
    return {
      total: dated.total,
      count: unseen.length,
      more: dated.memories.length === maxDated,
      first: unseen.slice(0, limit).map((memory) => ({ ...memoryLine(memory), day: lastDay(memory.content) ?? '' })),
    };
  },
);

/** The newest memories that name what their project no longer has: files, symbols, commits. */
async function lostAnchors({ store, principal, anchoring }: Context, characterId: string | undefined, limit: number) {
  if (!anchoring) return { count: 0, first: [] };
  const { memories } = await store.pairs.newest(principal, { characterId, limit: maxAnchored });
  const lostBy = await anchoring.lostBy(memories);
  const found = memories.filter(({ id }) => lostBy.has(id));
  const shown = found.slice(0, limit);
  return {
    count: found.length,
    first: shown.map((one) => ({ ...memoryLine(one), lost: line(lostBy.get(one.id) ?? '') })),
  };
}

/** It names a day that was in the future when the memory was made, and is now past. */
function isStale({ content, occurredAt, createdAt }: Memory, now: number): boolean {
  const day = lastDay(content);
  if (day === undefined) return false;
  const end = Date.parse(day) + dayMs;
  return Date.parse(day) > Date.parse(occurredAt ?? createdAt) && end <= now;
}

/** Whether its text was written before the day that it names. An undo does not write a text. */
async function isUnseen({ store, principal }: Pick<Context, 'store' | 'principal'>, memory: Memory): Promise<boolean> {
  if (memory.revision === 1) return true;
  const revisions = await store.memories.history(principal, memory.characterId, memory.id);
  const first = revisions.findIndex(({ content }) => content === memory.content);
  return first < 1 || Date.parse(lastDay(memory.content) ?? '') > Date.parse(revisions[first]!.createdAt);
}

/** Such as 2026-03-03. */
function lastDay(content: string): string | undefined {
  return daysIn(content).toSorted().at(-1)?.slice(0, 10);
}

function memoryLine({ id, characterId, content }: Memory) {
  return { memoryId: id, characterId, text: line(content) };
}

const line = (text: string) => clipped(text.replace(/\s+/gu, ' ').trim(), maxLineLength);
