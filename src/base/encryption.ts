import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// AES-256-GCM (NIST SP 800-38D) with a random nonce: the nonce (96 bits), the ciphertext, the tag (128 bits).

const nonceBytes = 12;
const authTagLength = 16;

/**
 * @param key 32 bytes
 * @param purpose authenticated too: the text can't be decrypted for another one
 */
export function encrypt(key: Uint8Array, purpose: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength }).setAAD(Buffer.from(purpose));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined for another key or purpose, and for bytes that were changed. */
export function decrypt(key: Uint8Array, purpose: string, bytes: Uint8Array): string | undefined {
  const end = bytes.length - authTagLength;
  if (end < nonceBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(end));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, end)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
