import * as z from 'zod';
import { failedPush, pushResult } from '../../../domain/file.ts';
import { operation, sets, whole } from '../../../gate/operation.ts';
import { characterId } from '../../../operations/fields.ts';
import { firstPart, partFields } from '../../../operations/parts.ts';
import { syncNow as sync } from '../service/watches.ts';

const input = z.object({
  characterId: characterId.optional(),
  confirm: z.boolean().default(false).describe('What vanished was deleted'),
});
const output = z.object({ results: z.array(z.union([pushResult, failedPush])) });

export const syncNow = operation({
  name: 'sync_now',
  title: 'Sync now',
  description: 'Bring memory up to date with all watched files now.',
  group: 'files',
  input,
  output: output.extend(partFields),
  hints: { ...sets, destructive: false },
  localRest: {
    method: 'POST',
    path: '/v1/watches/now',
    status: 200,
    whole: whole({
      input,
      output,
      run: async (context, given) => ({ results: await sync(context, given.characterId, { confirm: given.confirm }) }),
    }),
  },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference, confirm }) {
    const results = await sync(context, reference, { confirm });
    const { items, stop } = firstPart(
      context,
      results,
      (count) => `${results.length - count} more files were synced; list_files shows their state.`,
    );
    return { results: items, ...stop };
  },
});
