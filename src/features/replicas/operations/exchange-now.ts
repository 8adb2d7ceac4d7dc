import * as z from 'zod';
import { limits } from '../../../domain/limits.ts';
import { text } from '../../../domain/text.ts';
import { operation, sets, whole } from '../../../gate/operation.ts';
import { characterId, localPath, maxMemories, memoryId } from '../../../operations/fields.ts';
import { exchangeNow as exchange } from '../service/connections.ts';
import { shareThrough } from '../service/folder/sharing.ts';

const input = z.object({
  characterId: characterId.optional(),
  url: text(limits.localPath, 1).optional().describe('Through this connection alone'),
  memoryIds: z.array(memoryId).min(1).max(maxMemories).optional(),
});
const inWhole = input.extend({
  folder: localPath
    .optional()
    .describe('First connects every character with this folder; only the dashboard of this machine may'),
});
const output = z.object({
  exchanged: z.array(z.object({ url: z.string(), character: z.string(), problem: z.string().optional() })),
});

export const exchangeNow = operation({
  name: 'exchange_now',
  title: 'Exchange now',
  description:
    'Exchange changes with servers and shared folders now, of one character or all; refused changes are offered again, all or those of some memories.',
  group: 'admin',
  input,
  output,
  hints: { ...sets, destructive: false },
  rest: {
    method: 'POST',
    path: '/v1/connections/exchange',
    status: 200,
    whole: whole({
      input: inWhole,
      output,
      async run(context, { characterId: reference, memoryIds, url, folder }) {
        const through = folder === undefined ? url : await shareThrough(context, folder);
        return { exchanged: await exchange(context, reference, memoryIds, through) };
      },
    }),
  },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NotFound', 'CharacterNotFound', 'ConflictUnresolved'],
  run: async (context, { characterId: reference, memoryIds, url }) => ({
    exchanged: await exchange(context, reference, memoryIds, url),
  }),
});
