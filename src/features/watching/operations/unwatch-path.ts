import * as z from 'zod';
import { operation, sets } from '../../../gate/operation.ts';
import { characterId, localPath } from '../../../operations/fields.ts';
import { unwatchPath as remove } from '../service/watches.ts';

export const unwatchPath = operation({
  name: 'unwatch_path',
  title: 'Stop watching a path',
  description: 'Stop watching a file or folder; files and memories stay.',
  group: 'files',
  input: z.object({ path: localPath, characterId: characterId.optional() }),
  output: z.object({ removed: z.int() }),
  hints: { ...sets, destructive: false },
  localRest: { method: 'DELETE', path: '/v1/watches', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  run: (context, { path, characterId: reference }) => remove(context, path, reference),
});
