import * as z from 'zod';
import { limits } from '../../../domain/limits.ts';
import { text } from '../../../domain/text.ts';
import { operation, sets } from '../../../gate/operation.ts';
import { characterId, maxMemories, memoryId } from '../../../operations/fields.ts';
import { exchangeNow as exchange } from '../service/connections.ts';

export const exchangeNow = operation({
  name: 'exchange_now',
  title: 'Exchange now',
  description:
    'Exchange changes with servers and shared folders now, of one character or all; refused changes are offered again, all or those of some memories.',
  group: 'admin',
  input: z.object({
    characterId: characterId.optional(),
    url: text(limits.localPath, 1).optional().describe('Through this connection alone'),
    memoryIds: z.array(memoryId).min(1).max(maxMemories).optional(),
  }),
  output: z.object({
    exchanged: z.array(z.object({ url: z.string(), character: z.string(), problem: z.string().optional() })),
  }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/connections/exchange', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NotFound', 'CharacterNotFound', 'ConflictUnresolved'],
  run: async (context, { characterId: reference, memoryIds, url }) => ({
    exchanged: await exchange(context, reference, memoryIds, url),
  }),
});
