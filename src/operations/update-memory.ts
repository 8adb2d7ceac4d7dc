import * as z from 'zod';
import { importance, memory, memoryContent, salience, shownEnds } from '../domain/memory.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import { changedEnd, refuseSecret, writeMemory } from '../service/memories.ts';
import { withEnd } from '../service/retrieval/holding.ts';
import { allowSecret, category, characterId, ending, memoryId, timeZone } from './fields.ts';

export const updateMemory = operation({
  name: 'update_memory',
  title: 'Correct a memory',
  description:
    'Correct a memory that is wrong or outdated, instead of adding a second one: its text, category, salience or importance. The earlier version stays in its history.',
  group: 'memories',
  core: true,
  input: z.object({
    characterId,
    memoryId,
    content: memoryContent.optional(),
    category: category.optional(),
    salience: salience.optional(),
    importance: importance.optional(),
    validUntil: ending.validUntil.describe('now ends it; never: it has no end'),
    supersedes: ending.supersedes,
    timeZone,
    allowSecret,
    expectedRevision: z.int().min(1).optional().describe('Refuse if changed since'),
  }),
  maxInput: inputBounds.text,
  changes: ['content', 'category', 'salience', 'importance', 'validUntil', 'supersedes'],
  output: memory.extend(shownEnds),
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
  errors: [
    'CharacterNotFound',
    'CharacterArchived',
    'MemoryNotFound',
    'InvalidContent',
    'CategoryNotConfigured',
    'ConflictUnresolved',
  ],
  async run(context, { characterId: reference, memoryId: id, expectedRevision, allowSecret: insists, ...given }) {
    const { validUntil, supersedes, timeZone: zone, ...rest } = given;
    refuseSecret(rest.content, insists);
    const character = await findWritableCharacter(context, reference);
    const { store, principal } = context;
    const isReworded = rest.content !== undefined && validUntil === undefined;
    const before = isReworded ? (await store.memories.get(principal, character.id, id)).content : undefined;
    const fields = { ...rest, validUntil: changedEnd(context, { ...rest, validUntil, timeZone: zone }, before) };
    const change = { kind: 'update', memoryId: id, fields, supersedes, expectedRevision } as const;
    return withEnd(context, (await writeMemory(context, character.id, change)).memory, zone);
  },
});
