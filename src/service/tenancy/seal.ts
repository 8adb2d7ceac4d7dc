import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The keys of a Seal, of 32 bytes each. */
export interface SealKeys {
  current: Uint8Array;
  /** The previous key: it only decrypts. */
  old?: Uint8Array | undefined;
}

/** A decrypted secret. */
export interface Unsealed {
  text: string;
  /** Opened by the old key: it should be sealed again. */
  isOld: boolean;
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts short secrets by AES-256-GCM (NIST SP 800-38D) with a random nonce: a byte of version, the nonce (96 bits),
 * the ciphertext, the tag (128 bits). The purpose is authenticated too, so a secret can't be decrypted for another one.
 */
export class Seal {
  readonly #keys: SealKeys;

  constructor(keys: SealKeys) {
    this.#keys = keys;
  }

  seal(text: string, purpose: string): Uint8Array {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#keys.current, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Uint8Array.of(version), nonce, sealed, cipher.getAuthTag()]);
  }

  /** Undefined when neither key opens it for this purpose. */
  open(sealed: Uint8Array, purpose: string): Unsealed | undefined {
    const { current, old } = this.#keys;
    const text = opened(sealed, purpose, current);
    if (text !== undefined) return { text, isOld: false };
    const before = old && opened(sealed, purpose, old);
    return before === undefined ? undefined : { text: before, isOld: true };
  }
}

function opened(sealed: Uint8Array, purpose: string, key: Uint8Array): string | undefined {
  const end = sealed.length - tagBytes;
  if (sealed[0] !== version || end < 1 + nonceBytes) return undefined;
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(end));
  try {
    const text = [decipher.update(sealed.subarray(1 + nonceBytes, end)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return undefined;
  }
}
