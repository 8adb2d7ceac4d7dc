import * as z from 'zod';
import { importance } from '../domain/importance.ts';
import { memory, memoryContent } from '../domain/memory.ts';
import { adds, operation } from '../gate/operation.ts';
import { remember } from '../service/extraction/extraction.ts';
import { category, characterId, origin } from './fields.ts';

const result = z.object({
  operation: z.enum(['ADD', 'UPDATE', 'DELETE', 'NONE']),
  memoryId: z.string().optional(),
  reason: z.string().optional(),
});

export const addMemory = operation({
  name: 'add_memory',
  title: 'Remember a text',
  description:
    'Remember what free text says (a message, a note, several facts at once): it is split into single memories, sorted into categories, and what is known already is not stored twice. Prefer this when in doubt; for one finished statement use add_memory_direct. Returns the most salient memory, `memories` (all of them) and `operations` (what was done).',
  group: 'memories',
  core: true,
  input: z.object({
    characterId,
    content: memoryContent,
    category: category.optional().describe('Overrides the detected one'),
    importance: importance.optional(),
    ...origin,
  }),
  // Small talk leads to no memory; its fields are absent then.
  output: memory.partial().extend({
    memories: z.array(memory),
    operations: z.array(result),
    extraction: z.enum(['ai', 'rules']),
  }),
  hints: adds,
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/memories',
    status: ({ operations }) => (operations.some((one) => one.operation === 'ADD') ? 201 : 200),
  },
  bucket: 'WRITE',
  role: 'MEMBER',
  feature: 'aiExtraction',
  errors: ['ExtractionFailed', 'ConflictUnresolved'],
  run: (context, { characterId: reference, ...text }) => remember(context, reference, text),
});
