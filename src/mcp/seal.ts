import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Of this process alone: what another sealed is asked for again. */
const sealingKey = randomBytes(32);

const signatureOf = (subject: string, body: string) =>
  createHmac('sha256', sealingKey)
    .update(JSON.stringify([subject, body]))
    .digest();

/** A JSON value as text that a caller carries to the next request about the same subject: readable, but not changeable. */
export function seal(subject: string, value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${body}.${signatureOf(subject, body).toString('base64url')}`;
}

/** What was sealed about this subject; undefined for anything else. */
export function unseal(subject: string, sealed: string): unknown {
  const [body = '', signature = ''] = sealed.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(subject, body);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
}
