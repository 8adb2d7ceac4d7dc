import * as z from 'zod';
import { recallOutcomes } from '../domain/stores/recalls.ts';
import { operation, reads } from '../gate/operation.ts';
import { memoryHealth } from '../service/health.ts';
import { characterId } from './fields.ts';

const line = z.object({ memoryId: z.string(), characterId: z.string(), text: z.string() });
const count = z.int();
const ends = z.object({ count, first: z.array(line.extend({ end: z.string() })) });

export const getMemoryHealth = operation({
  name: 'get_memory_health',
  title: 'Memory health',
  description:
    'How good the memory of a character is, or of all: questions without an answer; memories never recalled, alike, about a past day or a lost file, or that ended or end within a week; tasks for a person; what was learnt this week.',
  group: 'review',
  input: z.object({
    characterId: characterId.optional(),
    limit: z.int().min(1).max(20).default(5).describe('How many of each kind are answered'),
  }),
  output: z.object({
    memories: count,
    questions: z.object({
      count,
      more: z.boolean(),
      first: z.array(
        z.object({
          recallId: z.string(),
          characterId: z.string(),
          query: z.string(),
          outcome: z.enum(recallOutcomes),
          count,
        }),
      ),
    }),
    unrecalled: z.object({ count, first: z.array(line) }),
    ended: ends,
    ending: ends,
    pairs: z.object({
      looked: count,
      count,
      first: z.array(z.object({ kind: z.enum(['duplicate', 'contradiction']), memories: z.array(line) })),
    }),
    stale: z.object({ count, more: z.boolean(), first: z.array(line.extend({ day: z.string() })) }),
    lost: z.object({ count, first: z.array(line.extend({ lost: z.string() })) }),
    reviews: z.object({ edits: count, proposals: count }),
    waiting: count,
    learnt: z.object({ count, more: z.boolean(), first: z.array(line) }),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/memory-health', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: (context, { characterId: reference, limit }) => memoryHealth(context, reference, limit),
});
