import * as z from 'zod';
import { operation, reads, whole } from '../gate/operation.ts';
import { type Exported, exportMarkdown, exportPage } from '../service/files/export.ts';
import { inMilliseconds } from '../service/memories.ts';
import { category, characterId, furtherFilters } from './fields.ts';
import { exportedFields, exportFields } from './parts.ts';

const input = z.object({ characterId, category: category.optional() });
const inWhole = input.extend(furtherFilters);
const output = z.object({ markdown: z.string() });

type Given = z.output<typeof input> & Partial<Omit<z.output<typeof inWhole>, keyof z.output<typeof input>>>;

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
      input: inWhole,
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

function allOf({ characterId: id, category: of, author, since, until, tags, metadata }: Given): Exported {
  const filter = inMilliseconds({ author, since, until, tags, metadata });
  return { characterId: id, filter: { state: 'ACTIVE', category: of, ...filter } };
}
