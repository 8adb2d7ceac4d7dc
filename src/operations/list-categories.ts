import * as z from 'zod';
import { category } from '../domain/category.ts';
import { operation, reads } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const listCategories = operation({
  name: 'list_categories',
  title: 'List categories',
  description: 'See the categories of a character, what belongs in each and how many memories it holds.',
  group: 'categories',
  input: z.object({ characterId }),
  output: z.object({ categories: z.array(category) }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/{id}/categories', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  async run(context, input) {
    const { id } = await findCharacter(context, input.characterId);
    return { categories: await context.store.categories.list(context.principal, id) };
  },
});
