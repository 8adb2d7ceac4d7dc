import * as z from 'zod';
import { operation, reads, whole } from '../gate/operation.ts';
import { type Exported, exportMarkdown, exportPage } from '../service/files/export.ts';
import { category, characterId } from './fields.ts';
import { exportedFields, exportFields } from './parts.ts';

const input = z.object({ characterId, category: category.optional() });
const output = z.object({ markdown: z.string() });

export const exportCharacter = operation({
  name: 'export_character',
  title: 'Export memories',
  description: 'Export all memories of a character as Markdown, which import_document reads back.',
  group: 'characters',
  input: input.extend(exportFields),
  output: output.extend(exportedFields),
  hints: reads,
  rest: {
    method: 'GET',
    path: '/v1/characters/{id}/export',
    status: 200,
    answers: 'markdown',
    whole: whole({
      input,
      output,
      run: async (context, given) => ({ markdown: await exportMarkdown(context, allOf(given)) }),
    }),
  },
  bucket: 'SEARCH',
  role: 'VIEWER',
  recorded: true,
  computes: true,
  errors: ['CharacterNotFound', 'CategoryNotConfigured'],
  run: (context, given) => exportPage(context, allOf(given), given),
  text: ({ markdown, ...paged }) => [markdown, ...(paged.pages > 1 ? [JSON.stringify(paged)] : [])],
});

function allOf({ characterId: id, category: of }: z.output<typeof input>): Exported {
  return { characterId: id, filter: { state: 'ACTIVE', category: of } };
}
