import { randomBytes } from 'node:crypto';
import type { DueDelivery, Secrets } from '../storage/store.ts';

const prefix = 'whsec_';
/** Standard Webhooks asks for 24 to 64 bytes. */
const secretBytes = 32;

export function newSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/**
 * The headers of a delivery by Standard Webhooks (https://www.standardwebhooks.com): while a replaced secret is still
 * valid, both sign.
 * @param now milliseconds: the time of this attempt
 */
export async function signedHeaders(
  { eventId, body, secret, old }: Pick<DueDelivery, 'eventId' | 'body'> & Secrets,
  now: number,
): Promise<Record<string, string>> {
  const { Webhook } = await import('standardwebhooks');
  const secrets = old && now < old.until ? [secret, old.secret] : [secret];
  const signatures = secrets.map((one) => new Webhook(one).sign(eventId, new Date(now), body));
  return {
    'content-type': 'application/json',
    'user-agent': 'agent-memory-service',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}
