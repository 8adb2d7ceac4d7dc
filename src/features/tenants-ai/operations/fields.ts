import * as z from 'zod';
import { aiProviders } from '../../../domain/ai-providers.ts';
import { limits } from '../../../domain/limits.ts';

/** Printable and without spaces, as a header carries it. */
const key = z
  .string()
  .max(limits.aiKey)
  .regex(/^[!-~]+$/, 'must be printable ASCII without spaces');
const dailyTokens = z.int().min(0).max(1e12).describe('most tokens of a UTC day').optional();

export const wantedAiSettings = z.object({
  provider: z.enum(aiProviders),
  model: z.string().trim().min(1).max(limits.aiModel).optional(),
  baseUrl: z
    .string()
    .trim()
    .min(1)
    .max(limits.aiBaseUrl)
    .meta({ format: 'uri', description: 'openai only, with /v1' })
    .optional(),
  key: key.nullable().describe('never read back; default: as it is; null: the environment again').optional(),
  dailyTokens,
});

export const shownAiSettings = z.object({
  provider: z.enum(aiProviders),
  model: z.string().optional(),
  baseUrl: z.string().optional(),
  dailyTokens,
  keySet: z.boolean(),
  source: z.enum(['tenant', 'environment']),
  reason: z.string().optional(),
});
