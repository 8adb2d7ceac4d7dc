import * as z from 'zod';
import { fileRecord } from '../domain/file.ts';
import { pageAsked, pagedFields, pageFields } from '../domain/page.ts';
import { operation, reads } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
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
    const { id } = await findCharacter(context, reference);
    const asked = pageAsked(page);
    const found = await context.store.files.list(context.principal, id, asked);
    return { files: found.files, ...pagedOf(found, asked) };
  },
});
