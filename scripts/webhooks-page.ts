import { eventBody, eventNames, eventTypes } from '../src/domain/event.ts';
import { retryDelays } from '../src/features/webhooks/domain/webhook-rules.ts';
import { type JsonSchema, publishedSchema } from '../src/gate/json-schema.ts';

/** docs/webhooks.md: the events, their signatures, and retries. */
export function webhooksPage(): string {
  const rows = eventNames.map((name) => `| \`${name}\` | ${eventTypes[name].sent} |`);
  return `# Webhooks

Generated from the declarations of the events by \`npm run docs\`; do not edit.

A tenant of the BUSINESS tier can send its events to up to 20 addresses: \`POST /v1/webhooks\` with \`url\` and \`events\` (types, or
\`*\`) returns the webhook and its \`secret\`, which is shown only then. [operations.md](operations.md) has the routes; each needs the
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

| type | when |
|---|---|
${rows.join('\n')}

Every \`data\` has the \`member\` that made the change, and where it concerns one the \`character\`, each as \`{"id", "name"}\`. With
\`includeContent\` memories also have their \`content\`. The OpenAPI document has the full schemas under \`x-webhooks\`.

${eventNames.map(section).join('\n\n')}
`;
}

function section(name: (typeof eventNames)[number]): string {
  const { properties } = publishedSchema(eventBody(name), { io: 'output' }) as { properties: { data: JsonSchema } };
  return `### \`${name}\`\n\n\`\`\`json\n${JSON.stringify(example('', name, properties.data), undefined, 2)}\n\`\`\``;
}

/** Each thing has an id of its own, the same in all examples. */
const owners = ['character', 'member', 'memory', 'memories', 'file', 'changed', 'key', 'webhook'];
const idOf = (owner: string) => `${String(owners.indexOf(owner) + 1).repeat(8)}-5f0a-4a53-9d0c-2f6f0c1f7a10`;

/** Texts by their field, or by what they are part of and their field. */
const texts: Record<string, string> = {
  'character/name': 'Ada',
  'member/name': 'Olga',
  'changed/name': 'Ben',
  'key/name': 'laptop',
  'key/member': 'Ben',
  category: 'preferences',
  fields: 'tags',
  fileId: idOf('file'),
  nextAttemptAt: '2026-01-15T10:01:30.000Z',
  previous: 'STARTER',
  url: 'https://example.com/hook',
};

/** Data as its schema describes it, without what only webhooks with `includeContent` get. */
function example(owner: string, key: string, schema: JsonSchema): unknown {
  const text = texts[`${owner}/${key}`] ?? texts[key];
  if (Array.isArray(schema.enum)) return text ?? schema.enum[0];
  if (schema.type === 'object') {
    const properties = Object.entries(schema.properties as Record<string, JsonSchema>);
    const sent = properties.filter(([name]) => name !== 'content');
    return Object.fromEntries(sent.map(([name, part]) => [name, example(key, name, part)]));
  }
  if (schema.type === 'array') return [example(owner, key, schema.items as JsonSchema)];
  if (schema.type === 'integer') return 1;
  if (text === undefined && key !== 'id') throw new Error(`no example of ${owner}/${key}`);
  return text ?? idOf(owner);
}

function spoken(ms: number): string {
  const [unit, name] = [
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ].find(([size]) => ms % (size as number) === 0) as [number, string];
  return `${ms / unit} ${name}`;
}
