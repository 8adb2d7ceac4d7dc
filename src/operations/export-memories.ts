import * as z from 'zod';
import { inputBounds, operation, reads, whole } from '../gate/operation.ts';
import { type Exported, exportMarkdown, exportPage } from '../service/files/export.ts';
import { asListed } from '../service/memories.ts';
import { characterId, maxMemories, memoryFilter, memoryId } from './fields.ts';
import { exportedFields, exportFields } from './parts.ts';

const input = z.object({
  characterId,
  ids: z.array(memoryId).min(1).max(maxMemories).optional(),
  filter: memoryFilter.optional().describe('In place of ids: all that list_memories lists by it'),
});
const output = z.object({ markdown: z.string() });

export const exportMemories = operation({
  name: 'export_memories',
  title: 'Export some memories',
  description:
    'Export up to 500 memories of a character, or all that a filter means, as Markdown, which import_document reads back.',
  group: 'review',
  input: input.extend(exportFields),
  either: [{ all: ['ids'] }, { all: ['filter'] }],
  maxInput: inputBounds.profile,
  output: output.extend(exportedFields),
  hints: reads,
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/memories/export',
    status: 200,
    answers: 'markdown',
    whole: whole({
      input,
      output,
      run: async (context, given) => ({ markdown: await exportMarkdown(context, chosen(given)) }),
    }),
  },
  bucket: 'SEARCH',
  role: 'VIEWER',
  recorded: true,
  computes: true,
  errors: ['CharacterNotFound', 'CategoryNotConfigured', 'FileNotFound'],
  run: (context, given) => exportPage(context, chosen(given), given),
  text: ({ markdown, ...paged }) => [markdown, ...(paged.pages > 1 ? [JSON.stringify(paged)] : [])],
});

function chosen({ characterId: id, ids, filter }: z.output<typeof input>): Exported {
  return { characterId: id, ids, filter: filter && asListed(filter) };
}
