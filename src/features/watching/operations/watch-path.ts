import * as z from 'zod';
import { fileLabel } from '../../../domain/file.ts';
import { operation, sets } from '../../../gate/operation.ts';
import { characterId, localPath } from '../../../operations/fields.ts';
import { watch } from '../domain/watch.ts';
import { watchPath as put } from '../service/watches.ts';

export const watchPath = operation({
  name: 'watch_path',
  title: 'Watch a path',
  description: 'Watch a file or folder of notes on this machine and keep the memory in step, also after a restart.',
  group: 'files',
  input: z.object({
    characterId,
    path: localPath,
    label: fileLabel.optional(),
    deleteMissing: z.boolean().default(false).describe('Drop the memories of deleted files'),
  }),
  output: watch,
  hints: { ...sets, destructive: false },
  localRest: { method: 'PUT', path: '/v1/watches', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  feature: 'fileSync',
  errors: ['CharacterNotFound', 'CharacterArchived'],
  run: (context, { characterId: reference, ...given }) => put(context, reference, given),
});
