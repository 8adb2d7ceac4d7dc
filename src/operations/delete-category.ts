import * as z from 'zod';
import { foldCase } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { author } from '../service/memories.ts';
import { category, characterId } from './fields.ts';

export const deleteCategory = operation({
  name: 'delete_category',
  title: 'Delete a category',
  description: 'Remove a category; its memories move to reassignTo, required while it holds any.',
  group: 'categories',
  input: z.object({ characterId, name: category, reassignTo: category.optional() }),
  output: z.object({ deleted: z.string(), reassignedTo: z.string().optional(), memoriesReassigned: z.int() }),
  hints: { ...sets, idempotent: false },
  rest: {
    method: 'DELETE',
    path: '/v1/characters/{id}/categories/{name}',
    status: 200,
    query: { reassign_to: 'reassignTo' },
  },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  errors: ['CharacterNotFound', 'CharacterArchived', 'CategoryNotConfigured'],
  async confirm(context, { characterId: reference, name, reassignTo }) {
    const character = await findCharacter(context, reference, 'WRITE');
    const categories = await context.store.categories.list(context.principal, character.id);
    const found = categories.find((one) => foldCase(one.name) === foldCase(name));
    if (!found) return undefined;
    const moved = reassignTo === undefined ? '' : ` and move its memories (${found.memoryCount}) to "${reassignTo}"`;
    return `Delete the category "${found.name}" of "${character.name}"${moved}? It cannot be brought back.`;
  },
  async run(context, { characterId: reference, name, reassignTo }) {
    const { id } = await findCharacter(context, reference, 'WRITE');
    const { store, principal } = context;
    return store.categories.remove(principal, id, name, reassignTo, author(context));
  },
});
