import { judgedKinds, type KindVerdicts, type StatementKind } from '../../domain/captured-clause.ts';
import { clipped, ServiceError } from '../../domain/errors.ts';
import type { Memory } from '../../domain/memory.ts';
import type { CapturedTurnReceipt } from '../../domain/stores/hooks.ts';
import { isMachineStore } from '../../domain/stores/store.ts';
import { fitting } from '../answer-size.ts';
import { findWritableCharacter } from '../characters.ts';
import type { Context, OnMachine, ReadingContext } from '../context.ts';
import { askExtractor } from '../extraction/ask-extractor.ts';
import { newMemory, writeMemory } from '../memories.ts';
import { placeAfterMoves } from '../moving.ts';
import { memoriesNamed } from '../retrieval/holding.ts';

/** UTF-16 units of an ended memory in a receipt. */
const maxShown = 120;

/** The users' verdicts on a kind of captured statements. */
export interface JudgedKind extends KindVerdicts {
  characterId: string;
}

/**
 * The outcomes of captured turns, the latest first, up to one answer's limit, with what their memories have ended; a
 * server's store has none, since no hook runs on it.
 */
export async function capturedTurns(
  context: ReadingContext,
  asked: {
    session?: string | undefined;
    characterId?: string | undefined;
    before?: number | undefined;
    limit: number;
  },
): Promise<{ turns: CapturedTurnReceipt[]; kinds: JudgedKind[]; hasMore: boolean }> {
  const { store, principal } = context;
  if (!isMachineStore(store)) return { turns: [], kinds: [], hasMore: false };
  const found = await store.hooks.turns(principal, { ...asked, limit: asked.limit + 1 });
  const page = found.slice(0, asked.limit);
  const turns = page.slice(0, fitting(page, context));
  const kinds = await Promise.all(
    [...new Set(turns.map(({ characterId }) => characterId))].map(async (characterId) => {
      const judged = judgedKinds(await store.hooks.verdicts(principal, characterId));
      return judged.map((one) => ({ characterId, ...one }));
    }),
  );
  return { turns: await withEnded(context, turns), kinds: kinds.flat(), hasMore: turns.length < found.length };
}

/** Turns with the memories that each clause has ended: also later, by change detection. */
async function withEnded(
  context: ReadingContext,
  turns: readonly CapturedTurnReceipt[],
): Promise<CapturedTurnReceipt[]> {
  const endedBy = new Map<string, string[]>();
  const said = turns.flatMap((turn) =>
    turn.clauses.map(({ memoryId, characterId = turn.characterId }) => ({ memoryId, characterId })),
  );
  for (const characterId of new Set(said.map((one) => one.characterId))) {
    const clauses = said.filter((one) => one.characterId === characterId);
    const read = (ids: readonly string[]) => memoriesNamed(context, characterId, ids);
    const newer = await read([...new Set(clauses.flatMap(({ memoryId }) => memoryId ?? []))]);
    for (const older of await read(newer.flatMap(({ supersedes = [] }) => supersedes))) {
      const by = older.supersededBy ?? '';
      endedBy.set(by, [...(endedBy.get(by) ?? []), clipped(older.content, maxShown)]);
    }
  }
  return turns.map((turn) => ({
    ...turn,
    clauses: turn.clauses.map((clause) => {
      const ended = endedBy.get(clause.memoryId ?? '');
      return ended ? { ...clause, reason: `${clause.reason}; ended: “${ended.join('”, “')}”` } : clause;
    }),
  }));
}

/**
 * Keeps the statement of a clause, or deletes the memory that it became. NotFound: there is no such clause; MemoryNotFound:
 * there is nothing to delete; as findWritableCharacter.
 */
export async function reviewClause(context: Context, clauseId: string, verdict: 'kept' | 'undone'): Promise<Memory> {
  const [turnId = '', number = ''] = clauseId.split('.');
  const position = Number(number);
  const turn = isOnMachine(context) && (await context.store.hooks.turn(context.principal, turnId));
  const clause = turn ? turn.clauses[position] : undefined;
  if (!isOnMachine(context) || !turn || !clause) {
    throw new ServiceError('NotFound', `There is no captured clause ${clauseId}.`);
  }
  const { memoryId, text, characterId: learntBy = turn.characterId } = clause;
  const place = memoryId === undefined ? learntBy : await placeAfterMoves(context, learntBy, memoryId);
  const { id: characterId } = await findWritableCharacter(context, place);
  if (verdict === 'undone') {
    if (memoryId === undefined) throw new ServiceError('MemoryNotFound', 'This statement became no memory.');
    return (await writeMemory(context, characterId, { kind: 'delete', memoryId })).memory;
  }
  if (memoryId !== undefined) return (await writeMemory(context, characterId, { kind: 'restore', memoryId })).memory;
  const memory = await sorted(context, characterId, text);
  const { memory: stored } = await writeMemory(context, characterId, {
    kind: 'add',
    memory: newMemory(context, { ...memory, sessionId: turn.session }, { kind: 'extraction' }),
  });
  await context.store.hooks.clauseKept(context.principal, turn.characterId, turnId, position, stored.id);
  return stored;
}

/** Allows a kind of statement again that users had rejected. Returns the character's id. Errors as findWritableCharacter. */
export async function keepKindAgain(context: Context, reference: string, kind: StatementKind): Promise<string> {
  const { id } = await findWritableCharacter(context, reference);
  if (isOnMachine(context)) await context.store.hooks.forgetVerdicts(context.principal, id, kind, context.now());
  return id;
}

function isOnMachine(context: Context): context is OnMachine<Context> {
  return isMachineStore(context.store);
}

/** A statement with the category and weight from the rules or the model; its text does not change. */
async function sorted(context: Context, characterId: string, content: string) {
  const categories = await context.store.categories.list(context.principal, characterId);
  const { proposals } = await askExtractor(context, characterId, categories, {
    text: content,
    occurredAt: new Date(context.now()).toISOString(),
    alone: true,
    isDocument: true,
  });
  const [found] = proposals.flatMap((one) => (one.operation === 'ADD' ? one : []));
  return { content, category: found?.category, importance: found?.importance, salience: found?.salience };
}
