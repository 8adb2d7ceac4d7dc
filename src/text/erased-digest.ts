import { createHmac } from 'node:crypto';
import { erasedIdentity } from '../domain/erasure.ts';

/** The digest of an erased text under a store's secret: the first 16 bytes of the HMAC-SHA256 of its identity. */
export function erasedDigest(secret: Uint8Array, content: string): Buffer {
  return createHmac('sha256', secret).update(erasedIdentity(content)).digest().subarray(0, 16);
}
