import * as z from 'zod';
import { failedPush, fileEncodings, maxBatch, push, pushFields, pushResult } from '../domain/file.ts';
import { validated } from '../domain/validation.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { characterToAddTo } from '../service/characters.ts';
import { pushBatch, pushFile } from '../service/files/files.ts';
import { characterId } from './fields.ts';

const { filePath, fileContent, ...others } = pushFields;
/** One file, where there are no `files`. */
const single = { filePath: filePath.optional(), fileContent: fileContent.optional(), ...others };

export const syncFile = operation({
  name: 'sync_file',
  title: 'Sync a file',
  description:
    'Keep a file in memory in step: each list item, paragraph and table row becomes a memory, secrets redacted. Send the whole file: unchanged lines keep their memory, vanished ones lose it. A finished document: import_document.',
  group: 'files',
  input: z.object({
    characterId,
    ...single,
    encoding: z.enum(fileEncodings).optional(),
    files: z.array(push).min(1).max(maxBatch).optional().describe('Each with the fields above'),
  }),
  either: [{ all: ['filePath', 'fileContent'], more: Object.keys(others) }, { all: ['files'] }],
  maxInput: inputBounds.document,
  documents: ['fileContent'],
  output: pushResult.partial().extend({ results: z.array(z.union([pushResult, failedPush])).optional() }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/characters/{id}/sync', status: 200 },
  bucket: 'SYNC',
  role: 'MEMBER',
  feature: 'fileSync',
  errors: ['CharacterNotFound', 'CharacterArchived', 'SnapshotConflict', 'InvalidContent', 'SyncFailed'],
  async run(context, { characterId: reference, files, ...one }) {
    if (files) return { results: await pushBatch(context, reference, files) };
    const snapshot = validated(push, one);
    const { id } = await characterToAddTo(context, reference);
    return pushFile(context, id, snapshot);
  },
});
