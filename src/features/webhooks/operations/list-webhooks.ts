import * as z from 'zod';
import { operation, reads } from '../../../gate/operation.ts';
import { webhook } from '../domain/webhook.ts';

export const listWebhooks = operation({
  name: 'list_webhooks',
  title: 'List webhooks',
  description: 'See the webhooks of the team, oldest first. BUSINESS tier.',
  group: 'admin',
  input: z.object({}),
  output: z.object({ webhooks: z.array(webhook), total: z.int() }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/webhooks', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  feature: 'webhooks',
  async run({ store, principal }) {
    const webhooks = await store.webhooks.list(principal);
    return { webhooks, total: webhooks.length };
  },
});
