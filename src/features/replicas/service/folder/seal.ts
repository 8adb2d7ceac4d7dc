import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceError } from '../../../../domain/errors.ts';

// AES-256-GCM with a key that scrypt makes of a passphrase.

const saltLength = 16;
const nonceLength = 12;
const tagLength = 16;
/** 128 MB and about half a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const minPassphrase = 8;

export const newSalt = (): string => randomBytes(saltLength).toString('base64');

export type Key = Buffer;

/** InvalidInput for a passphrase that is too short. */
export async function keyFrom(passphrase: string, salt: string): Promise<Key> {
  const text = passphrase.normalize('NFC');
  if (text.length < minPassphrase) {
    throw new ServiceError('InvalidInput', `The passphrase must be at least ${minPassphrase} characters long.`);
  }
  const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);
  return derive(text, Buffer.from(salt, 'base64'), 32, cost);
}

/** @param place where it is to be read: nowhere else it can be opened */
export function seal(key: Key, place: string, text: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** Undefined: another key, or it was changed. */
export function unseal(key: Key, place: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < nonceLength + tagLength) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
