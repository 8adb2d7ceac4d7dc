import * as z from 'zod';
import { category, categoryName } from '../domain/category.ts';
import { operation, sets } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { category as categoryReference, characterId } from './fields.ts';

export const renameCategory = operation({
  name: 'rename_category',
  title: 'Rename a category',
  description: 'Give a memory category another name; its memories stay in it.',
  group: 'review',
  input: z.object({ characterId, name: categoryReference, newName: categoryName }),
  output: category,
  hints: sets,
  rest: { method: 'POST', path: '/v1/characters/{id}/categories/{name}/rename', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'CategoryNotConfigured', 'NameTaken'],
  async run(context, { characterId: reference, name, newName }) {
    const { id } = await findCharacter(context, reference, 'WRITE');
    const { store, principal, now } = context;
    return store.categories.change(principal, id, name, { name: newName }, now());
  },
});
