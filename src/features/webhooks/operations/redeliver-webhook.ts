import * as z from 'zod';
import { adds, operation } from '../../../gate/operation.ts';
import { deliveryId, webhookId } from '../../../operations/fields.ts';
import { delivery } from '../domain/webhook.ts';

export const redeliverWebhook = operation({
  name: 'redeliver_webhook',
  title: 'Deliver again',
  description: 'Send a delivery of a webhook again, whatever its result, with the same webhook-id. BUSINESS tier.',
  group: 'admin',
  input: z.object({ webhookId, deliveryId }),
  output: delivery,
  hints: { ...adds, idempotent: true },
  rest: { method: 'POST', path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  feature: 'webhooks',
  errors: ['NotFound'],
  run: ({ store, principal, now }, { webhookId: id, deliveryId: of }) =>
    store.webhooks.redeliver(principal, id, of, now()),
});
