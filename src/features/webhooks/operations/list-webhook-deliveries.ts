import * as z from 'zod';
import { pageAsked, pagedFields, pageFields } from '../../../domain/page.ts';
import { operation, reads } from '../../../gate/operation.ts';
import { webhookId } from '../../../operations/fields.ts';
import { pagedOf } from '../../../operations/parts.ts';
import { delivery, deliveryStatuses } from '../domain/webhook.ts';

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
  async run({ store, principal }, { webhookId: id, status, ...page }) {
    const asked = pageAsked(page);
    const found = await store.webhooks.deliveries(principal, id, { ...asked, status });
    return { deliveries: found.deliveries, ...pagedOf(found, asked) };
  },
});
