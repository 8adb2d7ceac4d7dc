import * as z from 'zod';
import { failedPush, pushResult } from '../domain/file.ts';
import { operation, sets } from '../gate/operation.ts';
import { syncNow as sync } from '../service/files/watches.ts';
import { characterId } from './fields.ts';
import { firstPart, partFields } from './parts.ts';

export const syncNow = operation({
  name: 'sync_now',
  title: 'Sync now',
  description: 'Bring memory up to date with all watched files now.',
  group: 'files',
  input: z.object({
    characterId: characterId.optional(),
    confirm: z.boolean().default(false).describe('What vanished was deleted'),
  }),
  output: z.object({ results: z.array(z.union([pushResult, failedPush])), ...partFields }),
  hints: { ...sets, destructive: false },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference, confirm }) {
    const results = await sync(context, reference, confirm);
    const { items, stop } = firstPart(
      results,
      (count) => `${results.length - count} more files were synced; list_files shows their state.`,
    );
    return { results: items, ...stop };
  },
});
