import * as z from 'zod';
import { erasure } from '../domain/erasure.ts';
import { operation, reads } from '../gate/operation.ts';
import { listErasures as list } from '../service/erasing.ts';
import { characterId } from './fields.ts';

export const listErasures = operation({
  name: 'list_erasures',
  title: 'List erasures',
  description: 'The receipts of what was erased for good, the latest first: of one character or of all.',
  group: 'review',
  callers: 'members',
  input: z.object({ characterId: characterId.optional() }),
  output: z.object({ erasures: z.array(erasure) }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/erasures', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: async (context, given) => ({ erasures: await list(context, given.characterId) }),
});
