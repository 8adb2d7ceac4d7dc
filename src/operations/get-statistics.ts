import * as z from 'zod';
import { importance, memorySource } from '../domain/memory.ts';
import { instant } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { statistics, timeUnits } from '../service/changes.ts';
import { characterId } from './fields.ts';

const day = z.string().describe('UTC, such as 2026-01-31');
const count = z.int();

export const getStatistics = operation({
  name: 'get_statistics',
  title: 'Statistics',
  description:
    'Count memories by day, category and source, AI tokens and recalls by day, and turns that wait: of all characters, or of one.',
  group: 'review',
  input: z.object({
    characterId: characterId.optional(),
    from: instant.optional().describe('Inclusive; default: a year before `to`'),
    to: instant.optional().describe('Exclusive; default: now'),
    timeline: z.enum(timeUnits).optional().describe('Also count by category and when it happened'),
    leastImportance: importance
      .optional()
      .describe('Of the timeline: this one or a higher one; NORMAL leaves small talk out'),
  }),
  output: z.object({
    byDay: z.array(z.object({ day, added: count, updated: count, deleted: count })),
    byCharacter: z
      .array(z.object({ characterId: z.string(), added: count }))
      .describe('Which characters grew in the period, the most first'),
    byCategory: z.array(z.object({ category: z.string(), memories: count })),
    bySource: z.array(z.object({ kind: memorySource.shape.kind, memories: count })),
    tokensByDay: z.array(z.object({ day, input: count, output: count })),
    recallsByDay: z.array(z.object({ day, recalls: count, empty: count, weak: count, offered: count, given: count })),
    waitingTurns: z
      .object({ turns: count, failed: count, error: z.string().optional() })
      .describe('Turns that hooks captured and that are still to be extracted, now; why one of those that failed did'),
    byClient: z
      .array(
        z.object({
          client: z.string(),
          asked: count,
          helped: count,
          offered: count,
          given: count,
          used: count,
          unanswered: count,
          tokens: count,
          stored: count,
        }),
      )
      .describe(
        'By host or key: queries, those that gave what fits; prompts at which hooks looked, and gave something; of both those that helped by evidence, and questions without an answer; tokens given by estimate, memories stored',
      ),
    timeline: z
      .array(
        z.object({ at: z.string().describe('2026-01-31, 2026-01 or 2026'), category: z.string(), memories: count }),
      )
      .optional(),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/statistics', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: (context, input) => statistics(context, input),
});
