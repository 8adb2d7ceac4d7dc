import * as z from 'zod';
import { adds, inputBounds, operation } from '../../../gate/operation.ts';
import { webhook, webhookFields } from '../domain/webhook.ts';
import { createWebhook as create } from '../service/webhooks.ts';

const { url, events, characterIds, description, includeContent } = webhookFields;

export const createWebhook = operation({
  name: 'create_webhook',
  title: 'Create a webhook',
  description:
    'Have events sent to an https address, signed as Standard Webhooks says; docs/webhooks.md has the events. The answer alone holds the secret. BUSINESS tier.',
  group: 'admin',
  input: z.object({
    url,
    events,
    characterIds: characterIds.optional(),
    description: description.optional(),
    includeContent: includeContent.default(false),
  }),
  maxInput: inputBounds.text,
  output: webhook.extend({ secret: z.string() }),
  hints: adds,
  rest: { method: 'POST', path: '/v1/webhooks', status: 201 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  feature: 'webhooks',
  errors: ['CharacterNotFound', 'NotImplemented'],
  run: (context, given) => create(context, given),
});
