import * as z from 'zod';
import { category } from '../domain/category.ts';
import { operation, reads, whole } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { characterId } from './fields.ts';
import { offset, partFields, partFrom } from './parts.ts';

const input = z.object({ characterId });
const output = z.object({ categories: z.array(category) });

export const listCategories = operation({
  name: 'list_categories',
  title: 'List categories',
  description: 'The categories that sort a memory, what belongs in each and how many memories it holds.',
  group: 'categories',
  input: input.extend({ offset }),
  output: output.extend(partFields),
  hints: reads,
  rest: {
    method: 'GET',
    path: '/v1/characters/{id}/categories',
    status: 200,
    whole: whole({ input, output, run: listed }),
  },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  async run(context, given) {
    const { items, stop } = partFrom(context, (await listed(context, given)).categories, given.offset);
    return { categories: items, ...stop };
  },
});

async function listed(context: Context, given: z.output<typeof input>) {
  const { id } = await findCharacter(context, given.characterId);
  return { categories: await context.store.categories.list(context.principal, id) };
}
