import * as z from 'zod';
import { writtenMetadata, writtenTags } from '../domain/labels.ts';
import { importance, memory, memoryContent, salience, shownEnds } from '../domain/memory.ts';
import { inputBounds, operation, sets, whole } from '../gate/operation.ts';
import { findWritableCharacter } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { changedEnd, refuseSecret, writeMemory } from '../service/memories.ts';
import { withEnd } from '../service/retrieval/holding.ts';
import { allowSecret, category, changedLabels, characterId, ending, labels, memoryId, timeZone } from './fields.ts';

const input = z.object({
  characterId,
  memoryId,
  content: memoryContent.optional(),
  category: category.optional(),
  salience: salience.optional(),
  importance: importance.optional(),
  validUntil: ending.validUntil.describe('now ends it; never: it has no end'),
  supersedes: ending.supersedes,
  ...changedLabels,
  timeZone,
  allowSecret,
  expectedRevision: z.int().min(1).optional().describe('Refuse if changed since'),
});
const inWhole = input.extend(labels);
const output = memory.extend(shownEnds);

export const updateMemory = operation({
  name: 'update_memory',
  title: 'Correct a memory',
  description:
    'Correct a memory that is wrong or outdated, instead of adding a second one: its text, category, salience or importance. The earlier version stays in its history.',
  group: 'memories',
  core: true,
  input,
  maxInput: inputBounds.profile,
  changes: ['content', 'category', 'salience', 'importance', 'validUntil', 'supersedes', 'tags', 'metadata'],
  output,
  hints: sets,
  rest: {
    method: 'PUT',
    path: '/v1/characters/{id}/memories/{memId}',
    status: 200,
    etag: true,
    ifMatch: 'expectedRevision',
    whole: whole({ input: inWhole, output, run: updated }),
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
  run: updated,
});

async function updated(
  context: Context,
  { characterId: reference, memoryId: id, expectedRevision, allowSecret: insists, ...given }: z.output<typeof inWhole>,
) {
  const { validUntil, supersedes, timeZone: zone, tags, metadata, ...rest } = given;
  refuseSecret(given, insists);
  const character = await findWritableCharacter(context, reference);
  const { store, principal } = context;
  const isReworded = rest.content !== undefined && validUntil === undefined;
  const before = isReworded ? (await store.memories.get(principal, character.id, id)).content : undefined;
  const end = changedEnd(context, { ...rest, validUntil, timeZone: zone }, before);
  const labelled = {
    ...(tags && { tags: writtenTags(tags) }),
    ...(metadata && { metadata: writtenMetadata(metadata) }),
  };
  const fields = { ...rest, validUntil: end, ...labelled };
  const change = { kind: 'update', memoryId: id, fields, supersedes, expectedRevision } as const;
  return withEnd(context, (await writeMemory(context, character.id, change)).memory, zone);
}
