import * as z from 'zod';
import { syncStatus } from '../domain/file.ts';
import { maxPageSize } from '../domain/page.ts';
import { operation, reads } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const getSyncStatus = operation({
  name: 'get_sync_status',
  title: 'Sync status',
  description:
    'See how the sync of files into memory stands: counts, the latest 100, what waits for or failed at extraction.',
  group: 'files',
  input: z.object({ characterId }),
  output: syncStatus,
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/{id}/sync/status', status: 200 },
  bucket: 'SYNC',
  role: 'VIEWER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference }) {
    const { id } = await findCharacter(context, reference);
    return context.store.files.status(context.principal, id, maxPageSize);
  },
});
