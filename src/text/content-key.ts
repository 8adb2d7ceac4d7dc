import { createHash } from 'node:crypto';
import { contentIdentity } from '../domain/text.ts';

/** Key under which equal contents meet: the first 16 bytes of the SHA-256 of their identity. */
export function contentKey(content: string): Buffer {
  return createHash('sha256').update(contentIdentity(content)).digest().subarray(0, 16);
}
