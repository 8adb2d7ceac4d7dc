import { decrypt, encrypt } from '../../base/encryption.ts';

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

/** Encrypts short secrets: a byte of version, then what `encrypt` makes. A secret can't be decrypted for another purpose. */
export class Seal {
  readonly #keys: SealKeys;

  constructor(keys: SealKeys) {
    this.#keys = keys;
  }

  seal(text: string, purpose: string): Uint8Array {
    return Buffer.concat([Uint8Array.of(version), encrypt(this.#keys.current, purpose, text)]);
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
  return sealed[0] === version ? decrypt(key, purpose, sealed.subarray(1)) : undefined;
}
