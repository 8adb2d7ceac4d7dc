import * as z from 'zod';
import { shortConnection } from '../domain/connection.ts';
import { tiers } from '../domain/tier.ts';
import { operation, reads } from '../gate/operation.ts';
import { tierInformation } from '../service/tenancy/tier.ts';

const flag = z.boolean();
const count = z.int();

export const getTier = operation({
  name: 'get_tier',
  title: 'Get tier and usage',
  description:
    'See the plan: tier, features, limits, memory used, setup of extraction and embeddings, connections with servers.',
  group: 'tier',
  input: z.object({}),
  output: z.object({
    tier: z.enum(tiers).exclude(['UNLIMITED']),
    unlimited: flag,
    features: z.object({
      autoRecallAvailable: flag,
      autoCaptureAvailable: flag,
      aiExtractionAvailable: flag,
      directWriteAvailable: flag,
      importPipelineAvailable: flag,
      teamSharingEnabled: flag,
      minSyncIntervalSeconds: count,
      maxRequestsPerMinute: count,
      maxMembers: count,
      maxApiKeys: count,
      maxCharacters: count,
      currentCharacterCount: count,
    }),
    usage: z.object({
      characters: count,
      memories: count,
      files: count,
      storageBytes: count,
      aiCalls: count,
      aiInputTokens: count,
      aiOutputTokens: count,
    }),
    ai: z.object({
      provider: z.string(),
      model: z.string(),
      configured: flag,
      embedding: z.object({ model: z.string(), pending: count, reason: z.string().optional() }),
    }),
    connections: z.array(shortConnection).optional(),
    store: z
      .object({ file: z.string(), lastBackup: z.object({ file: z.string(), at: z.string() }).optional() })
      .optional()
      .describe('Where the store is, at its machine'),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/tier', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  run: (context) => tierInformation(context),
});
