import { eventBody, eventNames, eventTypes } from '../src/domain/event.ts';
import { retryDelays } from '../src/features/webhooks/domain/webhook-rules.ts';
import { type JsonSchema, publishedSchema } from '../src/gate/json-schema.ts';
import { table } from './tables.ts';

/** docs/reference/events.md: when each event is sent, and what it has. */
export function eventsPage(): string {
  const rows = eventNames.map((name) => [`\`${name}\``, eventTypes[name].sent, fieldsOf(name)]);
  return `# Events of webhooks

Generated from the declarations of the events by \`npm run docs\`; [webhooks](../webhooks.md) says how they arrive.

${table(['type', 'when', 'data'], rows)}
`;
}

/** docs/webhooks.md: signatures and retries. */
export function webhooksPage(): string {
  return `# Webhooks

Generated from the declarations of the events by \`npm run docs\`; do not edit.

A tenant of the BUSINESS tier can send its events to up to 20 addresses: \`POST /v1/webhooks\` with \`url\` and \`events\` (types, or
\`*\`) returns the webhook and its \`secret\`, which is shown only then. [operations](reference/operations.md) has the routes; each needs the
role ADMIN. A webhook gets the events that its creator may see; \`characterIds\` limits it to these characters.

## What arrives

A \`POST\` with \`{"type", "timestamp", "data"}\`, signed as [Standard Webhooks](https://www.standardwebhooks.com) says: the
headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. Libraries of many languages verify it; in JavaScript:

\`\`\`js
import { Webhook } from 'standardwebhooks';

const event = new Webhook(secret).verify(body, headers); // throws unless the signature is good
\`\`\`

\`POST /v1/webhooks/{webhookId}/rotate-secret\` gives a new secret; for 24 hours both sign.

- **At least once.** An event is stored in the same transaction as its change, so a crash loses none; one may arrive twice, with
  the same \`webhook-id\`. Order is not guaranteed: the higher \`revision\` is the later state of a memory.
- **Any 2xx is success**, within 10 seconds. Anything else is retried after ${retryDelays.map(spoken).join(', ')};
  then the delivery has failed. \`GET /v1/webhooks/{webhookId}/deliveries\` shows every attempt of the last 30 days, and
  \`POST …/deliveries/{deliveryId}/redeliver\` sends one again.
- **410, or five days of failures only**, disable a webhook. The tenant's others get \`webhook.disabled\`, and the waiting events
  are sent when it is enabled again (\`PATCH\` with \`{"status": "ENABLED"}\`).
- At most 4 requests at a time for one webhook. A slow or dead receiver delays neither calls nor other receivers.
- **Only \`https\`, and only the public Internet**, checked on the connection that is made; redirects are not followed.
  \`SERVICE_PRIVATE_HOSTS\` names exceptions in your own network.
- **No contents** of memories unless the webhook was made with \`includeContent: true\`.

## Events

[The list of events](reference/events.md) says when each is sent, and with which fields. Every \`data\` has the \`member\` that made the change too. Things are \`{"id", "name"}\` where the list names no fields; with
\`includeContent\` memories also have their \`content\`. The OpenAPI document has the full schemas under \`x-webhooks\`. For example:

\`\`\`json
{
  "type": "memory.created",
  "timestamp": "2026-01-15T10:00:30.000Z",
  "data": {
    "character": {"id": "11111111-5f0a-4a53-9d0c-2f6f0c1f7a10", "name": "Ada"},
    "member": {"id": "22222222-5f0a-4a53-9d0c-2f6f0c1f7a10", "name": "Olga"},
    "memory": {"id": "33333333-5f0a-4a53-9d0c-2f6f0c1f7a10", "category": "preferences", "revision": 1}
  }
}
\`\`\`
`;
}

/** The fields of an event's data beside the member, and the character where there is one. */
function fieldsOf(name: (typeof eventNames)[number]): string {
  const { properties } = publishedSchema(eventBody(name), { io: 'output' }) as { properties: { data: JsonSchema } };
  const fields = Object.entries(properties.data.properties as Record<string, JsonSchema>);
  return fields.flatMap(([field, schema]) => (field === 'member' ? [] : [`\`${field}${inner(schema)}\``])).join(', ');
}

/** The fields of a record or of a list of records, without what only webhooks with `includeContent` get. */
function inner(schema: JsonSchema): string {
  if (schema.type === 'array') return `[]${inner(schema.items as JsonSchema)}`;
  const names = Object.keys((schema.properties as Record<string, JsonSchema> | undefined) ?? {});
  const sent = names.filter((name) => name !== 'content');
  return sent.length === 0 || sent.join() === 'id,name' ? '' : `{${sent.join(', ')}}`;
}

function spoken(ms: number): string {
  const [unit, name] = [
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ].find(([size]) => ms % (size as number) === 0) as [number, string];
  return `${ms / unit} ${name}`;
}
