import * as z from 'zod';
import { adds, operation } from '../../../gate/operation.ts';
import { webhookId } from '../../../operations/fields.ts';
import { testWebhook as test } from '../service/webhooks.ts';

export const testWebhook = operation({
  name: 'test_webhook',
  title: 'Test a webhook',
  description: 'Send the event webhook.test to a webhook now, once, and see the response. BUSINESS tier.',
  group: 'admin',
  input: z.object({ webhookId }),
  output: z.object({
    delivered: z.boolean(),
    ms: z.int(),
    httpStatus: z.int().optional(),
    error: z.string().optional(),
    text: z.string().optional(),
  }),
  hints: adds,
  rest: { method: 'POST', path: '/v1/webhooks/{webhookId}/test', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  feature: 'webhooks',
  recorded: true,
  errors: ['NotFound', 'NotImplemented'],
  run: (context, { webhookId: id }) => test(context, id),
});
