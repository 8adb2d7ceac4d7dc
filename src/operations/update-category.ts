import * as z from 'zod';
import { category, categoryFields } from '../domain/category.ts';
import { operation, sets } from '../gate/operation.ts';
import { findCharacter, requireChange } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const updateCategory = operation({
  name: 'update_category',
  title: 'Update a category',
  description: "Change a memory category's description, importance or hints; its name stays.",
  group: 'categories',
  input: z.object({
    characterId,
    name: z.string().min(1),
    description: categoryFields.description.optional(),
    importance: categoryFields.importance.optional(),
    hints: categoryFields.hints.optional(),
  }),
  output: category,
  hints: sets,
  rest: { method: 'PUT', path: '/v1/characters/{id}/categories/{name}', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CategoryNotConfigured'],
  async run(context, { characterId: reference, name, ...change }) {
    requireChange(change);
    const { id } = await findCharacter(context, reference);
    const { store, principal, now } = context;
    return store.categories.change(principal, id, name, change, now());
  },
});
