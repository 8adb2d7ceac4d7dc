import * as z from 'zod';
import { category, categoryFields } from '../domain/category.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { category as categoryReference, characterId } from './fields.ts';

export const updateCategory = operation({
  name: 'update_category',
  title: 'Update a category',
  description: "Change a memory category's description, importance or hints; its name stays.",
  group: 'categories',
  input: z.object({
    characterId,
    name: categoryReference,
    description: categoryFields.description.optional(),
    importance: categoryFields.importance.optional(),
    hints: categoryFields.hints.optional(),
  }),
  maxInput: inputBounds.text,
  changes: ['description', 'importance', 'hints'],
  output: category,
  hints: sets,
  rest: { method: 'PUT', path: '/v1/characters/{id}/categories/{name}', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'CategoryNotConfigured'],
  async run(context, { characterId: reference, name, ...change }) {
    const { id } = await findCharacter(context, reference, 'WRITE');
    const { store, principal, now } = context;
    return store.categories.change(principal, id, name, change, now());
  },
});
