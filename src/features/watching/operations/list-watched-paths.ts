import * as z from 'zod';
import { operation, reads, whole } from '../../../gate/operation.ts';
import { characterId } from '../../../operations/fields.ts';
import { offset, partFields, partFrom } from '../../../operations/parts.ts';
import { watch } from '../domain/watch.ts';
import { watchesOf } from '../service/watches.ts';

const input = z.object({ characterId: characterId.optional() });
const output = z.object({ watches: z.array(watch) });

export const listWatchedPaths = operation({
  name: 'list_watched_paths',
  title: 'List watched paths',
  description: 'List the files and folders synced into memory, with their characters.',
  group: 'files',
  input: input.extend({ offset }),
  output: output.extend(partFields),
  hints: reads,
  localRest: {
    method: 'GET',
    path: '/v1/watches',
    status: 200,
    whole: whole({
      input,
      output,
      run: async (context, given) => ({ watches: await watchesOf(context, given.characterId) }),
    }),
  },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference, offset: start }) {
    const { items, stop } = partFrom(context, await watchesOf(context, reference), start);
    return { watches: items, ...stop };
  },
});
