import * as z from 'zod';
import { operation, reads } from '../gate/operation.ts';
import { exportMarkdown } from '../service/files/export.ts';
import { category, characterId } from './fields.ts';

export const exportCharacter = operation({
  name: 'export_character',
  title: 'Export memories',
  description:
    'Get all memories of a character as one Markdown document, by category, most salient first; import_document reads it back. To answer a question, use search_memories instead. Returns {markdown}.',
  group: 'characters',
  input: z.object({ characterId, category: category.optional() }),
  output: z.object({ markdown: z.string() }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/{id}/export', status: 200, answers: 'markdown' },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound', 'CategoryNotConfigured'],
  async run(context, input) {
    return { markdown: await exportMarkdown(context, input.characterId, input.category) };
  },
});
