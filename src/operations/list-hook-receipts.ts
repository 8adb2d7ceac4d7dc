import * as z from 'zod';
import { clauseOutcomes, statementKinds } from '../domain/captured-clause.ts';
import { memoryStates } from '../domain/memory.ts';
import { maxPageSize } from '../domain/page.ts';
import { type CapturedTurnReceipt, leftOutReasons } from '../domain/stores/hooks.ts';
import { reference as sessionName, text } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { cursorOf, placeOf } from '../service/answer-size.ts';
import { characterIdOf } from '../service/characters.ts';
import { capturedTurns } from '../service/hooks/captured.ts';
import { hostModelUse, receipts } from '../service/hooks/receipts.ts';
import { characterId } from './fields.ts';

const count = z.int();
/** What a session's memory gave and captured: memories, estimated tokens, turns. */
const sums = {
  host: z.string(),
  given: count,
  tokens: count,
  captured: count,
  leftOut: z.partialRecord(z.enum(leftOutReasons), count),
};

const kind = z.enum(statementKinds);

/** A clause of a turn, its outcome, and the reason. `id` names it in review_capture. */
const clause = z.object({
  id: z.string(),
  text: z.string(),
  outcome: z.enum(clauseOutcomes),
  reason: z.string(),
  kind: kind.optional(),
  memoryId: z.string().optional(),
  characterId: z.string().optional(),
  state: z.enum(memoryStates).optional(),
  batchId: z.string().optional().describe('Undone by undo_batch, with what else it learnt'),
});

const turn = z.object({
  at: z.string(),
  host: z.string().optional(),
  session: z.string(),
  characterId: z.string(),
  speaker: z.enum(['user', 'assistant']),
  clauses: z.array(clause),
});

/** Finished sessions that the models of hosts read. */
const hostModel = z.object({
  perDay: count.optional(),
  leftToday: count.optional(),
  sessions: z.array(
    z.object({
      at: z.string(),
      host: z.string(),
      session: z.string(),
      characterId: z.string(),
      turns: count,
      kept: count.optional(),
      fault: z.string().optional(),
    }),
  ),
});

export const listHookReceipts = operation({
  name: 'list_hook_receipts',
  title: 'List hook receipts',
  description:
    'See the latest runs of hooks: memories given, turns captured; of each turn the statements kept, proposed and left out, and why.',
  group: 'review',
  input: z.object({
    limit: z.int().min(1).max(maxPageSize).default(20).describe('Of the latest runs, and of the latest turns'),
    session: sessionName(200).optional().describe('Only the turns of this one'),
    characterId: characterId.optional().describe('Only the runs and turns of this one'),
    cursor: text(200, 1).optional().describe('nextCursor of the page before: older turns'),
  }),
  output: z.object({
    hosts: z.array(z.object({ ...sums, runs: count, lastAt: z.string() })),
    latest: z.array(z.object({ ...sums, at: z.string(), event: z.string(), characterId: z.string().optional() })),
    hostModel: hostModel.optional(),
    turns: z.array(turn),
    nextCursor: z.string().optional(),
    kinds: z.array(
      z.object({
        characterId: z.string(),
        kind,
        outcome: z.enum(['kept', 'proposed']),
        rejected: count,
        of: count,
        isOff: z.boolean(),
      }),
    ),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/hook-receipts', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  async run(context, { limit, session, characterId: reference, cursor }) {
    const [before] = cursor === undefined ? [] : placeOf(cursor, 1);
    const one = await characterIdOf(context, reference);
    const [{ hosts, latest }, hostModel, { turns, kinds, hasMore }] = await Promise.all([
      receipts(context, one),
      hostModelUse(context, limit),
      capturedTurns(context, { session, characterId: one, before, limit }),
    ]);
    return {
      hosts,
      latest: latest.slice(0, limit),
      ...(hostModel && { hostModel }),
      turns: turns.map(shownTurn),
      ...(hasMore && { nextCursor: cursorOf([Number(turns.at(-1)?.id)]) }),
      kinds,
    };
  },
});

function shownTurn({ id, clauses, ...turn }: CapturedTurnReceipt) {
  return {
    ...turn,
    clauses: clauses.map(({ isForgotten: _, ...one }, position) => ({ id: `${id}.${position}`, ...one })),
  };
}
