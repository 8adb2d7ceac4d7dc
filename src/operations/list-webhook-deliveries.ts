import * as z from 'zod';
import { pagedFields, pageFields } from '../domain/page.ts';
import { delivery, deliveryStatuses } from '../domain/webhook.ts';
import { operation, reads } from '../gate/operation.ts';
import { webhookId } from './fields.ts';

export const listWebhookDeliveries = operation({
  name: 'list_webhook_deliveries',
  title: "List a webhook's deliveries",
  description: 'See the deliveries of a webhook in the last 30 days and the responses, newest first. BUSINESS tier.',
  group: 'admin',
  input: z.object({ webhookId, status: z.enum(deliveryStatuses).optional(), ...pageFields }),
  output: z.object({ deliveries: z.array(delivery), ...pagedFields }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/webhooks/{webhookId}/deliveries', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  feature: 'webhooks',
  errors: ['NotFound'],
  async run({ store, principal }, { webhookId: id, page, limit, ...filter }) {
    return { ...(await store.webhooks.deliveries(principal, id, { page, limit, ...filter })), page, limit };
  },
});
