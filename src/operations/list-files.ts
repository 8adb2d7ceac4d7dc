import * as z from 'zod';
import { fileRecord } from '../domain/file.ts';
import { pagedFields, pageFields } from '../domain/page.ts';
import { operation, reads } from '../gate/operation.ts';
import { listFiles as list } from '../service/files/files.ts';
import { characterId } from './fields.ts';

export const listFiles = operation({
  name: 'list_files',
  title: 'List files',
  description: 'List the synced files that a memory was fed from, by path.',
  group: 'files',
  input: z.object({ characterId, ...pageFields }),
  output: z.object({ files: z.array(fileRecord), ...pagedFields }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/files', status: 200 },
  bucket: 'SYNC',
  role: 'VIEWER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  run: (context, { characterId: reference, ...page }) => list(context, reference, page),
});
