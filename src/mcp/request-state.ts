import { createHash } from 'node:crypto';

/**
 * A digest without a key, so that any node behind a load balancer reads the state. It ties answers to their call; that a
 * client could make one up gains nothing, since the answers are the client's own anyway.
 */
const digestOf = (subject: string, body: string) =>
  createHash('sha256')
    .update(JSON.stringify([subject, body]))
    .digest('base64url');

/** A JSON value as text that a client carries to its next request about the same subject. */
export function stateOf(subject: string, value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${body}.${digestOf(subject, body)}`;
}

/** The value about this subject; undefined for anything else. */
export function readState(subject: string, state: string): unknown {
  const [body = '', digest] = state.split('.');
  if (digest !== digestOf(subject, body)) return undefined;
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
