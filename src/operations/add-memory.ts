import * as z from 'zod';
import { importance } from '../domain/importance.ts';
import { memory, memoryContent } from '../domain/memory.ts';
import { adds, inputBounds, operation, whole } from '../gate/operation.ts';
import type { Context } from '../service/context.ts';
import { remember } from '../service/extraction/extraction.ts';
import { refuseSecret } from '../service/memories.ts';
import { allowSecret, category, namedCharacter, origin } from './fields.ts';
import { firstPart, partFields } from './parts.ts';

const result = z.object({
  operation: z.enum(['ADD', 'UPDATE', 'DELETE', 'NONE']),
  memoryId: z.string().optional(),
  reason: z.string().optional(),
});

const input = z.object({
  characterId: namedCharacter,
  content: memoryContent,
  category: category.optional().describe('Default: detected'),
  importance: importance.optional(),
  allowSecret,
  ...origin,
});
// Small talk, code and questions lead to no memory; its fields are absent then.
const output = memory.partial().extend({
  memories: z.array(memory),
  operations: z.array(result),
  extraction: z.enum(['ai', 'rules']),
});

export const addMemory = operation({
  name: 'add_memory',
  title: 'Remember a text',
  description:
    'Remember a text for later conversations: facts, preferences, decisions, plans in a message or note. It is split into single memories and sorted into categories; nothing is stored twice. Best when in doubt; one finished statement: add_memory_direct. Returns the most salient memory, all `memories`, the `operations` done.',
  group: 'memories',
  core: true,
  input,
  maxInput: inputBounds.text,
  output: output.extend(partFields),
  hints: adds,
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/memories',
    status: ({ operations }) => (operations.some((one) => one.operation === 'ADD') ? 201 : 200),
    etag: true,
    whole: whole({ input, output, run: stored }),
  },
  bucket: 'WRITE',
  role: 'MEMBER',
  feature: 'aiExtraction',
  errors: [
    'CharacterNotFound',
    'CharacterArchived',
    'InvalidContent',
    'CategoryNotConfigured',
    'ExtractionFailed',
    'ConflictUnresolved',
  ],
  async run(context, given) {
    const all = await stored(context, given);
    const { items, stop } = firstPart(all.memories, () => 'All of them are stored: list_memories shows the rest.');
    return { ...all, memories: items, ...stop };
  },
});

function stored(context: Context, { characterId: reference, allowSecret: insists, ...text }: z.output<typeof input>) {
  refuseSecret(text.content, insists);
  return remember(context, reference, text);
}
