import * as z from 'zod';
import { watch } from '../domain/file.ts';
import { operation, reads } from '../gate/operation.ts';
import { watchesOf } from '../service/files/watches.ts';
import { characterId } from './fields.ts';

export const listWatchedPaths = operation({
  name: 'list_watched_paths',
  title: 'List watched paths',
  description: 'See which files and folders of this machine are watched, and for whom.',
  group: 'files',
  input: z.object({ characterId: characterId.optional() }),
  output: z.object({ watches: z.array(watch) }),
  hints: reads,
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  run: async (context, { characterId: reference }) => ({ watches: await watchesOf(context, reference) }),
});
