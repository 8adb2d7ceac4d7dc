import * as z from 'zod';
import { category, categoryFields, categoryName } from '../domain/category.ts';
import { adds, inputBounds, operation } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const addCategory = operation({
  name: 'add_category',
  title: 'Add a category',
  description:
    'Add a category of memories; description and hints (words that speak for it) tell add_memory what belongs there.',
  group: 'categories',
  input: z.object({
    characterId,
    name: categoryName,
    description: categoryFields.description.default(''),
    importance: categoryFields.importance.default('NORMAL').describe('Of what add_memory puts there'),
    hints: categoryFields.hints.default([]),
  }),
  maxInput: inputBounds.text,
  output: category,
  hints: adds,
  rest: { method: 'POST', path: '/v1/characters/{id}/categories', status: 201 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'NameTaken'],
  async run(context, { characterId: reference, ...given }) {
    const { id } = await findCharacter(context, reference, 'WRITE');
    const { store, principal, now } = context;
    return store.categories.add(principal, id, { ...given, isDefault: false }, now());
  },
});
