import * as z from 'zod';
import { iso } from '../../../domain/text.ts';
import { operation, sets } from '../../../gate/operation.ts';
import { webhookId } from '../../../operations/fields.ts';
import { webhook } from '../domain/webhook.ts';
import { rotateSecret } from '../service/webhooks.ts';

export const rotateWebhookSecret = operation({
  name: 'rotate_webhook_secret',
  title: "Rotate a webhook's secret",
  description:
    'Give a webhook a new secret, shown only now; for 24 hours, until oldUntil, the one before signs as well. BUSINESS tier.',
  group: 'admin',
  input: z.object({ webhookId }),
  output: webhook.extend({ secret: z.string(), oldUntil: z.string() }),
  hints: { ...sets, idempotent: false },
  rest: { method: 'POST', path: '/v1/webhooks/{webhookId}/rotate-secret', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  feature: 'webhooks',
  errors: ['NotFound'],
  async run(context, { webhookId: id }) {
    const { oldUntil, ...rotated } = await rotateSecret(context, id);
    return { ...rotated, oldUntil: iso(oldUntil) };
  },
});
