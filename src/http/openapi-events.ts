import { eventBody, eventNames, eventTypes } from '../domain/event.ts';
import type { Schema, Schemas } from './openapi-schemas.ts';

const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
  return { name, in: 'header', required: true, schema: { type: 'string' } };
});

/** The requests that webhooks get, by event; signed as https://www.standardwebhooks.com says. */
export function describeEvents(known: Schemas): Record<string, Schema> {
  const described = eventNames.map((name): [string, Schema] => {
    const words = name.split('.').map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);
    const schema = known.named(`${words.join('')}Event`, known.of(eventBody(name), 'output'));
    const post = {
      operationId: `on${words.join('')}`,
      summary: name,
      description: eventTypes[name].sent,
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Taken. Anything else is tried again; 410 disables the webhook.' } },
    };
    return [name, { post }];
  });
  return Object.fromEntries(described);
}
