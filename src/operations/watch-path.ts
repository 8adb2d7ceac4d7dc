import * as z from 'zod';
import { fileLabel, watch } from '../domain/file.ts';
import { operation, sets } from '../gate/operation.ts';
import { watchPath as put } from '../service/files/watches.ts';
import { characterId, localPath } from './fields.ts';

export const watchPath = operation({
  name: 'watch_path',
  title: 'Watch a path',
  description:
    'Keep a file or a folder of notes on this machine in sync with the memory from now on, also after a restart. Returns the watch.',
  group: 'files',
  input: z.object({
    characterId,
    path: localPath,
    label: fileLabel.optional(),
    deleteMissing: z.boolean().default(false).describe('Drop the memories of deleted files'),
  }),
  output: watch,
  hints: { ...sets, destructive: false },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  run: (context, { characterId: reference, ...given }) => put(context, reference, given),
});
