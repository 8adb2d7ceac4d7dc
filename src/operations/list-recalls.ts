import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { shownEnds } from '../domain/memory.ts';
import { maxPageSize } from '../domain/page.ts';
import { ways } from '../domain/principal.ts';
import { ratings, recallKinds, recallOutcomes } from '../domain/stores/recalls.ts';
import { instant, reference, text } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { listRecalls as list } from '../service/recalls.ts';
import { characterId } from './fields.ts';

const rating = z.enum(ratings).optional();

const flag = z.boolean().optional();
const result = z.object({
  memoryId: z.string(),
  characterId: z.string().optional(),
  relevance: z.number().optional(),
  revision: z.int().optional(),
  rating,
  used: flag,
  usedIn: z.string().optional(),
  line: z.string().optional(),
  tokens: z.int().optional(),
  now: z.string().optional(),
  deleted: flag,
  muted: flag,
  held: flag,
  trusted: flag,
  ...shownEnds,
});

/** A recall in an answer. `id` names it in rate_recall; `held`: what read as an order; `known`: why a hook gave nothing new; `order`: its prompt asked nothing; `answer`: what answers it since; `reopened`: a user said that the answer was none; `usedIn`: the words of an answer. */
export const recall = z.object({
  id: z.string(),
  characterId: z.string(),
  at: z.string(),
  by: z.string(),
  client: z.string().optional(),
  via: z.enum(ways),
  kind: z.enum(recallKinds),
  outcome: z.enum(recallOutcomes),
  gap: z.boolean(),
  dismissed: z.boolean(),
  order: z.boolean().optional(),
  tokens: z.int().optional(),
  count: z.int().optional(),
  query: z.string(),
  results: z.array(result),
  held: z.array(result).optional(),
  known: z.array(result).optional(),
  answer: z
    .object({
      memoryId: z.string(),
      characterId: z.string().optional(),
      content: z.string().optional(),
      deleted: flag,
    })
    .optional(),
  reopened: flag,
  rating,
});

export const listRecalls = operation({
  name: 'list_recalls',
  title: 'List recalls',
  description:
    'See the queries of agents and the memories they received, newest first: over all characters, or of one.',
  group: 'review',
  input: z.object({
    characterId: characterId.optional(),
    recallId: reference(limits.reference).optional().describe('Only this one, by its id'),
    empty: z.boolean().optional().describe('Only those that came back empty; false: only the others'),
    weak: z.boolean().optional().describe('Only those with a weak best match; false: only the others'),
    helped: z
      .boolean()
      .optional()
      .describe(
        'Only those that gave something at the prompt, then or earlier in its session; false: only questions that got nothing',
      ),
    used: z
      .boolean()
      .optional()
      .describe('Only those that helped by evidence: an answer used a memory, or a user called it useful'),
    gap: z
      .boolean()
      .optional()
      .describe('Only questions that came back empty or weak; what a hook looked up by itself is none'),
    dismissed: z
      .boolean()
      .optional()
      .describe('Only questions that dismiss_question put aside; false: only the others'),
    asked: z.boolean().optional().describe("Only those with a question; false: only others, as at a session's start"),
    lines: z
      .boolean()
      .optional()
      .describe('Each memory as the line that was given, with its tokens and what became of it'),
    client: text(200, 1).optional().describe('The program that asked: a host, or the name of a key'),
    kind: z.enum(recallKinds).optional(),
    words: text(200, 1).optional().describe('A part of the question'),
    grouped: z.boolean().optional().describe('Equal questions as one, the latest, with their count'),
    since: instant.optional().describe('Inclusive'),
    until: instant.optional().describe('Exclusive'),
    cursor: text(200, 1).optional().describe('nextCursor of the page before'),
    limit: z.int().min(1).max(maxPageSize).default(50),
  }),
  output: z.object({ recalls: z.array(recall), nextCursor: z.string().optional() }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/recalls', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: (context, input) => list(context, input),
});
