import * as z from 'zod';
import { operation, sets } from '../../../gate/operation.ts';
import { webhookId } from '../../../operations/fields.ts';

export const deleteWebhook = operation({
  name: 'delete_webhook',
  title: 'Delete a webhook',
  description: 'Remove a webhook and its deliveries; waiting ones are not sent. BUSINESS tier.',
  group: 'admin',
  input: z.object({ webhookId }),
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  hints: { ...sets, idempotent: false },
  rest: { method: 'DELETE', path: '/v1/webhooks/{webhookId}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  feature: 'webhooks',
  errors: ['NotFound'],
  async run({ store, principal, now }, { webhookId: id }) {
    await store.webhooks.remove(principal, id, now());
    return { id, deleted: true as const };
  },
});
