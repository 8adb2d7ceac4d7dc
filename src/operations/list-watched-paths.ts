import * as z from 'zod';
import { watch } from '../domain/file.ts';
import { operation, reads } from '../gate/operation.ts';
import { watchesOf } from '../service/files/watches.ts';
import { characterId } from './fields.ts';
import { offset, partFields, partFrom } from './parts.ts';

export const listWatchedPaths = operation({
  name: 'list_watched_paths',
  title: 'List watched paths',
  description: 'List the files and folders of this machine that are watched, and for whose memory.',
  group: 'files',
  input: z.object({ characterId: characterId.optional(), offset }),
  output: z.object({ watches: z.array(watch), ...partFields }),
  hints: reads,
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference, offset: start }) {
    const { items, stop } = partFrom(await watchesOf(context, reference), start);
    return { watches: items, ...stop };
  },
});
