import * as z from 'zod';
import { fileRecord } from '../domain/file.ts';
import { pageAsked, pagedFields, pageFields } from '../domain/page.ts';
import { operation, reads } from '../gate/operation.ts';
import { findCharacter, orEmpty } from '../service/characters.ts';
import { characterId } from './fields.ts';
import { pagedOf } from './parts.ts';

export const listFiles = operation({
  name: 'list_files',
  title: 'List files',
  description: 'List the synced files of a memory, by path.',
  group: 'files',
  input: z.object({ characterId, ...pageFields }),
  output: z.object({ files: z.array(fileRecord), ...pagedFields }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/files', status: 200 },
  bucket: 'SYNC',
  role: 'VIEWER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference, ...page }) {
    const asked = pageAsked(page);
    const nothing = { files: [], total: 0, places: [], isMore: false };
    const found = await orEmpty(async () => {
      const { id } = await findCharacter(context, reference);
      return context.store.files.list(context.principal, id, asked);
    }, nothing);
    return { files: found.files, ...pagedOf(found, asked) };
  },
});
