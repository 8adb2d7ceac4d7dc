import * as z from 'zod';
import { operation, reads } from '../../../gate/operation.ts';
import { webhookId } from '../../../operations/fields.ts';
import { webhook } from '../domain/webhook.ts';

export const getWebhook = operation({
  name: 'get_webhook',
  title: 'Get a webhook',
  description: 'See one webhook: its address, its events, and since when it fails. BUSINESS tier.',
  group: 'admin',
  input: z.object({ webhookId }),
  output: webhook,
  hints: reads,
  rest: { method: 'GET', path: '/v1/webhooks/{webhookId}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  feature: 'webhooks',
  errors: ['NotFound'],
  async run({ store, principal }, { webhookId: id }) {
    const { secret: _, old: __, ...shown } = await store.webhooks.get(principal, id);
    return shown;
  },
});
