import * as z from 'zod';
import { importance } from '../domain/importance.ts';
import { memory, memoryContent, salience } from '../domain/memory.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { findWritableCharacter, requireChange } from '../service/characters.ts';
import { writeMemory } from '../service/memories.ts';
import { category, characterId, memoryId } from './fields.ts';

export const updateMemory = operation({
  name: 'update_memory',
  title: 'Correct a memory',
  description:
    'Change the text, category, salience or importance of a memory that is wrong or out of date, instead of adding a second one. The old version stays in its history. Returns the memory.',
  group: 'memories',
  core: true,
  input: z.object({
    characterId,
    memoryId,
    content: memoryContent.optional(),
    category: category.optional(),
    salience: salience.optional(),
    importance: importance.optional(),
    expectedRevision: z.int().min(1).optional().describe('Refuse if the memory has changed since'),
  }),
  maxInput: inputBounds.text,
  output: memory,
  hints: sets,
  rest: {
    method: 'PUT',
    path: '/v1/characters/{id}/memories/{memId}',
    status: 200,
    etag: true,
    ifMatch: 'expectedRevision',
  },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'MemoryNotFound', 'InvalidContent', 'CategoryNotConfigured', 'ConflictUnresolved'],
  async run(context, { characterId: reference, memoryId: id, expectedRevision, ...fields }) {
    requireChange(fields);
    const character = await findWritableCharacter(context, reference);
    const change = { kind: 'update', memoryId: id, fields, expectedRevision } as const;
    return (await writeMemory(context, character.id, change)).memory;
  },
});
