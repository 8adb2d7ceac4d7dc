import * as z from 'zod';
import { maxPageSize } from '../domain/page.ts';
import { leftOutReasons } from '../domain/stores/hooks.ts';
import { operation, reads } from '../gate/operation.ts';
import { receipts } from '../service/hooks/receipts.ts';

const count = z.int();
/** What the memory of a session was given and gave, in memories, tokens by estimate, and turns. */
const sums = {
  host: z.string(),
  given: count,
  tokens: count,
  captured: count,
  leftOut: z.partialRecord(z.enum(leftOutReasons), count),
};

export const listHookReceipts = operation({
  name: 'list_hook_receipts',
  title: 'List hook receipts',
  description: 'See what the hooks of hosts did lately: memories given, turns captured, what was left out and why.',
  group: 'review',
  input: z.object({ limit: z.int().min(1).max(maxPageSize).default(20).describe('Of the latest runs') }),
  output: z.object({
    hosts: z.array(z.object({ ...sums, runs: count, lastAt: z.string() })),
    latest: z.array(z.object({ ...sums, at: z.string(), event: z.string(), characterId: z.string().optional() })),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/hook-receipts', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  async run(context, { limit }) {
    const { hosts, latest } = await receipts(context);
    return { hosts, latest: latest.slice(0, limit) };
  },
});
