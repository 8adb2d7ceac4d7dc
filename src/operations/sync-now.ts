import * as z from 'zod';
import { failedPush, pushResult } from '../domain/file.ts';
import { operation, sets } from '../gate/operation.ts';
import { syncNow as sync } from '../service/files/watches.ts';
import { characterId } from './fields.ts';

export const syncNow = operation({
  name: 'sync_now',
  title: 'Sync watched files now',
  description: 'Store the present state of all watched files at once. Returns a result for each.',
  group: 'files',
  input: z.object({ characterId: characterId.optional() }),
  output: z.object({ results: z.array(z.union([pushResult, failedPush])) }),
  hints: { ...sets, destructive: false },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  feature: 'fileSync',
  errors: ['CharacterNotFound'],
  run: async (context, { characterId: reference }) => ({ results: await sync(context, reference) }),
});
