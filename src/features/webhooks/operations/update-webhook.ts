import * as z from 'zod';
import { inputBounds, operation, sets } from '../../../gate/operation.ts';
import { webhookId } from '../../../operations/fields.ts';
import { webhook, webhookFields, webhookStatuses } from '../domain/webhook.ts';
import { updateWebhook as update } from '../service/webhooks.ts';

const { url, events, characterIds, description, includeContent } = webhookFields;

export const updateWebhook = operation({
  name: 'update_webhook',
  title: 'Update a webhook',
  description:
    'Change where a webhook sends and what, or enable or disable it; what waits is sent once it is enabled. Null clears a field. Its maker or an OWNER may. BUSINESS tier.',
  group: 'admin',
  input: z.object({
    webhookId,
    url: url.optional(),
    events: events.optional(),
    characterIds: characterIds.nullable().optional(),
    description: description.nullable().optional(),
    includeContent: includeContent.optional(),
    status: z.enum(webhookStatuses).optional(),
  }),
  maxInput: inputBounds.text,
  changes: ['url', 'events', 'characterIds', 'description', 'includeContent', 'status'],
  output: webhook,
  hints: sets,
  rest: { method: 'PATCH', path: '/v1/webhooks/{webhookId}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  feature: 'webhooks',
  errors: ['NotFound', 'CharacterNotFound', 'NotImplemented'],
  async run(context, { webhookId: id, ...change }) {
    return update(context, id, change);
  },
});
