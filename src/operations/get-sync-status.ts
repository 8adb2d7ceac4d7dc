import * as z from 'zod';
import { syncStatus } from '../domain/file.ts';
import { operation, reads } from '../gate/operation.ts';
import { syncStatus as readStatus } from '../service/files/files.ts';
import { characterId } from './fields.ts';

export const getSyncStatus = operation({
  name: 'get_sync_status',
  title: 'Sync status',
  description: 'The state of syncing files into memory: counts, the latest 100, waiting, failed.',
  group: 'files',
  input: z.object({ characterId }),
  output: syncStatus,
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/{id}/sync/status', status: 200 },
  bucket: 'SYNC',
  role: 'VIEWER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  run: (context, { characterId: reference }) => readStatus(context, reference),
});
